"""What joins of points and polygons in Python cost on a workload's files.

    join.py REGIONS.geojson FIXES.ndjson [REPEATS]

Prints a line of JSON: processor seconds of each repeat (user and system, all threads, one thread asked
for) and the number of pairs, by library. Reading the files and making the geometries is not timed;
building an index is, where it is part of the join. Circles are left out: the libraries know none.
"""

import json
import resource
import sys
import time

import duckdb
import duckdb_extension_spatial
import numpy
import pyarrow
import shapely


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def read(regions_path, fixes_path):
    with open(regions_path, encoding="utf-8") as file:
        features = json.load(file)["features"]
    polygons = numpy.array(
        [
            shapely.geometry.shape(feature["geometry"])
            for feature in features
            if feature["geometry"]["type"] != "Point"
        ],
        dtype=object,
    )
    longitudes, latitudes = [], []
    with open(fixes_path, encoding="utf-8") as file:
        for line in file:
            fix = json.loads(line)
            longitudes.append(fix["lon"])
            latitudes.append(fix["lat"])
    return polygons, numpy.array(longitudes), numpy.array(latitudes)


class Shapely:
    """A tree of boxes, then prepared polygons by the coordinates: the fastest way it documents."""

    def __init__(self, polygons, longitudes, latitudes):
        self.polygons = polygons
        self.longitudes, self.latitudes = longitudes, latitudes
        self.points = shapely.points(longitudes, latitudes)
        self.tree = shapely.STRtree(polygons)
        shapely.prepare(polygons)

    def join(self):
        points, hits = self.tree.query(self.points)
        inside = shapely.intersects_xy(
            self.polygons[hits], self.longitudes[points], self.latitudes[points]
        )
        return int(inside.sum())


class DuckDB:
    """Its spatial join operator, tables in memory, one thread."""

    def __init__(self, polygons, longitudes, latitudes):
        self.connection = duckdb.connect(
            config={"threads": 1, "allow_unsigned_extensions": "true"}
        )
        folder = f"{duckdb_extension_spatial.__path__[0]}/extensions/v{duckdb.__version__}"
        self.connection.execute(f"LOAD '{folder}/spatial.duckdb_extension'")
        regions = pyarrow.table({"shape": shapely.to_wkb(polygons).tolist()})
        fixes = pyarrow.table({"longitude": longitudes, "latitude": latitudes})
        self.connection.register("given_regions", regions)
        self.connection.register("given_fixes", fixes)
        self.connection.execute(
            "CREATE TABLE regions AS SELECT ST_GeomFromWKB(shape) AS shape FROM given_regions"
        )
        self.connection.execute(
            "CREATE TABLE fixes AS SELECT ST_Point(longitude, latitude) AS place FROM given_fixes"
        )

    def join(self):
        return self.connection.execute(
            "SELECT count(*) FROM fixes JOIN regions ON ST_Intersects(shape, place)"
        ).fetchone()[0]


class SedonaDB:
    """Its spatial join over tables in memory, one partition."""

    def __init__(self, polygons, longitudes, latitudes):
        import sedonadb

        self.session = sedonadb.connect()
        self.session.sql("SET datafusion.execution.target_partitions = 1").execute()
        regions = pyarrow.table({"shape": shapely.to_wkb(polygons).tolist()})
        fixes = pyarrow.table({"longitude": longitudes, "latitude": latitudes})
        self.session.create_data_frame(regions).to_view("given_regions")
        self.session.create_data_frame(fixes).to_view("given_fixes")
        self.session.sql(
            "SELECT ST_GeomFromWKB(shape) AS shape FROM given_regions"
        ).to_memtable().to_view("regions")
        self.session.sql(
            "SELECT ST_Point(longitude, latitude) AS place FROM given_fixes"
        ).to_memtable().to_view("fixes")

    def join(self):
        table = self.session.sql(
            "SELECT count(*) AS n FROM fixes JOIN regions ON ST_Intersects(shape, place)"
        ).to_arrow_table()
        return table["n"][0].as_py()


def main():
    polygons, longitudes, latitudes = read(sys.argv[1], sys.argv[2])
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    result = {}
    for library in (Shapely, DuckDB, SedonaDB):
        name = library.__name__
        try:
            contender = library(polygons, longitudes, latitudes)
            seconds, pairs = [], None
            deadline = time.monotonic() + 60
            while len(seconds) < repeats and (not seconds or time.monotonic() < deadline):
                start = processor_seconds()
                pairs = contender.join()
                seconds.append(processor_seconds() - start)
            result[name] = {"seconds": seconds, "pairs": pairs}
        except Exception as error:  # one library's trouble is no reason to lose the others
            result[name] = {"error": f"{type(error).__name__}: {error}".split("\n")[0][:200]}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
