#!/usr/bin/env python3
"""Makes the region files of this folder from the packages named in README.md.

    python3 -m pip install shapely pyshp rdata
    mkdir sources
    python3 -m pip download --no-deps -d sources plotly-geo==1.0.0
    (cd sources && apt-get download r-cran-rnaturalearthdata)
    python3 Regions/make_regions.py sources

Needed only to make the files anew; nothing in the build runs it. The output depends on nothing but
the sources and this file, so a second run changes nothing.
"""

import bz2
import gzip
import io
import json
import lzma
import math
import pathlib
import struct
import subprocess
import sys
import tarfile
import warnings
import zipfile
import zlib

import rdata
import shapefile
import shapely
from shapely.geometry import MultiPolygon, Point, Polygon, shape
from shapely.geometry.polygon import orient

HERE = pathlib.Path(__file__).resolve().parent
METRES_PER_DEGREE = 111_195.0  # of latitude, on the mean sphere: enough to choose and to draw

# ---------------------------------------------------------------- writing


def parts(geometry):
    return list(geometry.geoms) if geometry.geom_type == "MultiPolygon" else [geometry]


def rounded(polygon, decimals):
    """The polygon at `decimals` places, without the repeated vertices that rounding makes."""

    def ring(coordinates):
        kept = []
        for x, y in coordinates:
            vertex = (round(x, decimals), round(y, decimals))
            if not kept or kept[-1] != vertex:
                kept.append(vertex)
        return kept

    return Polygon(ring(polygon.exterior.coords), [ring(r.coords) for r in polygon.interiors])


def polygon_geometry(polygons, wrap=False):
    """A GeoJSON geometry, outer rings counterclockwise and holes clockwise (RFC 7946 §3.1.6)."""

    def longitude(x):
        return round(x - 360, 6) if wrap and x >= 180 else x

    rings = [
        [
            [[longitude(x), y] for x, y in ring.coords]
            for ring in [polygon.exterior, *polygon.interiors]
        ]
        for polygon in (orient(p) for p in polygons)
    ]
    if len(rings) == 1:
        return {"type": "Polygon", "coordinates": rings[0]}
    return {"type": "MultiPolygon", "coordinates": rings}


def feature(identifier, properties, geometry):
    return {
        "type": "Feature",
        "id": identifier,
        "properties": properties,
        "geometry": geometry,
    }


def write(name, features):
    """One feature a line, so that an error's line number and a diff both name a feature."""
    features = sorted(features, key=lambda f: f["id"])
    lines = [json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in features]
    text = '{"type":"FeatureCollection","features":[\n' + ",\n".join(lines) + "\n]}\n"
    (HERE / name).write_text(text, encoding="utf-8")
    print(f"{name}: {len(features)} features, {len(text.encode())} bytes")


# ---------------------------------------------------------------- counties

# City centres, to about a kilometre. A county belongs to every metro whose centre it comes
# within METRO_RADIUS of; it is filed under the nearest.
METROS = {
    "Anchorage": (61.218, -149.900),
    "Boston": (42.360, -71.058),
    "Chicago": (41.884, -87.632),
    "Denver": (39.739, -104.990),
    "Honolulu": (21.307, -157.858),
    "Houston": (29.760, -95.370),
    "Los Angeles": (34.054, -118.243),
    "Miami": (25.774, -80.194),
    "New York": (40.713, -74.006),
    "San Francisco": (37.779, -122.419),
    "Seattle": (47.604, -122.330),
    "Washington": (38.895, -77.036),
}
METRO_RADIUS = 60_000.0
STATES = {
    "02": "AK", "06": "CA", "08": "CO", "11": "DC", "12": "FL", "15": "HI", "17": "IL",
    "18": "IN", "24": "MD", "25": "MA", "33": "NH", "34": "NJ", "36": "NY", "09": "CT",
    "42": "PA", "44": "RI", "48": "TX", "51": "VA", "53": "WA", "54": "WV",
}  # fmt: skip
# The Census Bureau's legal/statistical area codes that occur here.
KINDS = {"00": "", "04": " Borough", "06": " County", "12": " Municipality", "25": " (city)"}


def counties(sources):
    """Every county of the 2016 1:500,000 cartographic boundary file: (record, geometry)."""
    with zipfile.ZipFile(next(sources.glob("plotly_geo-*.whl"))) as wheel:
        base = "_plotly_geo/package_data/cb_2016_us_county_500k"
        files = {e: io.BytesIO(wheel.read(f"{base}.{e}")) for e in ("shp", "shx", "dbf")}
    for item in shapefile.Reader(**files).iterShapeRecords():
        yield item.record.as_dict(), shape(item.shape.__geo_interface__)


def distance(geometry, latitude, longitude):
    """Metres from a geometry to a point, on a plane true at the point's latitude."""
    squeeze = math.cos(math.radians(latitude))
    flat = shapely.transform(geometry, lambda c: c * (squeeze, 1))
    return flat.distance(Point(longitude * squeeze, latitude)) * METRES_PER_DEGREE


def metro_counties(sources):
    features = []
    for record, geometry in counties(sources):
        near = {name: distance(geometry, *centre) for name, centre in METROS.items()}
        metro = min(near, key=near.get)
        if near[metro] > METRO_RADIUS:
            continue
        properties = {
            "name": record["NAME"] + KINDS[record["LSAD"]],
            "state": STATES[record["STATEFP"]],
            "metro": metro,
        }
        polygons = [rounded(p, 6) for p in parts(geometry)]
        features.append(
            feature("county-" + record["GEOID"], properties, polygon_geometry(polygons))
        )
    return features


# ---------------------------------------------------------------- districts

HEXAGON_INRADIUS = 1_050.0  # metres
SMALLEST_DISTRICT = 1_500_000.0  # square metres


def denver_districts(sources):
    """Denver County cut by a grid of regular hexagons; small remnants join a neighbour."""
    denver = next(g for r, g in counties(sources) if r["GEOID"] == "08031")
    denver = MultiPolygon([rounded(p, 6) for p in parts(denver)])
    west, south, east, north = denver.bounds
    latitude_step = HEXAGON_INRADIUS / METRES_PER_DEGREE
    longitude_step = latitude_step / math.cos(math.radians((south + north) / 2))
    height = 2 / math.sqrt(3)  # a hexagon's side over its inradius

    def corner(column, row):  # on the lattice of half columns and half sides
        x = west + column * longitude_step
        y = south + row * latitude_step * height / 2
        return (round(x, 6), round(y, 6))

    cells = {}
    row = 0
    while south + (3 * row - 2) * latitude_step * height / 2 < north:
        column = row % 2
        while west + (column - 1) * longitude_step < east:
            offsets = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
            hexagon = Polygon([corner(column + dx, 3 * row + dy) for dx, dy in offsets])
            piece = shapely.intersection(hexagon, denver, grid_size=1e-6)
            polygons = [p for p in shapely.get_parts(piece) if p.geom_type == "Polygon"]
            if polygons:
                cells[(row, column // 2)] = MultiPolygon(polygons)
            column += 2
        row += 1

    square_metres = METRES_PER_DEGREE**2 * math.cos(math.radians((south + north) / 2))
    while True:
        key = min(cells, key=lambda k: (cells[k].area, k))
        if cells[key].area * square_metres >= SMALLEST_DISTRICT:
            break
        remnant = cells.pop(key)
        shared = {k: shapely.intersection(g, remnant).length for k, g in cells.items()}
        host = max(shared, key=lambda k: (shared[k], k))
        if shared[host] == 0:  # an exclave that touches no other cell
            host = min(cells, key=lambda k: (cells[k].distance(remnant), k))
        union = shapely.union(cells[host], remnant, grid_size=1e-6)
        cells[host] = MultiPolygon(parts(union))

    return [
        feature(
            f"district-{row:02}{column:02}",
            {"name": f"Denver district {row}/{column}"},
            polygon_geometry([rounded(p, 6) for p in parts(cell)]),
        )
        for (row, column), cell in cells.items()
    ]


# ---------------------------------------------------------------- countries


def attributes(node):
    """The attributes (and slots) of an object of an R serialization, by name."""
    found = {}
    link = node.attributes
    while link is not None and link.info.type.name == "LIST":
        tag = link.tag.referenced_object or link.tag
        found[tag.value.value.decode()] = link.value[0]
        link = link.value[1]
    return found


def natural_earth(sources, dataset):
    """A SpatialPolygonsDataFrame of the Debian package: (columns, [[(ring, is hole)]])."""
    package = next(sources.glob("r-cran-rnaturalearthdata_*.deb"))
    archive = subprocess.run(
        ["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True
    ).stdout
    folder = "./usr/lib/R/site-library/rnaturalearthdata/data/"
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        index = tar.extractfile(folder + "Rdata.rdx").read()
        data = tar.extractfile(folder + "Rdata.rdb").read()

    warnings.simplefilter("ignore", UserWarning)  # an index has no file header to recognise
    variables = rdata.conversion.convert(rdata.parser.parse_data(gzip.decompress(index)))
    offset, length = (int(n) for n in variables["variables"][dataset])
    (size,) = struct.unpack(">I", data[offset : offset + 4])
    kind, body = data[offset + 4 : offset + 5], data[offset + 5 : offset + length]
    if kind == b"Z":
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 6}]
        content = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters).decompress(body)
    elif kind == b"2":
        content = bz2.decompress(body)
    else:
        content = zlib.decompress(kind + body)
    assert len(content) == size

    slots = attributes(rdata.parser.parse_data(content).object)
    names = [n.value.decode() for n in attributes(slots["data"])["names"].value]
    columns = {}
    for name, column in zip(names, slots["data"].value):
        if column.info.type.name == "STR":
            columns[name] = [s.value and s.value.decode("latin-1") for s in column.value]
    shapes = []
    for item in slots["polygons"].value:
        rings = []
        for part in attributes(item)["Polygons"].value:
            slot = attributes(part)
            numbers = [float(n) for n in slot["coords"].value]
            half = len(numbers) // 2
            ring = list(zip(numbers[:half], numbers[half:]))
            rings.append((ring, bool(slot["hole"].value[0])))
        shapes.append(rings)
    return columns, shapes


def on_seam(vertex):
    """Puts vertices a hair off the ±180° meridian or the South Pole exactly on it."""
    x, y = vertex
    if abs(x) > 179.999:
        x = math.copysign(180.0, x)
    return (x, -90.0 if y < -89.99 else y)


def countries(sources):
    columns, shapes = natural_earth(sources, "countries50")
    features = []
    for code, name, rings in zip(columns["adm0_a3"], columns["name_long"], shapes):
        shells = [Polygon(map(on_seam, ring)) for ring, hole in rings if not hole]
        holes = [Polygon(ring) for ring, hole in rings if hole]
        polygons, found = [], 0
        for shell in shells:
            inner = [h.exterior.coords for h in holes if shell.contains(h)]
            polygon = Polygon(shell.exterior.coords, inner)
            found += len(inner)
            if not polygon.is_valid:  # India: the ring touches itself at one vertex
                print(f"mended {name}: {shapely.is_valid_reason(polygon)}")
            polygons += parts(shapely.make_valid(polygon))
        assert found == len(holes), name
        joined = code == "FJI"
        if joined:  # the source cuts its islands at 180°: join them, to have rings across it
            east = shapely.transform(MultiPolygon(polygons), lambda c: c + (c[:, :1] < 0) * (360, 0))
            polygons = parts(shapely.union_all(parts(east)))
        polygons = [rounded(p, 4) for p in polygons]
        geometry = polygon_geometry(polygons, wrap=joined)
        features.append(feature("country-" + code, {"name": name}, geometry))
    return features


# ---------------------------------------------------------------- depots

# Placed by hand on and beside the tracks of `tracks/`: where a vehicle or the rider stopped, where
# one only passed, where the edge is a few metres from the road, one inside another, and some that
# no track comes near. Columns: identifier, name, latitude, longitude, radius in metres.
DEPOTS = """
den-01  Colorado Boulevard start   39.65520 -104.91925  80
den-02  University Park            39.68495 -104.95040 150
den-03  Cherry Creek corner        39.70285 -104.95930  60
den-04  Sixth Avenue               39.72522 -104.95841  60
den-05  City Park west             39.73809 -104.95862 100
den-06  City Park depot            39.74276 -104.95145  90
den-07  Capitol south              39.73183 -104.99015  70
den-08  Civic Center               39.73526 -104.98784  50
den-09  Twentieth Street           39.74337 -104.98541  60
den-10  Five Points yard           39.75932 -104.96040 120
den-11  Union Station dock         39.75265 -105.00000  40
den-12  Ball Park lot              39.74854 -105.00257  60
den-13  Cherry Creek confluence    39.75033 -105.00516  45
den-14  Auraria                    39.74000 -104.99580  75
den-15  Central yard               39.73788 -104.99024 100
den-16  Central yard gate          39.73790 -104.99030  25
den-17  Downtown                   39.74600 -104.99500 1500
den-18  Santa Fe roadside          39.70530 -104.99600  30
den-19  Airport cargo              39.84600 -104.67400 800
den-20  Stapleton warehouse        39.77200 -104.88500 250
lyo-01  Saone landing              45.84066    4.83077  60
lyo-02  First bend                 45.83962    4.82824  40
lyo-03  Village square             45.83513    4.81503  50
lyo-04  Spring                     45.83585    4.80971  40
lyo-05  Quarry                     45.83708    4.80583  60
lyo-06  North chapel               45.84247    4.80594  50
lyo-07  Picnic meadow              45.84217    4.79810  35
lyo-08  Ridge                      45.83834    4.80000  80
lyo-09  Ridge hut                  45.83838    4.79976  20
lyo-10  Fort                       45.82554    4.80333  60
lyo-11  Lower fort                 45.82413    4.80435  30
lyo-12  West slope                 45.83117    4.79468  50
lyo-13  Valley mill                45.83265    4.78310  90
lyo-14  South crossing             45.81188    4.78234  40
lyo-15  Suburb                     45.80556    4.78607 120
lyo-16  Home street                45.78887    4.80738 100
lyo-17  The hills                  45.83300    4.80000 2500
lyo-18  Perrache platform          45.74850    4.82600 200
"""


def depots():
    features = []
    for line in DEPOTS.strip().splitlines():
        identifier, *words, latitude, longitude, radius = line.split()
        properties = {"name": " ".join(words), "radius": int(radius)}
        point = {"type": "Point", "coordinates": [float(longitude), float(latitude)]}
        features.append(feature("depot-" + identifier, properties, point))
    return features


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: make_regions.py FOLDER-WITH-THE-SOURCE-PACKAGES")
    sources = pathlib.Path(sys.argv[1])
    write("metro-counties.geojson", metro_counties(sources))
    write("denver-districts.geojson", denver_districts(sources))
    write("countries.geojson", countries(sources))
    write("depots.geojson", depots())


if __name__ == "__main__":
    main()
