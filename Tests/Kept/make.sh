#!/bin/sh
# Makes what Tests/Kept/README.md describes, but for the snapshot, with the present program:
#
#     sh Tests/Kept/make.sh PROGRAM FOLDER
#
# FOLDER has regions.geojson, fixes.ndjson and run.json.
set -eu
program=$1
kept=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp "$kept/regions.geojson" "$kept/run.json" "$work"
cd "$work"

# An undisturbed run, for comparison.
mkdir whole
cp regions.geojson run.json "$kept/fixes.ndjson" whole
echo 'cat >> taken.ndjson' > whole/taker.sh
cp whole/taker.sh whole/refuser.sh
(cd whole && "$program" --config run.json) || [ $? -eq 1 ]

# The run that is stopped: one sink takes nothing, another gives up.
head -n 19 "$kept/fixes.ndjson" > fixes.ndjson
echo 'exit 1' > taker.sh
cp taker.sh refuser.sh
"$program" --config run.json --follow 2> errors &
number=$!
until [ -s events.ndjson ] && [ "$("$program" state state --list dead 2> /dev/null | wc -l)" -gt 2 ] &&
    "$program" state state | grep -q "19 lines"; do sleep 0.1; done
kill -TERM "$number"
wait "$number" || [ $? -eq 1 ]
rm -rf "$kept/export" "$kept/listed"
mkdir "$kept/listed"
"$program" state state --export "$kept/export"
cp events.ndjson rejects.ndjson "$kept"
rm -f "$kept/export/lock"
"$program" state state > "$kept/listed/summary"
for what in devices visits undelivered dead; do
    "$program" state state --list "$what" > "$kept/listed/$what"
done

# The rest.
cp "$kept/fixes.ndjson" .
echo 'cat >> taken.ndjson' > taker.sh
cp taker.sh refuser.sh
"$program" state state --retry all
"$program" --config run.json || [ $? -eq 1 ]
strip() { sed 's/"epoch":[0-9]*,//' "$1"; }
strip events.ndjson > after
strip whole/events.ndjson > before
cmp before after
cp events.ndjson "$kept/expected.ndjson"
"$program" compile regions.geojson -o "$kept/regions.fwr"
