#!/usr/bin/env python3
"""Writes shipped-tracks.txt: the plain events of the shipped tracks, worked out without fencewatch.

    python3 -m pip install shapely geographiclib
    python3 Tests/Expected/make_expected.py

One rule, fix by fix: a polygon holds a fix when GEOS says that it covers the point; a circle when
the WGS 84 geodesic to its centre is no longer than its radius. A device's first fix tells the
regions it is in, every later one what changed. No hysteresis, no accuracy, no filter: the preset
`immediate`. A line is: event, device, region, time of the deciding fix; the lines are sorted by
bytes. The shipped tracks do not come near ±180°, so rings across it need no care here.
"""

import json
import pathlib

import shapely
from geographiclib.geodesic import Geodesic
from shapely.geometry import Point, shape

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    polygons, names, circles = [], [], []
    for path in sorted((ROOT / "Regions").glob("*.geojson")):
        for item in json.loads(path.read_text(encoding="utf-8"))["features"]:
            if item["geometry"]["type"] == "Point":
                longitude, latitude = item["geometry"]["coordinates"]
                circles.append((item["id"], latitude, longitude, item["properties"]["radius"]))
            elif item["id"] != "country-FJI":
                polygons.append(shape(item["geometry"]))
                names.append(item["id"])
    tree = shapely.STRtree(polygons)
    closest = {name: (float("inf"), None) for name, *_ in circles}
    visited, lines = {}, []

    for path in sorted((ROOT / "Regions" / "tracks").glob("*.ndjson")):
        for line in path.read_text().splitlines():
            fix = json.loads(line)
            device, time = fix["device"], fix["timestamp"]
            hits = tree.query(Point(fix["lon"], fix["lat"]), predicate="covered_by")
            inside = {names[i] for i in hits}
            for name, latitude, longitude, radius in circles:
                if abs(fix["lat"] - latitude) > 0.1 or abs(fix["lon"] - longitude) > 0.1:
                    continue
                away = Geodesic.WGS84.Inverse(fix["lat"], fix["lon"], latitude, longitude)["s12"]
                closest[name] = min(closest[name], (abs(away - radius), time))
                if away <= radius:
                    inside.add(name)
            if device not in visited:
                lines += [f"didDetermineState {device} {r} {time}" for r in inside]
            else:
                before = visited[device]
                lines += [f"didEnterRegion {device} {r} {time}" for r in inside - before]
                lines += [f"didExitRegion {device} {r} {time}" for r in before - inside]
            visited[device] = inside

    output = pathlib.Path(__file__).with_name("shipped-tracks.txt")
    output.write_text("\n".join(sorted(lines)) + "\n")
    print(f"{len(lines)} events; a fix comes within {min(closest.values())[0]:.3g} m of an edge")


if __name__ == "__main__":
    main()
