#!/usr/bin/env python3
"""Checks the region files of this folder and prints the counts that README.md states.

    python3 -m pip install shapely
    python3 Regions/check_regions.py [FILE…]

Every feature must have a text id of its own (over all files) and a name; every circle a positive
radius; every ring must be closed, hold at least four positions and no repeated neighbours, and
every polygon must be valid in the longitude/latitude plane once its rings are unwrapped over ±180°.
Outer rings run counterclockwise, holes clockwise. Exit status 1 when anything is wrong.
"""

import json
import math
import pathlib
import sys

import shapely
from shapely.geometry import MultiPolygon, Polygon

HERE = pathlib.Path(__file__).resolve().parent


def unwrapped(ring):
    """A ring with 360° added or taken wherever an edge would jump by more than 180°, and whether
    there was such an edge. An edge of exactly 360° runs around a parallel and stays."""
    result, shift, crosses = [tuple(ring[0])], 0.0, False
    for (x0, _), (x, y) in zip(ring, ring[1:]):
        if 180 < abs(x - x0) < 360:
            shift += math.copysign(360, x0 - x)
            crosses = True
        result.append((x + shift, y))
    return result, crosses


def check(path, seen):
    """The file's counts and what is wrong with it."""
    counts = dict.fromkeys(
        ("features", "circles", "polygons", "vertices", "holes", "across ±180°"), 0
    )
    wrong = []
    for item in json.loads(path.read_text(encoding="utf-8"))["features"]:
        identifier = item.get("id")
        counts["features"] += 1

        def complain(text):
            wrong.append(f"{path.name}: {identifier}: {text}")

        if not isinstance(identifier, str) or identifier in seen:
            complain("the id is missing, no text, or used twice")
        seen.add(identifier)
        if not item["properties"].get("name"):
            complain("no name")
        geometry = item["geometry"]
        if geometry["type"] == "Point":
            counts["circles"] += 1
            if not 0 < item["properties"]["radius"] < math.inf:
                complain("the radius is not positive")
            continue
        polygons = geometry["coordinates"]
        if geometry["type"] == "Polygon":
            polygons = [polygons]
        shapes = []
        for rings in polygons:
            counts["polygons"] += 1
            counts["holes"] += len(rings) - 1
            plain = []
            for index, ring in enumerate(rings):
                counts["vertices"] += len(ring)
                if ring[0] != ring[-1] or len(ring) < 4:
                    complain(f"ring {index} is not closed")
                if any(a == b for a, b in zip(ring, ring[1:])):
                    complain(f"ring {index} repeats a vertex")
                if not all(-180 <= x <= 180 and -90 <= y <= 90 for x, y in ring):
                    complain(f"ring {index} leaves the range of longitude or latitude")
                ring, crosses = unwrapped(ring)
                counts["across ±180°"] += crosses
                if ring[0] != ring[-1]:
                    complain(f"ring {index} winds around a pole")
                if shapely.LinearRing(ring).is_ccw != (index == 0):
                    complain(f"ring {index} turns the wrong way")
                plain.append(ring)
            shapes.append(Polygon(plain[0], plain[1:]))
        whole = MultiPolygon(shapes)
        if not whole.is_valid:
            complain(shapely.is_valid_reason(whole))
    return counts, wrong


def main():
    paths = [pathlib.Path(p) for p in sys.argv[1:]] or sorted(HERE.glob("*.geojson"))
    seen, wrong = set(), []
    for path in paths:
        counts, found = check(path, seen)
        wrong += found
        print(f"{path.name}: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    for line in wrong:
        print("wrong: " + line, file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
