#!/bin/sh
# Runs each fuzz target for FUZZ_SECONDS (60) from its corpus. A finding ends the run with its input in
# Fuzzing/.build/findings; the corpus that a run has grown stays in Fuzzing/.build.
set -eu
cd "$(dirname "$0")"

seconds=${FUZZ_SECONDS:-60}
scratch=.build
mkdir -p "$scratch/findings"

for target in FuzzFixes:fixes; do
    name=${target%%:*}
    corpus=${target#*:}
    swift build -c release --sanitize=fuzzer --sanitize=address --scratch-path "$scratch" --product "$name"
    mkdir -p "$scratch/grown/$corpus"
    # Swift's own backtraces and the sanitizer's get into each other's way.
    SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
        timeout -k 5 $((seconds + 60)) "$scratch/release/$name" \
        -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="$scratch/findings/" "$scratch/grown/$corpus" "Corpus/$corpus" </dev/null
done
