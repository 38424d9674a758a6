import Foundation
import Testing

/// What `watch` writes with `--emit`, `--properties` and `--fix-properties`, whole.
struct OutputShapeTests {
    private let regions = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"depot","properties":{"radius":100,"name":"Main \\"D\\"",\
        "fee":1.50,"tags": {"a" : [1, 2]}},"geometry":{"type":"Point","coordinates":[10,0]}},
        {"type":"Feature","id":"big","properties":{"radius":100000,"notifyOnEntry":false},\
        "geometry":{"type":"Point","coordinates":[10,0]}}
        ]}

        """

    /// A moment after noon, quoted.
    private func at(_ second: Int) -> String {
        "\"2026-03-01T12:00:\(second < 10 ? "0" : "")\(second)Z\""
    }

    /// A fix on the circle's centre or a kilometre north of it, with more members.
    private func fix(_ device: String, _ second: Int, inside: Bool, _ members: String) -> String {
        """
        {"device":"\(device)","timestamp":\(at(second)),"lat":\(inside ? "0" : "0.01"),"lon":10,\
        \(members)}

        """
    }

    /// The members of such a fix in the output.
    private func place(_ second: Int, inside: Bool) -> String {
        "\"timestamp\":\(at(second)),\"lat\":\(inside ? "0" : "0.01"),\"lon\":10"
    }

    /// The event of a first fix inside, with what is carried along.
    private func enter(
        _ device: String, _ second: Int, _ members: String = "", _ properties: String = "",
        decidedAt: Int? = nil, bounds: String? = nil, visit: Int = 1
    ) -> String {
        """
        {"event":"didEnterRegion","device":"\(device)","sequence":1,"visit":\(visit),\
        "region":"depot","timestamp":\(at(second)),"bounds":\(bounds ?? "[null,\(at(second))]"),\
        "decidedAt":\(at(second)),"evidence":"fixes","state":"inside",\
        "fix":{\(place(second, inside: true))\(members)}\(properties)}

        """
    }

    @Test func propertiesAreTheLastMemberOfAnEvent() throws {
        let program = try Program(fixes: fix("a", 1, inside: true, "\"x\":1"), regions: regions)
        let all = try program.watch("--properties", "tags,name,none,fee", "fixes.ndjson")
        #expect(
            all.output
                == enter(
                    "a", 1, "",
                    #","properties":{"tags":{"a":[1,2]},"name":"Main \"D\"","fee":1.50}"#, visit: 2)
        )
        let none = try program.watch("--properties", "none", "fixes.ndjson")
        #expect(none.output == enter("a", 1, visit: 2))
        #expect(all.status == 0 && none.status == 0)
    }

    @Test func fixMembersAreTheLastOfTheFix() throws {
        let program = try Program(
            fixes: fix(
                "a", 1, inside: true, #""driver":"x","ign":[true, 1],"dri\u0076er":"Z\u00e9""#)
                + fix("b", 2, inside: true, #""driver":null,"speed":3"#))
        let outcome = try program.watch("--fix-properties", "driver,ign,speed", "fixes.ndjson")
        #expect(
            outcome.output == enter("a", 1, #","driver":"Z\u00e9","ign":[true, 1]"#)
                + enter("b", 2, #","speed":3"#))
    }

    @Test func cellsAreCarriedAsTexts() throws {
        let program = try Program(fixes: "")
        try program.write(
            "device;timestamp;lat;lon;Driver;ign\n"
                + "a;2026-03-01T12:00:01Z;0;10;\"say \"\"hi\"\"\";1\n"
                + "b;2026-03-01T12:00:02Z;0;10;;0\n", to: "fixes.csv")
        let outcome = try program.watch("--fix-properties", "driver,ign", "fixes.csv")
        #expect(
            outcome.output == enter("a", 1, #","driver":"say \"hi\"","ign":"1""#)
                + enter("b", 2, #","ign":"0""#))
    }

    @Test func membersAreThoseOfTheFixThatDecided() throws {
        let fixes =
            fix("a", 10, inside: true, #""driver":"ten""#)
            + fix("a", 5, inside: true, #""driver":"five""#)
            + fix("b", 11, inside: true, "\"x\":1") + fix("a", 50, inside: false, #""driver":"x""#)
        let program = try Program(fixes: fixes)
        let outcome = try program.watch(
            "--reorder", "20", "--fix-properties", "driver", "--sink-events", "enter",
            "fixes.ndjson")
        #expect(outcome.output == enter("a", 5, #","driver":"five""#) + enter("b", 11))
        let fixesOut = try program.watch(
            "--reorder", "20", "--fix-properties", "driver", "--emit", "fixes", "fixes.ndjson")
        #expect(
            fixesOut.output == """
                {"device":"a",\(place(5, inside: true)),"driver":"five","regions":["depot"]}
                {"device":"a",\(place(10, inside: true)),"driver":"ten","regions":["depot"]}
                {"device":"a",\(place(50, inside: false)),"driver":"x","regions":[]}
                {"device":"b",\(place(11, inside: true)),"regions":["depot"]}

                """)
    }

    @Test func fixesAreToldWithTheRegionsOfTheirDevice() throws {
        let program = try Program(
            fixes: fix("a", 1, inside: true, "\"accuracy\":5") + "junk\n"
                + fix("b", 1, inside: false, "\"x\":1") + fix("a", 1, inside: false, "\"x\":1")
                + fix("a", 9, inside: false, "\"x\":1"), regions: regions)
        let outcome = try program.watch("--emit", "fixes", "--quiet", "fixes.ndjson")
        #expect(
            outcome.output == """
                {"device":"a",\(place(1, inside: true)),"accuracy":5,"regions":["big","depot"]}
                {"device":"b",\(place(1, inside: false)),"regions":["big"]}
                {"device":"a",\(place(9, inside: false)),"regions":["big"]}

                """)
        #expect(outcome.status == 1)
    }

    @Test func visitsAreToldOnceTheyHaveEnded() throws {
        let fixes =
            fix("a", 1, inside: true, "\"x\":1") + fix("b", 2, inside: true, "\"x\":1")
            + fix("a", 9, inside: false, "\"x\":1") + fix("c", 20, inside: true, "\"x\":1")
            + #"{"control":"removeDevice","device":"b"}"# + "\n"
            + #"{"control":"removeRegion","region":"big"}"# + "\n"
        let program = try Program(fixes: fixes, regions: regions)
        let outcome = try program.watch(
            "--emit", "visits", "--control", "--properties", "fee", "--sink", "ndjson:-", "--sink",
            "ndjson:big", "--sink-regions", "big", "fixes.ndjson")
        #expect(outcome.status == 0)
        // The sorted lines, without what is computed: the boundary's time.
        let ends = outcome.lines.map { line in
            line.split(separator: ",").filter {
                ["{\"visit", "\"device", "\"region", "\"reason", "\"properties"].contains(
                    String($0.prefix { $0 != ":" }.dropLast(1)))
            }.joined(separator: ",")
        }
        #expect(
            ends == [
                #"{"visit":2,"device":"a","region":"depot","properties":{"fee":1.50}}"#,
                #"{"visit":1,"device":"b","region":"big","reason":"deviceRemoved"}"#,
                #"{"visit":2,"device":"b","region":"depot","reason":"deviceRemoved","properties":{"fee":1.50}}"#,
                #"{"visit":1,"device":"a","region":"big","reason":"removed"}"#,
                #"{"visit":1,"device":"c","region":"big","reason":"removed"}"#,
            ])
        #expect(
            outcome.lines[1] == """
                {"visit":1,"device":"b","region":"big","enteredAt":\(at(2)),"exitedAt":\(at(2)),\
                "duration":0,"enteredBounds":[null,\(at(2))],"decidedAt":\(at(2)),\
                "reason":"deviceRemoved"}
                """)
        #expect(try program.read("big").split(separator: "\n").count == 3)
    }

    @Test func aRemovedRegionsPropertiesAreThoseItHad() throws {
        func put(_ fee: String) -> String {
            """
            {"control":"putRegion","feature":{"type":"Feature","id":"depot","properties":\
            {"radius":100,"fee":\(fee)},"geometry":{"type":"Point","coordinates":[10,0]}}}

            """
        }
        let fixes =
            fix("a", 1, inside: true, "\"x\":1") + put("2")
            + #"{"control":"requestState","device":"a","region":"depot"}"# + "\n" + put("3")
            + #"{"control":"removeRegion","region":"depot"}"# + "\n"
            + #"{"control":"requestState","device":"a","region":"depot"}"# + "\n"
        let program = try Program(fixes: fixes, regions: regions)
        for reorder in [["--reorder", "60"], []] {
            let outcome = try program.run(
                Scenario.immediate + reorder + [
                    "--control", "--properties", "fee", "--sink-regions", "depot", "fixes.ndjson",
                ])
            let ends = outcome.lines.map { line in
                line.range(of: "\"properties\"").map { line[$0.lowerBound...] } ?? "none"
            }
            #expect(
                ends == [
                    #""properties":{"fee":1.50}}"#, #""properties":{"fee":2}}"#,
                    #""properties":{"fee":3}}"#, "none",
                ])
        }
    }

    @Test(arguments: [
        ("--fix-properties driver,lat", "--fix-properties: a fix that goes out has 'lat' already"),
        (
            "--emit fixes --fix-properties device",
            "--fix-properties: a fix that goes out has 'device' already"
        ),
        ("--emit visits --fix-properties x", "--fix-properties is of no use with --emit visits"),
        ("--emit fixes --properties x", "--properties is of no use with --emit fixes"),
        ("--emit visits --sink-events exit", "--sink-events is of use with --emit events only"),
        ("--emit fixes --sink-regions a", "--sink-regions is of no use with --emit fixes"),
        ("--emit visit", "option '--emit': unknown value 'visit'; did you mean 'visits'?"),
        ("--properties a,,b", "option '--properties': a name in 'a,,b' is empty"),
        ("--fix-properties a,a", "option '--fix-properties': 'a' is named twice"),
    ])
    func whatMakesNoSenseIsRefused(_ line: String, _ expected: String) throws {
        let program = try Program(fixes: "")
        let outcome = try program.run(
            Scenario.immediate + line.split(separator: " ").map(String.init) + ["fixes.ndjson"])
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(expected), "found: \(outcome.errors)")
    }
}
