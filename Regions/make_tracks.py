#!/usr/bin/env python3
"""Makes the tracks of `tracks/` from the packages named in README.md.

    mkdir sources
    python3 -m pip download --no-deps --no-binary :all: -d sources gpxo==0.3.0 mappymatch==0.7.1
    python3 Regions/make_tracks.py sources

Needed only to make the files anew; nothing in the build runs it.
"""

import csv
import datetime
import io
import json
import pathlib
import sys
import tarfile
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent / "tracks"
GPX = "{http://www.topografix.com/GPX/1/1}"

# The drives carry no times. Their steps (at most 36.2 m, a median of 7.5 m to 11.7 m, and runs of
# equal positions at crossings) fit one fix a second; the three start at this moment together.
DRIVES_START = datetime.datetime(2024, 3, 4, 15, 0, 0, tzinfo=datetime.timezone.utc)


def member(sources, package, path):
    with tarfile.open(next(sources.glob(package + "-*.tar.gz"))) as tar:
        item = next(m for m in tar.getmembers() if m.name.split("/", 1)[-1] == path)
        return tar.extractfile(item).read()


def rfc3339(moment):
    text = moment.strftime("%Y-%m-%dT%H:%M:%S")
    if moment.microsecond:
        text += f".{moment.microsecond:06}".rstrip("0")
    return text + "Z"


def write(name, fixes):
    lines = [json.dumps(fix, separators=(",", ":")) for fix in fixes]
    (HERE / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{name}: {len(lines)} fixes")


def ride(sources):
    """A bicycle ride recorded every two seconds; times and altitudes as recorded."""
    root = xml.etree.ElementTree.fromstring(member(sources, "gpxo", "ExampleTrack.gpx"))
    for point in root.iter(GPX + "trkpt"):
        yield {
            "device": "bike-1",
            "timestamp": rfc3339(datetime.datetime.fromisoformat(
                point.findtext(GPX + "time").replace("Z", "+00:00"))),
            "lat": float(point.get("lat")),
            "lon": float(point.get("lon")),
            "altitude": float(point.findtext(GPX + "ele")),
        }  # fmt: skip


def drives(sources):
    """Three drives, as three vehicles on the road at once: in order of time, then of device."""
    fixes = []
    for number in (1, 2, 3):
        path = f"mappymatch/resources/traces/sample_trace_{number}.csv"
        text = member(sources, "mappymatch", path).decode()
        for second, row in enumerate(csv.DictReader(io.StringIO(text))):
            fixes.append((second, number, float(row["latitude"]), float(row["longitude"])))
    for second, number, latitude, longitude in sorted(fixes):
        moment = DRIVES_START + datetime.timedelta(seconds=second)
        yield {
            "device": f"van-{number}",
            "timestamp": rfc3339(moment),
            "lat": latitude,
            "lon": longitude,
        }


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make_tracks.py FOLDER-WITH-THE-SOURCE-PACKAGES")
    sources = pathlib.Path(sys.argv[1])
    write("lyon-ride.ndjson", ride(sources))
    write("denver-drives.ndjson", drives(sources))
    for package, path in (("gpxo", "LICENSE"), ("mappymatch", "LICENSE")):
        (HERE / f"LICENSE-{package}").write_bytes(member(sources, package, path))


if __name__ == "__main__":
    main()
