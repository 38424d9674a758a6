#!/bin/sh
# Compiles the Swift program in README.md against the modules that lie beside the built program.
#
#     sh Tests/readme.check.sh PROGRAM
set -eu

modules=$(cd "$(dirname "$1")" && pwd)/Modules
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

awk '/^```swift/ { inside = 1; next } /^```/ { inside = 0 } inside' README.md > "$folder/main.swift"
grep -q 'import RegionMonitoring' "$folder/main.swift" || {
    echo "readme: no Swift program found in README.md" >&2
    exit 1
}
swiftc -typecheck -swift-version 6 -warnings-as-errors -I "$modules" \
    -Xcc -fmodule-map-file=Sources/CGEOS/module.modulemap \
    -Xcc -fmodule-map-file=Sources/CGeodesic/module.modulemap "$folder/main.swift"
echo "readme: the program in README.md compiles"
