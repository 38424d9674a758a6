#!/bin/sh
# Measures the delivery of events: webhooks to a local receiver, at once and with a latency; the outbox's
# processor time; and what a receiver that is down costs, in time and in memory.
#
#     sh Benchmarks/delivery.sh PROGRAM [ROUNDS]
#
# FENCEWATCH_FIXES (10000000) is for the run with a dead sink. Needs python3, awk and GNU time. Times are of
# the processor, user and system, where it does not say that they are of the clock.
set -eu

program=$1
rounds=${2:-3}
fixes=${FENCEWATCH_FIXES:-10000000}
peers=$(dirname "$0")/peers
time=$(command -v time || echo /usr/bin/time)
[ -x "$time" ] || { echo "nothing is measured: GNU time is missing (apt-get install time)" >&2; exit 1; }
folder=$(mktemp -d)
receiver=
trap '[ -z "$receiver" ] || kill "$receiver" 2>/dev/null; rm -rf "$folder"' EXIT

cat > "$folder/one.geojson" <<'END'
{"type":"Feature","id":"depot","properties":{"radius":100},"geometry":{"type":"Point","coordinates":[10,0]}}
END

# crossings COUNT EVERY: so many fixes of 1,000 devices in turn; each EVERYth of a device is on the other
# side of the fence, and an event.
crossings() {
    awk -v count="$1" -v every="$2" 'BEGIN {
        for (i = 0; i < count; i++)
            printf "{\"device\":\"d%d\",\"timestamp\":%d,\"lat\":%s,\"lon\":10}\n", i % 1000,
                1772366400 + int(i / 1000), int(i / 1000 / every) % 2 ? "0.5" : "0"
    }'
}

# run INPUT ARGUMENTS: leaves the seconds of the clock, those of the processor and the peak memory in MiB.
run() {
    input=$1
    shift
    status=0
    "$time" -f '%e %U %S %M' -o "$folder/time" "$program" --quiet -r "$folder/one.geojson" \
        --preset immediate --assume outside "$@" "$input" > /dev/null 2> "$folder/errors" || status=$?
    [ "$status" -le 1 ] || { cat "$folder/errors" >&2; exit 1; }
    tail -n 1 "$folder/time" > "$folder/last"
    read -r clock user system memory < "$folder/last"
    processor=$(awk "BEGIN { print $user + $system }")
    memory=$((memory / 1024))
}
tell() { awk "BEGIN { printf \"%-44s $1\\n\", \"$2\", $3 }"; }

begin_receiver() {
    rm -f "$folder/port"
    python3 "$peers/webhook-counter.py" "$folder/port" "$@" > "$folder/counted" &
    receiver=$!
    while [ ! -e "$folder/port" ]; do sleep 0.05; done
    port=$(cat "$folder/port")
}
end_receiver() {
    kill -TERM "$receiver"
    wait "$receiver"
    receiver=
    read -r events seconds spent < "$folder/counted"
}

crossings 200000 1 > "$folder/200k"
head -n 50000 "$folder/200k" > "$folder/50k"
head -n 20000 "$folder/200k" > "$folder/20k"
round=0
while [ "$round" -lt "$rounds" ]; do
    round=$((round + 1))
    begin_receiver
    run "$folder/50k" --sink "webhook:http://127.0.0.1:$port/" --drain 300s
    end_receiver
    [ "$events" -eq 50000 ] || { echo "$events of 50000 events came" >&2; exit 1; }
    tell "%6.0f events/s of the clock" "webhook, no batching" "$events / $seconds"
    tell "%6.1f us an event" "  its processor time" "$processor / $events * 1e6"
    tell "%6.1f us an event" "  the receiver's" "$spent / $events * 1e6"
    begin_receiver 0.05
    run "$folder/20k" --sink "webhook:http://127.0.0.1:$port/" --drain 300s
    end_receiver
    [ "$events" -eq 20000 ] || { echo "$events of 20000 events came" >&2; exit 1; }
    tell "%6.0f events/s of the clock" "webhook, receiver answers after 50 ms" "$events / $seconds"

    run "$folder/200k" --sink ndjson:/dev/null
    plain=$processor
    rm -rf "$folder/state"
    run "$folder/200k" --state "$folder/state" --sink ndjson:/dev/null
    tell "%6.2f us an event" "outbox, sink that keeps up" "($processor - $plain) / 200000 * 1e6"
    rm -rf "$folder/state"
    run "$folder/200k" --state "$folder/state" --sink ndjson:/dev/null \
        --sink 'exec:exec sleep 1000' --drain 0
    tell "%6.2f us an event" "outbox, and one that is stuck" "($processor - $plain) / 200000 * 1e6"

    # The receiver refuses connections: what is read must not wait for it.
    run "$folder/200k" --sink ndjson:/dev/null --sink ndjson:/dev/zero --threads 1
    well=$clock
    run "$folder/200k" --sink ndjson:/dev/null --sink webhook:http://127.0.0.1:9/ --sink-queue 10000 \
        --sink-when-full drop-oldest --drain 0 --threads 1
    tell "%+5.1f %% of the clock" "dead webhook, queue of 10,000" "($clock / $well - 1) * 100"
done

# A dead sink for long: a tenth of the fixes are events.
for count in $((fixes / 10)) "$fixes"; do
    rm -rf "$folder/state"
    crossings "$count" 10 > "$folder/many"
    run "$folder/many" --sink webhook:http://127.0.0.1:9/ --sink-when-full drop-oldest --drain 0
    tell "%6.0f MiB, $count fixes" "dead webhook, events dropped" "$memory"
    run "$folder/many" --state "$folder/state" --sink webhook:http://127.0.0.1:9/ --drain 0
    tell "%6.0f MiB, $count fixes" "dead webhook, events on disk" "$memory"
done
