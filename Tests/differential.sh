#!/bin/sh
# The long comparison of membership with GEOS, whole-number arithmetic and the geodesic.
#
#   Tests/differential.sh [POINTS]
#
# POINTS (or FENCEWATCH_DIFFERENTIAL_POINTS; default 12,000,000): places asked about in random
# polygons, every eleventh of them on or beside an edge; a fifth as many are asked about in real
# ones and a quarter as many in circles. Real polygons come from Regions/ and, where
# FENCEWATCH_SHARED is set, from the files under its data/regions. Some minutes in release mode,
# in a build folder of its own because the tests look inside the modules.
set -eu
cd "$(dirname "$0")/.."
FENCEWATCH_DIFFERENTIAL_POINTS="${1:-${FENCEWATCH_DIFFERENTIAL_POINTS:-12000000}}"
export FENCEWATCH_DIFFERENTIAL_POINTS
# Only the tests of this suite are asked for; SWIFT_FLAGS reach the build.
exec "${SWIFT:-swift}" test -c release -Xswiftc -enable-testing --scratch-path .build-differential \
    ${SWIFT_FLAGS:-} --filter 'ContainmentDifferentialTests|CircleTests'
