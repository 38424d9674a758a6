import Geodesy
import RegionFiles
import RegionMonitoring
import Testing

private func coordinate(_ longitude: Double, _ latitude: Double) -> LocationCoordinate2D {
    LocationCoordinate2D(latitude: latitude, longitude: longitude)
}

private func shape(geometry: String, properties: String = "{}") -> RegionShape? {
    let file = read(collection(feature(properties: properties, geometry: geometry)))
    #expect(file.findings.isEmpty, "\(file.findings)")
    return file.regions.first?.shape
}

@Suite struct RegionGeometryReadingTests {
    @Test func readsPolygons() {
        let outer = [
            coordinate(10, 50), coordinate(11, 50), coordinate(11, 51), coordinate(10, 50),
        ]
        let hole = [
            coordinate(10.8, 50.2), coordinate(10.9, 50.2), coordinate(10.9, 50.3),
            coordinate(10.8, 50.2),
        ]
        let rings =
            "[[[10,50],[11,50],[11,51],[10,50]],[[10.8,50.2],[10.9,50.2],[10.9,50.3],[10.8,50.2]]]"
        #expect(
            shape(geometry: "{\"type\":\"Polygon\",\"coordinates\":\(rings)}")
                == .polygons([Polygon(exterior: outer, holes: [hole])]))
        #expect(
            shape(
                geometry:
                    "{\"coordinates\":[\(rings),[[[1,1],[2,1],[2,2],[1,1]]]],\"type\":\"MultiPolygon\"}"
            )
                == .polygons([
                    Polygon(exterior: outer, holes: [hole]),
                    Polygon(exterior: [
                        coordinate(1, 1), coordinate(2, 1), coordinate(2, 2), coordinate(1, 1),
                    ]),
                ]))
    }

    @Test func readsCircles() {
        let circle = RegionShape.circle(Circle(center: coordinate(-73.9, 40.7), radius: 50.5))
        for properties in [
            #"{"radius":50.5}"#, #"{"subType":"Circle","radius":50.5}"#,
            #"{"width":1,"radius":50.5}"#,
            #"{"radius":50.5,"radius_units":"m"}"#, #"{"radius":50.5,"radius_units":null}"#,
        ] {
            #expect(
                shape(
                    geometry: #"{"type":"Point","coordinates":[-73.9,40.7,12]}"#,
                    properties: properties) == circle)
        }
    }

    @Test func readsCorridors() {
        let line = [coordinate(10, 50), coordinate(11, 50)]
        let geometry = #"{"type":"LineString","coordinates":[[10,50],[11,50]]}"#
        let corridor = RegionShape.corridor(Corridor(lines: [line], halfWidth: 30))
        #expect(shape(geometry: geometry, properties: #"{"width":30}"#) == corridor)
        #expect(shape(geometry: geometry, properties: #"{"radius":30}"#) == corridor)
        #expect(shape(geometry: geometry, properties: #"{"radius":9,"width":30}"#) == corridor)
        #expect(shape(geometry: geometry, properties: #"{"width":null,"radius":30}"#) == corridor)
        #expect(
            shape(
                geometry:
                    #"{"type":"MultiLineString","coordinates":[[[10,50],[11,50]],[[1,2],[3,4]]]}"#,
                properties: #"{"width":20000}"#)
                == .corridor(
                    Corridor(
                        lines: [line, [coordinate(1, 2), coordinate(3, 4)]], halfWidth: 20_000)))
    }

    @Test func readsOverFurtherOrdinatesAndMembers() {
        let plain = shape(geometry: square(10, 50))
        #expect(
            shape(
                geometry: #"{"bbox":[0,0,1,1],"type":"Polygon","custom":{"a":[1]},"coordinates":"#
                    + "[[[10,50,1],[10.25,50,2,3],[10.25,50.25],[10,50.25,-1e3],[10,50]]]}")
                == plain)
    }

    @Test func keepsWhatAFileSaysAcrossTheAntimeridian() {
        let geometry =
            #"{"type":"Polygon","coordinates":[[[179,1],[181,1],[181,2],[179,2],[179,1]]]}"#
        guard case .polygons(let polygons)? = shape(geometry: geometry) else {
            Issue.record("no polygon")
            return
        }
        #expect(polygons[0].exterior.map(\.longitude) == [179, 181, 181, 179, 179])
    }

    @Test(arguments: [
        (
            #"{"type":"Polygon","coordinates":[^[[10,50],[11,50],[11,51],[10,51]]]}"#,
            "ring 0 is not closed; its last position must be its first; repeat the first position at the end"
        ),
        (
            #"{"type":"Polygon","coordinates":[^[[10,50],[11,50],[10,50]]]}"#,
            "ring 0 has 3 positions; it must have at least 4; a ring ends with its first position once more"
        ),
        (
            #"{"type":"MultiPolygon","coordinates":[[[[1,1],[2,1],[2,2],[1,1]],^[[1,1],[2,2],[1,1]]]]}"#,
            "ring 1 of polygon 0 has 3 positions; it must have at least 4; a ring ends with its first position once more"
        ),
        (
            #"{"type":"Polygon","coordinates":^[]}"#,
            "the geometry is empty; it must have at least one position"
        ),
        (
            #"{"type":"Polygon","coordinates":[^[]]}"#,
            "the geometry is empty; it must have at least one position"
        ),
        (
            #"{"type":"MultiPolygon","coordinates":^[]}"#,
            "the geometry is empty; it must have at least one position"
        ),
        (
            #"{"type":"MultiPolygon","coordinates":[^[]]}"#,
            "the geometry is empty; it must have at least one position"
        ),
        (
            #"{"type":"Polygon","coordinates":[[[10,50],[11,^null],[11,51],[10,50]]]}"#,
            "found null, expected a latitude in degrees"
        ),
        (
            #"{"type":"Polygon","coordinates":[[[^null,50],[11,50],[11,51],[10,50]]]}"#,
            "found null, expected a longitude in degrees"
        ),
        (
            #"{"type":"Polygon","coordinates":[[[10,50,^null],[11,50],[11,51],[10,50]]]}"#,
            "found null, expected a number or the end of the position"
        ),
        (
            #"{"type":"Polygon","coordinates":[[[^"10",50],[11,50],[11,51],[10,50]]]}"#,
            "found \"10\", expected a longitude in degrees"
        ),
        (
            #"{"type":"Polygon","coordinates":[[[10^],[11,50],[11,51],[10,50]]]}"#,
            "found ']', expected a latitude in degrees"
        ),
        (
            #"{"type":"Polygon","coordinates":[[^10,50],[11,50],[11,51],[10,50]]}"#,
            "found 10, expected a position, [longitude, latitude]"
        ),
        (
            #"{"type":"Polygon","coordinates":[^5]}"#,
            "found 5, expected a ring, an array of positions, [longitude, latitude]"
        ),
        (
            #"{"type":"MultiPolygon","coordinates":[^1,2]}"#,
            "found 1, expected a polygon, an array of rings"
        ),
        (
            #"{"type":"MultiPolygon","coordinates":[[[^1]]]}"#,
            "found 1, expected a position, [longitude, latitude]"
        ),
        (
            #"{"type":"Polygon","coordinates":[[[^1e999,50],[11,50],[11,51],[10,50]]]}"#,
            "found 1e999, expected a longitude in degrees"
        ),
        (
            #"{"type":"Polygon","coordinates":[[[10,^95],[11,50],[11,51],[10,95]]]}"#,
            "the latitude 95.0 is out of range; it must be -90 to 90; a position is [longitude, latitude]: the two may be swapped"
        ),
        (
            #"{"type":"Polygon","coordinates":[[[^1113194.9,6446275.8],[1,1]]]}"#,
            "the longitude 1113194.9 is out of range; it must be -540 to 540; positions are in degrees: these may be metres of a projected system"
        ),
        (
            #"{"type":"Polygon","coordinates":[[^{"x":1},[1,1]]]}"#,
            "found an object, expected a position, [longitude, latitude]"
        ),
        (
            #"{"type":"Polygon","coordinates":^null}"#,
            "'coordinates' is null; it must be an array"
        ),
        (#"^{"type":"Polygon"}"#, "'coordinates' is missing; it must be an array"),
        (#"^{"coordinates":[1,2]}"#, "'type' is missing; it must be a geometry's type"),
        (
            #"{"type":^5,"coordinates":[1,2]}"#,
            "a geometry of type 5 is no region; it must be Polygon, MultiPolygon, Point with a radius, LineString or MultiLineString with a width"
        ),
        (
            #"{"type":^"polygon","coordinates":[]}"#,
            "a geometry of type \"polygon\" is no region; it must be Polygon, MultiPolygon, Point with a radius, LineString or MultiLineString with a width"
        ),
        (
            #"{"type":^"GeometryCollection","geometries":[]}"#,
            "a geometry of type \"GeometryCollection\" is no region; it must be Polygon, MultiPolygon, Point with a radius, LineString or MultiLineString with a width; write a feature for each geometry, or one MultiPolygon"
        ),
        (
            #"{"type":^"Circle","coordinates":[1,2],"radius":5}"#,
            "a geometry of type \"Circle\" is no region; it must be Polygon, MultiPolygon, Point with a radius, LineString or MultiLineString with a width; write a Point with 'radius', in metres, among the properties"
        ),
        (
            #"{"type":^"MultiPoint","coordinates":[[1,2]]}"#,
            "a geometry of type \"MultiPoint\" is no region; it must be Polygon, MultiPolygon, Point with a radius, LineString or MultiLineString with a width; write a Point with 'radius' for each"
        ),
        ("^null", "'geometry' is null; it must be a geometry"),
        ("^[1,2]", "'geometry' is an array; it must be a geometry"),
        (
            #"{"type":"Point","coordinates":^[ ]}"#,
            "the geometry is empty; it must have at least one position"
        ),
        (
            #"{"type":"Point","coordinates":[1,2]}"#,
            "'properties.radius' is missing; it must be a number of metres above 0; a Point is the centre of a circle, a line the middle of a corridor: both need a size"
        ),
        (
            #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#,
            "'properties.width' is missing; it must be half the width as a number of metres, above 0 and at most 20000; a Point is the centre of a circle, a line the middle of a corridor: both need a size"
        ),
        (
            #"{"type":"LineString","coordinates":^[[1,2]]}"#,
            "line 0 has 1 position; it must have at least 2"
        ),
        (
            #"{"type":"LineString","coordinates":^[]}"#,
            "the geometry is empty; it must have at least one position"
        ),
        (
            #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],^[[1,2]]]}"#,
            "line 1 has 1 position; it must have at least 2"
        ),
        (
            #"{"type":"MultiLineString","coordinates":^[]}"#,
            "the geometry is empty; it must have at least one position"
        ),
        (
            #"{"type":"MultiLineString","coordinates":[^3]}"#,
            "found 3, expected an array of positions, [longitude, latitude]"
        ),
        (
            #"{"type":"LineString","coordinates":^"x"}"#,
            "'coordinates' is \"x\"; it must be an array"
        ),
    ])
    func refuses(_ geometry: String, _ expected: String) {
        expectRefusal(marked: feature(geometry: geometry), expected)
    }

    @Test(arguments: [
        (
            #"{"type":"Polygon","coordinates":^[[[10,50],[10.25,50.25],[10.25,50],[10,50.25],[10,50]]]}"#,
            "the polygon is invalid: Self-intersection at (10.125 50.125); move or remove vertices "
                + "there, so that no edge crosses or runs along another"
        ),
        (
            #"{"type":"Polygon","coordinates":^[[[10,50],[10.25,50],[10.25,50.25],[10,50]],[[11,50],[11.25,50],[11.25,50.25],[11,50]]]}"#,
            "the polygon is invalid: Hole lies outside shell at (11.0 50.0); an area of its own is "
                + "written as a further polygon of a MultiPolygon"
        ),
        (
            #"{"type":"MultiPolygon","coordinates":^[[[[0,0],[9,0],[9,9],[0,0]]],[[[3,1],[4,1],[4,2],[3,1]]]]}"#,
            "the polygon is invalid: Nested shells at (3.0 1.0); an area within another is a hole "
                + "of it, or superfluous"
        ),
        (
            #"{"type":"Polygon","coordinates":^[[[-180,70],[-60,70],[60,70],[180,70]]]}"#,
            "ring 0 winds around a pole without being closed along it; let it run to the 180 "
                + "meridian, along it to the pole, along the pole to -180 and back, as in … "
                + "(180 70), (180 90), (-180 90), (-180 70) …"
        ),
    ])
    func refusesInvalidPolygons(_ geometry: String, _ expected: String) {
        expectRefusal(marked: feature(geometry: geometry), expected)
    }

    @Test func acceptsRepeatedAndCollinearVertices() {
        let geometry =
            #"{"type":"Polygon","coordinates":[[[10,50],[10,50],[10.1,50],[10.1,50],[10.2,50],[10.2,50.2],[10,50]]]}"#
        #expect(shape(geometry: geometry) != nil)
    }

    @Test func refusesAFeatureWithoutGeometry() {
        #expect(
            refusals(feature(geometry: nil)) == [
                "a.geojson:2:1: error: region 'x': 'geometry' is missing; it must be a geometry"
            ])
    }

    @Test(arguments: [
        (
            #"{"radius":^"50"}"#,
            "'properties.radius' is \"50\"; it must be a number of metres above 0; write the number without quotes"
        ),
        (#"{"radius":^0}"#, "'properties.radius' is 0; it must be a number of metres above 0"),
        (#"{"radius":^-5}"#, "'properties.radius' is -5; it must be a number of metres above 0"),
        (
            #"{"radius":^1e999}"#,
            "'properties.radius' is 1e999; it must be a number of metres above 0"
        ),
        (
            #"{"radius":^true}"#,
            "'properties.radius' is true; it must be a number of metres above 0"
        ),
        (
            #"{"radius":^[5]}"#,
            "'properties.radius' is an array; it must be a number of metres above 0"
        ),
        (
            #"{"radius":5,"radius_units":^"km"}"#,
            "'properties.radius_units' is \"km\"; it must be \"m\": lengths are in metres"
        ),
        (
            #"{"radius":5,"radius_units":^1}"#,
            "'properties.radius_units' is 1; it must be \"m\": lengths are in metres"
        ),
    ])
    func refusesRadii(_ properties: String, _ expected: String) {
        expectRefusal(
            marked: feature(
                properties: properties, geometry: #"{"type":"Point","coordinates":[1,2]}"#),
            expected)
    }

    @Test(arguments: [
        (
            #"{"width":^"50"}"#,
            "'properties.width' is \"50\"; it must be a number of metres above 0 and at most 20000; write the number without quotes"
        ),
        (
            #"{"width":^20000.1}"#,
            "'properties.width' is 20000.1; it must be a number of metres above 0 and at most 20000"
        ),
        (
            #"{"radius":^0}"#,
            "'properties.radius' is 0; it must be a number of metres above 0 and at most 20000"
        ),
        (
            #"{"width":5,"radius_units":^"ft"}"#,
            "'properties.radius_units' is \"ft\"; it must be \"m\": lengths are in metres"
        ),
    ])
    func refusesWidths(_ properties: String, _ expected: String) {
        expectRefusal(
            marked: feature(
                properties: properties,
                geometry: #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#), expected)
    }
}
