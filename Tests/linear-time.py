#!/usr/bin/env python3
"""Measures whether reading takes time in proportion to the bytes, on inputs that are made to be slow.

    Tests/linear-time.py PROGRAM [--size MIB] [WORD ...]

Each input is made twice, one four times as long as the other, and read by the built program; the processor
time of both is compared. Four times the bytes may take six times as long: more is told, and the status is
then 1; so is an input that takes more than three minutes. WORDs choose inputs by their names. What takes
less than a fifth of a second is too short to tell.

Not a test of `make test`: it takes minutes, and times say little on a machine that is busy.
"""
import argparse
import gzip
import math
import os
import subprocess
import sys
import tempfile

HEAD = '{"type":"FeatureCollection","features":['


def filled(make, size, head="", tail=""):
    """Pieces one after the other until there are `size` bytes."""
    parts, length, number = [head], len(head), 0
    while length < size:
        piece = make(number)
        parts.append(piece)
        length += len(piece)
        number += 1
    return "".join(parts) + tail


def fix(number, more=""):
    return '{"device":"d%d","timestamp":%d,"lat":1,"lon":2%s}\n' % (
        number % 97, 1772366400 + number // 97, more)


def lines(text):
    """Lines of a text of almost 1 MiB each, the most there may be."""
    return lambda size: filled(lambda _: (text * ((1 << 20) // len(text) + 1))[: (1 << 20) - 64] + "\n", size)


def table(row, head="device,timestamp,lat,lon,x\n"):
    return lambda size: filled(row, size, head)


def track(point):
    return lambda size: filled(point, size, '<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>',
                               "</trkseg></trk></gpx>")


def gx(size):
    count = size // 90
    return ('<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">'
            "<Placemark><gx:Track>"
            + "".join("<when>2026-03-01T00:00:00.%06dZ</when>" % (n % 1000000) for n in range(count))
            + "<gx:coord>1 2 3</gx:coord>" * count + "</gx:Track></Placemark></kml>")


def sentence(body, start="$"):
    total = 0
    for character in body:
        total ^= ord(character)
    return "%s%s*%02X\n" % (start, body, total)


def epoch(number):
    time = "%02d%02d%02d" % (number // 3600 % 24, number // 60 % 60, number % 60)
    return (sentence("GPGGA,%s,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,," % time)
            + sentence("GPRMC,%s,A,4807.038,N,01131.000,E,022.4,084.4,010326,,,A" % time))


def columns(size):
    count = size // 60
    names = ["timestamp", "icao24", "latitude", "longitude"]
    values = [lambda n: "%d" % (1772366400 + n), lambda n: '"a%d"' % n, lambda n: "1.5", lambda n: "2.5"]
    return "{" + ",".join(
        '"%s":{%s}' % (name, ",".join('"%d":%s' % (n, value(n)) for n in range(count)))
        for name, value in zip(names, values)) + "}"


FIXES = {
    "ndjson-plain": ("ndjson", lambda size: filled(fix, size)),
    "ndjson-open-arrays": ("ndjson", lines("[")),
    "ndjson-open-objects": ("ndjson", lines('{"a":')),
    "ndjson-escapes": ("ndjson", lines('{"id":"' + "\\u0041" * 160000)),
    "ndjson-equal-names": ("ndjson", lambda size: filled(lambda n: '"id":"%d",' % n, size, "{", '"ts":1}\n')),
    "ndjson-digits": ("ndjson", lambda size: filled(lambda n: fix(n, ',"x":' + "9" * 5000), size)),
    "ndjson-long-time": ("ndjson", lambda size: filled(
        lambda n: '{"id":"a","ts":1772366400.%s,"lat":1,"lon":2}\n' % ("0" * 5000), size)),
    "ndjson-no-line-end": ("ndjson", lambda size: "x" * size),
    "ndjson-blank": ("ndjson", lambda size: "\n" * size),
    "ndjson-carriage-returns": ("ndjson", lambda size: "\r" * size),
    "ndjson-defects": ("ndjson", lambda size: "{\n" * (size // 2)),
    "ndjson-devices": ("ndjson", lambda size: filled(
        lambda n: '{"id":"%d","ts":1772366400,"lat":1,"lon":2}\n' % n, size)),
    "ndjson-colliding-devices": ("ndjson", lambda size: filled(
        lambda n: '{"id":"%s","ts":1772366400,"lat":1,"lon":2}\n' % ("a" * 200 + str(n)), size)),
    "ndjson-shapes": ("ndjson", lambda size: filled(
        lambda n: fix(n, ',"%s":1' % ("x" * (n % 61))), size)),
    "ndjson-late": ("ndjson", lambda size: filled(
        lambda n: '{"id":"a","ts":%d,"lat":1,"lon":2}\n' % (1772366400 - n), size)),
    "csv-plain": ("csv", table(lambda n: "d%d,%d,1,2,x\n" % (n % 97, 1772366400 + n))),
    "csv-open-quotes": ("csv", table(lambda n: '"\n')),
    "csv-open-quotes-long": ("csv", table(lambda n: '"' + "x" * 700 + "\n")),
    "csv-doubled-quotes": ("csv", table(lambda n: 'a,1772366400,1,2,"' + '""' * 2000 + '"\n')),
    "csv-columns": ("csv", lambda size: ",".join(["device", "timestamp", "lat", "lon"] + [
        "c%d" % n for n in range(20000)]) + "\n" + ("a,1772366400,1,2" + "," * 20000 + "\n") * (size // 20000)),
    "csv-delimiters": ("csv", table(lambda n: "," * 5000 + "\n")),
    "gpx-plain": ("gpx", track(
        lambda n: '<trkpt lat="1" lon="2"><time>2026-03-01T00:00:00.%06dZ</time></trkpt>' % (n % 1000000))),
    "gpx-no-times": ("gpx", track(lambda n: '<trkpt lat="1" lon="2"/>')),
    "gpx-depth": ("gpx", track(lambda n: "<a>" * 200 + "</a>" * 200)),
    "gpx-prefixes": ("gpx", track(lambda n: "".join(
        '<a%d xmlns:p%d="u%d">' % (m, m, m) for m in range(200)) + "".join(
        "</a%d>" % m for m in reversed(range(200))))),
    "gpx-attributes": ("gpx", track(lambda n: "<a " + " ".join('b%d="1"' % m for m in range(20000)) + "/>")),
    "gpx-comment": ("gpx", track(lambda n: "<!-- " + "- " * 400000 + "-->")),
    "gpx-open-comment": ("gpx", lambda size: "<gpx><!--" + "x" * size),
    "gpx-text": ("gpx", track(lambda n: '<trkpt lat="1" lon="2"><time>' + "&#48;" * 100000 + "</time></trkpt>")),
    "kml-track": ("kml", gx),
    "kml-open-tag": ("kml", lambda size: "<kml><" + "a" * size),
    "nmea-plain": ("nmea", lambda size: filled(epoch, size)),
    "nmea-noise": ("nmea", lambda size: "$$$$$$\n" * (size // 7)),
    "nmea-long": ("nmea", lines("$GPRMC,")),
    "nmea-commas": ("nmea", lines("$" + "," * 900000)),
    "ais-parts": ("ais", lambda size: filled(
        lambda n: sentence("AIVDM,9,%d,%d,A,%s,0" % (n % 8 + 1, n % 10, "w" * 50), "!"), size)),
    "adsb-rows": ("adsb", lambda size: filled(
        lambda n: ('{"timestamp":%d,"icao24":"a%d","latitude":1,"longitude":2},' % (1772366400 + n, n)),
        size, "[", '{"timestamp":1772366400,"icao24":"a","latitude":1,"longitude":2}]')),
    "adsb-columns": ("adsb", columns),
    "owntracks": ("owntracks", lambda size: filled(
        lambda n: '{"_type":"location","tid":"a","tst":%d,"lat":1,"lon":2,"x":%s}\n' % (
            1772366400 + n, '{"a":' * 100 + "1" + "}" * 100), size)),
    "traccar": ("traccar", lambda size: filled(
        lambda n: '{"position":{"deviceId":1,"fixTime":"2026-03-01T00:00:00Z","latitude":1,"longitude":2,'
        '"attributes":{%s}}}\n' % ",".join('"a%d":1' % m for m in range(2000)), size)),
    "osmand-names": ("osmand", lambda size: filled(
        lambda n: "/?id=1&lat=1&lon=2&timestamp=%d&%s\n" % (
            1772366400 + n, "&".join("a%d=%%20" % m for m in range(200))), size)),
    "osmand-escapes": ("osmand", lines("/?id=" + "%41" * 300000)),
}


def ring(count, x=0.0, y=0.0, radius=1.0, wave=0.01):
    points = []
    for n in range(count + 1):
        angle = 2 * math.pi * (n % count) / count
        r = radius * (1 + wave * math.sin(5000 * angle))
        points.append((x + r * math.cos(angle), y + r * math.sin(angle)))
    return points


def positions(points):
    return ",".join("[%.9f,%.9f]" % p for p in points)


def feature(geometry, number=0, members="", properties=""):
    return '{"type":"Feature","id":"f%d"%s,"properties":{%s},"geometry":%s}' % (
        number, members, properties, geometry)


def polygon(*rings):
    return '{"type":"Polygon","coordinates":[%s]}' % ",".join("[%s]" % positions(r) for r in rings)


def square(n, side=0.5, width=1000):
    x, y = (n % width) * 0.1, (n // width) * 0.1
    s = side * 0.1
    return [(x, y), (x + s, y), (x + s, y + s), (x, y + s), (x, y)]


def comb(count):
    points = [(0.0, 0.0)]
    for n in range(count // 2):
        points += [(n / count, 1.0), ((n + 0.5) / count, 0.1)]
    return points + [(0.5, 0.0), (0.0, 0.0)]


def star(count):
    """Each edge crosses nearly every other."""
    count |= 1
    points = [(math.cos(2 * math.pi * n * (count // 2) / count), math.sin(2 * math.pi * n * (count // 2) / count))
              for n in range(count)]
    return points + points[:1]


def zigzag(count):
    points = [(n / count, n % 2) for n in range(count // 2)]
    return points + [(x, y + 0.5) for x, y in reversed(points)] + points[:1]


def spiral(count):
    out = [(r * math.cos(a), r * math.sin(a)) for r, a in
           ((0.1 + n / count, n * 0.05) for n in range(count // 2))]
    back = [((0.1 + n / count - 0.02) * math.cos(n * 0.05), (0.1 + n / count - 0.02) * math.sin(n * 0.05))
            for n in reversed(range(count // 2))]
    return out + back + out[:1]


def grid(make, each=150):
    return lambda size: HEAD + ",".join(make(n) for n in range(max(size // each, 1))) + "]}"


REGIONS = {
    "geojson-ring": ("geojson", lambda size: HEAD + feature(polygon(ring(size // 27))) + "]}"),
    "geojson-comb": ("geojson", lambda size: HEAD + feature(polygon(comb(size // 27))) + "]}"),
    "geojson-star": ("geojson", lambda size: HEAD + feature(polygon(star(size // 27))) + "]}"),
    "geojson-zigzag": ("geojson", lambda size: HEAD + feature(polygon(zigzag(size // 27))) + "]}"),
    "geojson-spiral": ("geojson", lambda size: HEAD + feature(polygon(spiral(size // 27))) + "]}"),
    "geojson-holes": ("geojson", lambda size: HEAD + feature(polygon(
        [(-1, -1), (101, -1), (101, 80), (-1, 80), (-1, -1)], *[square(n) for n in range(size // 130)])) + "]}"),
    "geojson-touching-holes": ("geojson", lambda size: HEAD + feature(polygon(
        [(-1, -1), (101, -1), (101, 80), (-1, 80), (-1, -1)],
        *[[(x, y), (x + 0.1, y + 0.05), (x + 0.05, y + 0.1), (x, y)] for x, y in (
            ((n % 1000) * 0.1, (n // 1000) * 0.2) for n in range(size // 110))])) + "]}"),
    "geojson-parts": ("geojson", lambda size: HEAD + feature(
        '{"type":"MultiPolygon","coordinates":[%s]}' % ",".join(
            "[[%s]]" % positions(square(n)) for n in range(size // 130))) + "]}"),
    "geojson-corridor": ("geojson", lambda size: HEAD + feature(
        '{"type":"LineString","coordinates":[%s]}' % positions([(math.sin(n), math.cos(n * 1.7)) for n in range(
            size // 27)]), properties='"width":10') + "]}"),
    "geojson-features": ("geojson", grid(lambda n: feature(polygon(square(n)), n), 230)),
    "geojson-same-shape": ("geojson", grid(lambda n: feature(polygon(square(0)), n), 230)),
    "geojson-same-id": ("geojson", grid(lambda n: feature(polygon(square(n)), 0), 230)),
    "geojson-same-circle": ("geojson", grid(lambda n: feature(
        '{"type":"Point","coordinates":[1,2]}', n, properties='"radius":%d' % (100 + n)), 110)),
    "geojson-stacked": ("geojson", grid(lambda n: feature(polygon(
        [(-1 - n * 1e-6, -1), (1, -1), (1, 1), (-1, 1), (-1 - n * 1e-6, -1)]), n), 230)),
    "geojson-properties": ("geojson", lambda size: HEAD + feature(
        polygon(square(0)), properties=",".join('"p%d":%d' % (n, n) for n in range(size // 16))) + "]}"),
    "geojson-repeated-geometry": ("geojson", lambda size: HEAD + '{"type":"Feature","id":"a","properties":{},'
        + ",".join('"geometry":' + polygon(square(0)) for n in range(size // 160)) + "}]}"),
    "geojson-repeated-features": ("geojson", lambda size: '{"type":"FeatureCollection",' + ",".join(
        '"features":[%s]' % feature(polygon(square(0))) for n in range(size // 240)) + "}"),
    "geojson-depth": ("geojson", grid(lambda n: '{"a":' + "[" * 120 + "]" * 120 + "}", 250)),
    "geojson-strings": ("geojson", grid(lambda n: feature(
        polygon(square(n)), n, properties='"name":"%s"' % ("\\u00e9" * 1000)), 6200)),
    "geojson-blanks": ("geojson", lambda size: HEAD + " \n" * (size // 2) + "]}"),
    "geojson-errors": ("geojson", grid(lambda n: "{}", 3)),
    "wkt-lines": ("wkt", lambda size: filled(
        lambda n: "f%d\tPOLYGON((%s))\n" % (n, ",".join("%f %f" % p for p in square(n))), size)),
    "wkt-comments": ("wkt", lambda size: "#\n" * (size // 2)),
    "wkt-words": ("wkt", lambda size: "x\tPOLYGON((" + "a" * size),
    "wkt-parentheses": ("wkt", lambda size: "x\tMULTIPOLYGON" + "(" * size),
    "csv-circles": ("csv", lambda size: filled(lambda n: "c%d,1,%f,100\n" % (n, n % 170), size, "id,lat,lon,radius\n")),
    "csv-columns": ("csv", lambda size: "id,lat,lon,radius," + ",".join("c%d" % n for n in range(size // 20)) + "\n"
                    + "a,1,2,3," + ",".join("x" for n in range(size // 20)) + "\n"),
    "csv-quotes": ("csv", lambda size: "id,lat,lon,radius\n" + '"\n' * (size // 2)),
    "kml-placemarks": ("kml", lambda size: filled(
        lambda n: "<Placemark id=\"p%d\"><Polygon><outerBoundaryIs><LinearRing><coordinates>%s</coordinates>"
        "</LinearRing></outerBoundaryIs></Polygon></Placemark>" % (
            n, " ".join("%f,%f" % p for p in square(n))), size, "<kml><Document>", "</Document></kml>")),
    "kml-geometries": ("kml", lambda size: filled(
        lambda n: "<Polygon><outerBoundaryIs><LinearRing><coordinates>%s</coordinates></LinearRing>"
        "</outerBoundaryIs></Polygon>" % " ".join("%f,%f" % p for p in square(n)), size,
        '<kml><Placemark id="a"><MultiGeometry>', "</MultiGeometry></Placemark></kml>")),
    "kml-data": ("kml", lambda size: filled(
        lambda n: '<Data name="n%d"><value>v</value></Data>' % n, size,
        '<kml><Placemark id="a"><Point><coordinates>1,2</coordinates></Point><ExtendedData>',
        "</ExtendedData></Placemark></kml>")),
    "gpx-waypoints": ("gpx", lambda size: filled(
        lambda n: '<wpt lat="1" lon="%f"><name>w%d</name></wpt>' % (n % 170, n), size, "<gpx>", "</gpx>")),
    "openair-points": ("openair", lambda size: "AC D\nAN x\n" + "".join(
        "DP %02d:%02d:%02d N %03d:%02d:%02d E\n" % (40 + x // 3600, x // 60 % 60, x % 60, 10, y // 60 % 60, y % 60)
        for x, y in ((n, n * n % 3600) for n in range(size // 28)))),
    "openair-arcs": ("openair", lambda size: filled(
        lambda n: "DA 3,0,359\n", size, "AC D\nAN x\nV X=48:00:00 N 011:00:00 E\n")),
    "openair-wide-arcs": ("openair", lambda size: filled(
        lambda n: "DB 48:00:00 N 012:00:00 E,48:00:00 N 010:00:00 E\n", size,
        "AC D\nAN x\nV X=48:00:00 N 011:00:00 E\n")),
    "openair-circles": ("openair", lambda size: filled(
        lambda n: "AC D\nAN n%d\nV X=48:00:00 N 011:00:00 E\nDC 3\n" % n, size)),
    "openair-records": ("openair", lambda size: filled(lambda n: "AX%d y\n" % n, size, "AC D\nAN x\n")),
}

IMPORTS = {
    "traccar-rows": ("traccar", lambda size: "[" + ",".join(
        '{"id":%d,"name":"a","area":"CIRCLE (55.75 37.62, 100)","attributes":{}}' % n for n in range(size // 75)) + "]"),
    "traccar-attributes": ("traccar", lambda size: '[{"id":1,"name":"a","area":"CIRCLE (55.75 37.62, 100)","attributes":{%s}}]'
                           % ",".join('"a%d":1' % n for n in range(size // 12))),
    "tile38-hooks": ("tile38", lambda size: filled(
        lambda n: "SETHOOK h%d http://x NEARBY k FENCE POINT 1 2 300\n" % n, size)),
    "tile38-patterns": ("tile38", lambda size: filled(
        lambda n: ("SETHOOK h%d http://x NEARBY k FENCE POINT 1 2 300\n" if n % 2 else "PDELHOOK x%d*\n") % n, size)),
    "tile38-stars": ("tile38", lambda size: "SETHOOK %s http://x NEARBY k FENCE POINT 1 2 300\n" % ("a" * (size // 2))
                     + "PDELHOOK %sb\n" % ("*a" * (size // 4))),
    "tile38-segment": ("tile38", lambda size: "SETHOOK %s http://x NEARBY k FENCE POINT 1 2 300\n" % (
        "a" * min(size // 2, 1 << 19)) + "PDELHOOK *%sb\n" % ("a" * min(size // 2, 1 << 19))),
    "tile38-objects": ("tile38", lambda size: filled(lambda n: "SET k o%d POINT 1 2\n" % n, size)),
    "tile38-open-quote": ("tile38", lambda size: '"' + "a" * size),
}


def seconds(arguments, folder):
    # Beyond its time the system ends the program, which then has taken just that long.
    arguments = ["prlimit", "--cpu=180", "--"] + arguments
    process = subprocess.Popen(arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 2) and usage.ru_utime + usage.ru_stime < 170:
        sys.exit("%s: status %d: %s" % (arguments, process.returncode, errors[-500:].decode(errors="replace")))
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--size", type=float, default=4, help="of the smaller input in MiB")
    options = parser.parse_intermixed_args()
    program = os.path.abspath(options.program)
    size = int(options.size * (1 << 20))
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/r.geojson", "w") as file:
            file.write('{"type":"Feature","id":"z","properties":{"radius":100},'
                       '"geometry":{"type":"Point","coordinates":[2,1]}}')
        watch = [program, "watch", "-q", "-r", "r.geojson", "--threads", "1", "--device", "d", "--preset",
                 "immediate", "--assume-interval", "1s", "--rejects", "/dev/null", "--format"]
        runs = [("fixes", name, kind, make, lambda kind: watch + [kind, "input"])
                for name, (kind, make) in FIXES.items()]
        runs += [("fixes", "gzip-members", "ndjson", None, lambda kind: watch + [kind, "input"])]
        runs += [("regions", name, kind, make, lambda kind: [
            program, "check", "--radius", "100", "--regions-format", kind, "input"])
            for name, (kind, make) in REGIONS.items()]
        runs += [("import", name, kind, make, lambda kind: [
            program, "import", kind, "input", "-o", "output"]) for name, (kind, make) in IMPORTS.items()]
        for group, name, kind, make, arguments in runs:
            if options.words and not any(word in group + " " + name for word in options.words):
                continue
            found = []
            for scale in (1, 4):
                if make is None:
                    member = gzip.compress(b"")
                    data = member * (size * scale // len(member))
                else:
                    data = make(size * scale).encode()
                with open(folder + "/input", "wb") as file:
                    file.write(data)
                found.append((seconds(arguments(kind), folder), len(data)))
            (first, short), (second, long) = found
            ratio = (second / long) / max(first / short, 1e-9)
            isSlow = second > 0.2 and ratio > 1.5 or second > 170
            print("%-8s %-26s %6.1f MB %7.2f s %7.1f ns/byte %6.2f x for 4 x%s" % (
                group, name, long / 1e6, second, second / long * 1e9, ratio * 4,
                "  SLOW" if isSlow else ""), flush=True)
            if isSlow:
                slow.append(name)
    if slow:
        sys.exit("not in proportion: " + ", ".join(slow))


main()
