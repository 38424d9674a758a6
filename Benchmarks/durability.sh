#!/bin/sh
# Measures what durable state costs and how long recovery takes: a million devices of which every fix
# changes another, among 100,000 circles. Also the memory of --forget-after with devices that come once.
# Times are of the processor, user and system, since others may be busy on the machine.
#
#     sh Benchmarks/durability.sh PROGRAM [ROUNDS [WRITER]]
#
# With WRITER, the tool write-workload of Benchmarks, also what it costs on the workload W1, a million fixes of
# 10,000 devices, repeated with shifted times; FENCEWATCH_REPEATS (20) says how often.
# FENCEWATCH_DEVICES (1000000) makes the rest smaller. Needs awk and GNU time.
set -eu

program=$1
rounds=${2:-3}
writer=${3:-}
devices=${FENCEWATCH_DEVICES:-1000000}
time=$(command -v time || echo /usr/bin/time)
[ -x "$time" ] || { echo "nothing is measured: GNU time is missing (apt-get install time)" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# fixes COUNT FIRST: so many fixes of all devices in turn, 10,000 a second.
fixes() {
    awk -v count="$1" -v devices="$2" 'BEGIN {
        for (i = 0; i < count; i++)
            printf "{\"device\":\"id%014d\",\"timestamp\":%.4f,\"lat\":%.4f,\"lon\":10.5}\n",
                i % devices, 1772366400 + i / 10000, 1 + i % 1000 / 1000
    }'
}
awk 'BEGIN {
    print "{\"type\":\"FeatureCollection\",\"features\":["
    for (i = 0; i < 100000; i++)
        printf "%s{\"type\":\"Feature\",\"id\":\"r%d\",\"properties\":{\"radius\":60}," \
            "\"geometry\":{\"type\":\"Point\",\"coordinates\":[%.5f,%.5f]}}\n",
            i ? "," : "", i, 10 + i % 316 / 316, 1 + int(i / 316) / 316
    print "]}"
}' > "$folder/many.geojson"
cat > "$folder/one.geojson" <<'END'
{"type":"Feature","id":"depot","properties":{"radius":100},"geometry":{"type":"Point","coordinates":[10,0]}}
END
fixes $((4 * devices)) "$devices" > "$folder/fixes.ndjson"
head -n "$devices" "$folder/fixes.ndjson" > "$folder/first.ndjson"

# run NAME ARGUMENTS: the processor's seconds and the peak memory in MiB.
run() {
    name=$1
    shift
    "$time" -f '%U %S %M' -o "$folder/time" \
        "$program" --quiet --threads 1 "$@" > "$folder/events" 2> "$folder/errors" ||
        { cat "$folder/errors" >&2; exit 1; }
    awk -v name="$name" '{ printf "%-34s %6.2f s  %5d MiB\n", name, $1 + $2, $3 / 1024 }' \
        "$folder/time"
}

round=0
while [ "$round" -lt "$rounds" ]; do
    round=$((round + 1))
    rm -rf "$folder/state" "$folder/many"
    run "without state" -r "$folder/one.geojson" "$folder/fixes.ndjson"
    run "with state" -r "$folder/one.geojson" --state "$folder/state" "$folder/fixes.ndjson"
    run "before recovery, 100,000 regions" -r "$folder/many.geojson" --preset immediate \
        --state "$folder/many" "$folder/first.ndjson"
    run "recovery, 100,000 regions" -r "$folder/many.geojson" --preset immediate \
        --state "$folder/many" "$folder/first.ndjson"
    [ ! -s "$folder/events" ] || { echo "a recovery told events again" >&2; exit 1; }
done
fixes $((4 * devices)) $((4 * devices)) > "$folder/fixes.ndjson"
run "each device once, remembered" -r "$folder/one.geojson" "$folder/fixes.ndjson"
run "each device once, forgotten" -r "$folder/one.geojson" --forget-after 60s \
    "$folder/fixes.ndjson"

# W1, 100 seconds of it again and again.
[ -n "$writer" ] || exit 0
rm -f "$folder/fixes.ndjson"
"$writer" W1 "$folder" > /dev/null
for repeat in $(seq 0 $((${FENCEWATCH_REPEATS:-20} - 1))); do
    awk -v shift="$((100 * repeat))" '{
        i = index($0, "T12:")
        s = substr($0, i + 4, 2) * 60 + substr($0, i + 7, 2) + shift
        printf "%sT%02d:%02d:%02d%s\n", substr($0, 1, i - 1), 12 + int(s / 3600), int(s % 3600 / 60),
            s % 60, substr($0, i + 9)
    }' "$folder/W1.ndjson"
done > "$folder/fixes.ndjson"
round=0
while [ "$round" -lt "$rounds" ]; do
    round=$((round + 1))
    rm -rf "$folder/state"
    run "W1 repeated, without state" -r "$folder/W1.geojson" "$folder/fixes.ndjson"
    run "W1 repeated, with state" -r "$folder/W1.geojson" --state "$folder/state" \
        "$folder/fixes.ndjson"
done
