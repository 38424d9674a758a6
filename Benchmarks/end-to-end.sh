#!/bin/sh
# Times the whole program on a million fixes: NDJSON file in, events file out.
#
#   Benchmarks/end-to-end.sh [W1|W2|W3] [RUNS] [OPTION…]    the options go to fencewatch
#
# Prints processor time (user and system) a fix and peak memory of each run, then the medians; the
# workload is made, and checked bit for bit, by write-workload. Needs GNU time (/usr/bin/time).
set -eu
cd "$(dirname "$0")/.."
workload=${1:-W1}
runs=${2:-5}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] && shift

folder=${TMPDIR:-/tmp}/fencewatch-workloads
swift build -c release --product fencewatch >&2
swift build -c release --package-path Benchmarks --product write-workload >&2
[ -f "$folder/$workload.ndjson" ] ||
    Benchmarks/.build/release/write-workload "$workload" "$folder"

program=$(swift build -c release --show-bin-path)/fencewatch
fixes=$(wc -l < "$folder/$workload.ndjson")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "$(uname -m), $(nproc) cores, $(swift --version 2>/dev/null | head -n 1)"
echo "commit $(git rev-parse --short HEAD), workload $workload, $fixes fixes, options: $*"
run=0
while [ "$run" -lt "$runs" ]; do
    run=$((run + 1))
    /usr/bin/time -f '%U %S %e %M' -o "$log.one" \
        "$program" -r "$folder/$workload.geojson" --assume outside --quiet "$@" \
        --sink "ndjson:$folder/events.ndjson" "$folder/$workload.ndjson"
    awk -v n="$fixes" '{ printf "%.0f %.2f %.0f\n", ($1 + $2) * 1e9 / n, $3, $4 / 1024 }' \
        "$log.one" | tee -a "$log" |
        awk '{ print "  " $1 " ns/fix of processor time, " $2 " s, " $3 " MiB" }'
    rm -f "$log.one"
done
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
echo "median: $(cut -d' ' -f1 "$log" | median) ns/fix of processor time," \
    "$(cut -d' ' -f2 "$log" | median) s, $(cut -d' ' -f3 "$log" | median) MiB," \
    "$(wc -l < "$folder/events.ndjson") events"
