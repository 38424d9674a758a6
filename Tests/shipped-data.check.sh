#!/bin/sh
# Runs the built program on the shipped regions and tracks and compares with events that were worked
# out without it (Expected/make_expected.py).
#
#     sh Tests/shipped-data.check.sh PROGRAM
set -eu

program=$1
case $program in
/*) ;;
*) program=$PWD/$program ;;
esac
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "shipped data: $1" >&2
    exit 1
}

tracks="Regions/tracks/lyon-ride.ndjson Regions/tracks/denver-drives.ndjson"
set --
for file in Regions/*.geojson; do set -- "$@" -r "$file"; done

"$program" check Regions/*.geojson > "$folder/check.txt" 2>&1 || {
    cat "$folder/check.txt" >&2
    fail "check finds fault with a shipped region file"
}

# shellcheck disable=SC2086 # two paths without spaces
"$program" "$@" --preset immediate --summary json $tracks \
    > "$folder/events.ndjson" 2> "$folder/messages.txt" || {
    cat "$folder/messages.txt" >&2
    fail "the run failed"
}
# The keys of an event have a fixed order, so one expression reads them.
text='"\([^"]*\)"'
sed -n "s/^{\"event\":$text,\"device\":$text,.*\"region\":$text,.*\"decidedAt\":$text.*/\1 \2 \3 \4/p" \
    "$folder/events.ndjson" | LC_ALL=C sort > "$folder/found.txt"
diff Tests/Expected/shipped-tracks.txt "$folder/found.txt" > "$folder/diff.txt" || {
    head -n 20 "$folder/diff.txt" >&2
    fail "the events differ from Expected/shipped-tracks.txt (<: expected, >: found)"
}
tail -n 1 "$folder/messages.txt" | grep -q '"received":8438,"delivered":8438,' ||
    fail "not all 8,438 fixes were delivered: $(tail -n 1 "$folder/messages.txt")"

# The same input gives the same bytes, from a pipe as from files.
# shellcheck disable=SC2086
cat $tracks | "$program" "$@" --preset immediate --quiet - > "$folder/piped.ndjson" ||
    fail "the piped run failed"
cmp "$folder/events.ndjson" "$folder/piped.ndjson" || fail "a pipe gives other bytes than files"

echo "shipped data: $(wc -l < "$folder/found.txt") events as expected"
