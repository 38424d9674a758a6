#!/bin/sh
# Counts the instructions of a small fixed run under callgrind and compares them with instructions.txt.
#
#   Benchmarks/instructions.sh            fails when a count is more than 5 % above its figure
#   Benchmarks/instructions.sh --accept   writes the counts as the new figures
#
# FENCEWATCH_BENCH_FLAGS goes to swift build. Installs valgrind when it is missing.
set -eu
cd "$(dirname "$0")/.."
figures=Benchmarks/instructions.txt
tolerance=5

if ! command -v valgrind >/dev/null 2>&1; then
    as_root=""
    [ "$(id -u)" -eq 0 ] || as_root=sudo
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends valgrind
fi

# shellcheck disable=SC2086 # words, or none
swift build -c release --package-path Benchmarks --product instruction-probe \
    ${FENCEWATCH_BENCH_FLAGS:-} >&2
# shellcheck disable=SC2086
swift build -c release --product fencewatch ${FENCEWATCH_BENCH_FLAGS:-} >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Valgrind gives up on some of the debug information that clang writes, and needs none.
probe=$work/instruction-probe
program=$work/fencewatch
objcopy --strip-debug Benchmarks/.build/release/instruction-probe "$probe"
objcopy --strip-debug .build/release/fencewatch "$program"

# Hashes must fall the same way each time.
export SWIFT_DETERMINISTIC_HASHING=1

# The instructions that callgrind collected over a command, its own options first.
collected() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>"$work/log" >/dev/null || {
        cat "$work/log" >&2
        return 1
    }
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' "$work/log"
}

"$probe" files "$work"
: >"$work/counts"
for name in membership fleet immediate build; do
    count=$(collected --collect-atstart=no "$probe" "$name")
    case $name in build) divisor=60 ;; *) divisor=20000 ;; esac
    awk -v n="$name" -v c="$count" -v d="$divisor" 'BEGIN { printf "%s %.1f\n", n, c / d }' \
        >>"$work/counts"
done
# The difference of two lengths is free of the start and of the regions.
watch() {
    collected "$program" -r "$work/regions.geojson" --assume outside --quiet --threads 1 \
        --sink "ndjson:$work/events.ndjson" "$work/fixes-$1.ndjson"
}
long=$(watch 11000)
short=$(watch 1000)
awk -v a="$long" -v b="$short" 'BEGIN { printf "ndjson %.1f\n", (a - b) / 10000 }' >>"$work/counts"

if [ "${1:-}" = --accept ]; then
    { grep '^#' "$figures"; cat "$work/counts"; } >"$work/new"
    cp "$work/new" "$figures"
    cat "$figures"
    exit 0
fi
awk -v tolerance="$tolerance" '
    /^#/ { next }
    FNR == NR { figure[$1] = $2; next }
    {
        if (!($1 in figure)) { printf "%-12s %10.1f  no figure yet: --accept\n", $1, $2; next }
        change = ($2 / figure[$1] - 1) * 100
        verdict = change > tolerance ? "TOO MANY" : change < -tolerance ? "fewer: --accept" : "ok"
        printf "%-12s %10.1f  figure %10.1f  %+6.1f %%  %s\n", $1, $2, figure[$1], change, verdict
        if (change > tolerance) bad = 1
    }
    END { exit bad }' "$figures" "$work/counts"
