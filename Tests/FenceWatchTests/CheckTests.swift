import Foundation
import Testing

/// Whole runs of `fencewatch check`.
struct CheckTests {
    private func program() throws -> Program {
        let program = try Program()
        try program.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"depot","properties":{"radius":50},
             "geometry":{"type":"Point","coordinates":[10,0]}},
            {"type":"Feature","id":"road","properties":{"width":25,"policy":{"preset":"immediate"}},
             "geometry":{"type":"LineString","coordinates":[[10,0],[10,0.01]]}},
            {"type":"Feature","id":"city","properties":{},
             "geometry":{"type":"Polygon","coordinates":[[[10,0],[10.1,0],[10.1,0.1],[10,0.1],[10,0]]]}}
            ]}
            """, to: "good.geojson")
        try program.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"open","properties":{},
             "geometry":{"type":"Polygon","coordinates":[[[10,0],[11,0],[11,1],[10,1]]]}},
            {"type":"Feature","id":"both","geometry":{"type":"Point","coordinates":[10,0]},
             "properties":{"radius":5,"policy":{"enterAccuracyFactor":-1,"exitAccuracyFactor":-1}}}
            ]}
            """, to: "bad.geojson")
        return program
    }

    @Test func soundRegionsAreDescribed() throws {
        let outcome = try program().run("check", "good.geojson")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(
            outcome.output == """
                good.geojson:2:1: region 'depot': circle of 50 m, area 7854 m², inradius 50 m, \
                a site by its size
                    enter-certain-distance 30 m is deeper than half the inradius: 25 m is used
                good.geojson:4:1: region 'road': corridor of 25 m to either side, 2 vertices, \
                area 57251 m², inradius 25 m
                good.geojson:6:1: region 'city': polygon, 4 vertices, area 123 km², \
                inradius 5529 m, a zone by its size
                1 file: 3 sound regions, 0 errors, 0 warnings

                """)
    }

    @Test func thePolicyIsTheCallers() throws {
        let outcome = try program().run(
            "check", "--preset", "core-location", "--enter-distance=40", "good.geojson")
        #expect(!outcome.output.contains("by its size"))
        #expect(
            outcome.output.contains(
                "    enter-distance 40 m is deeper than half the inradius: 25 m is used\n"))
    }

    @Test func errorsHaveAPlaceAndARemedy() throws {
        let outcome = try program().run("check", "bad.geojson", "good.geojson")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("bad.geojson:3:"))
        #expect(outcome.output.contains("error: region 'open': ring 0 is not closed"))
        #expect(outcome.output.contains("bad.geojson:4:1: error: region 'both': "))
        #expect(outcome.output.hasSuffix("2 files: 3 sound regions, 2 errors, 0 warnings\n"))
    }

    @Test func filesThatCannotBeReadMakeTheStatus2() throws {
        let program = try program()
        try program.write("{", to: "broken.geojson")
        for name in ["broken.geojson", "missing.geojson"] {
            let outcome = try program.run("check", "good.geojson", name)
            #expect(outcome.status == 2)
            #expect(outcome.output.contains(name))
            #expect(outcome.output.contains("region 'city'"))
        }
        #expect(try program.run("check").status == 2)
    }

    @Test func jsonIsOneObjectALine() throws {
        let outcome = try program().run(
            "check", "--format", "json", "bad.geojson", "good.geojson", "missing.geojson")
        #expect(outcome.status == 2)
        let objects = try outcome.lines.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        #expect(objects.count == 7)
        let errors = objects.filter { $0["severity"] as? String == "error" }
        #expect(
            errors.map { $0["reason"] as? String } == ["unreadable", "ringNotClosed", "unusable"])
        #expect(errors[1]["hint"] as? String == "repeat the first position at the end")
        let city = objects.first { $0["region"] as? String == "city" }
        #expect(city?["kind"] as? String == "polygon")
        #expect(city?["vertices"] as? Int == 4)
        #expect(city?["size"] as? String == "zone")
        let depot = objects.first { $0["region"] as? String == "depot" }
        #expect(depot?["enterCertainDistance"] as? Double == 25)
        #expect(
            objects.last as? [String: Int] == [
                "files": 3, "regions": 3, "errors": 3, "warnings": 0,
            ])
    }
}
