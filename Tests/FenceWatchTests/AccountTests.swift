import Foundation
import Testing

/// The closing account: each record is delivered, rejected for one reason, a control or blank.
struct AccountTests {
    /// The numbers of a summary, those of rejections added up.
    private struct Account: Equatable {
        var received = 0
        var delivered = 0
        var rejected: [String: Int] = [:]
        var controls = 0
        var blank = 0

        /// The same of each input.
        var inputs: [String: Account] = [:]

        init(_ errors: String) throws {
            let line = try #require(errors.split(separator: "\n").last { $0.hasPrefix("{") })
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            try self.init(object)
            inputs = try #require(object["inputs"] as? [String: [String: Any]])
                .mapValues { try Account($0) }
        }

        private init(_ object: [String: Any]) throws {
            received = try #require(object["received"] as? Int)
            delivered = try #require(object["delivered"] as? Int)
            rejected = try #require(object["rejected"] as? [String: Int])
            controls = try #require(object["controls"] as? Int)
            blank = try #require(object["blank"] as? Int)
        }

        var isBalanced: Bool {
            received == delivered + rejected.values.reduce(0, +) + controls + blank
        }
    }

    private static let ndjson = """
        {"device":"a","timestamp":1767225600,"lat":1,"lon":2}

        {"device":"a","timestamp":1767225605,"lat":1,"lon":2}
        {"device":"a","timestamp":1767225603,"lat":1,"lon":2}
        {"device":"a","timestamp":1767225605,"lat":1,"lon":2}
        {"device":"a","timestamp":1767225500,"lat":1,"lon":2}
        {"device":"a","timestamp":1,"lat":1,"lon":2}
        {"device":"a","timestamp":1767225600,"lat":0,"lon":0}
        {"device":"a","timestamp":1767225600,"lat":91,"lon":0}
        {"control":"requestState","device":"a","region":"depot"}
        broken
        """

    private static let inputs: [(name: String, text: String, records: Int)] = [
        ("a.ndjson", ndjson, 11),
        ("b.csv", "id,ts,lat,lon\nb,1767225600,1,2\n\nb,x,1,2\nb,1,2\n", 4),
        (
            "c.gpx",
            "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time></trkpt>"
                + "<trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx", 3
        ),
        // A banner, a receiver without a fix, a damaged sentence.
        (
            "d.nmea",
            "banner\n$GPRMC,120000,V,,,,,,,010126,,,N*54\n$GPRMC,120001,A,4807.038,N,01131.000,E,,,010126,,,A*00\n",
            3
        ),
        (
            "e.jsonl",
            "{\"_type\":\"location\",\"tid\":\"p\",\"tst\":1767225600,\"lat\":1,\"lon\":2}\n"
                + "{\"_type\":\"lwt\",\"tst\":1}\n", 2
        ),
    ]

    @Test(arguments: ["1", "3"], [[], ["--reorder", "4s"]])
    func nothingIsLostOrCountedTwice(_ threads: String, _ options: [String]) throws {
        let program = try Program()
        try program.write(Scenario.circles("depot"), to: "r.geojson")
        for input in Self.inputs { try program.write(input.text, to: input.name) }
        func account(_ names: [String]) throws -> Account {
            let outcome = try program.run(
                ["-r", "r.geojson", "--control", "--device", "d", "--summary", "json"]
                    + ["--threads", threads, "--rejects", "rejects"] + options + names)
            #expect(outcome.status == 1 || names == ["e.jsonl"], "\(outcome.errors)")
            let account = try Account(outcome.errors)
            #expect(account.isBalanced, "\(names): \(account)")
            #expect(Set(account.inputs.keys) == Set(names))
            for (name, input) in account.inputs {
                #expect(input.isBalanced, "\(name) of \(names): \(input)")
            }
            let rejects = try program.read("rejects").split(separator: "\n").count
            #expect(rejects == account.rejected.values.reduce(0, +), "\(names)")
            return account
        }
        var sum = 0
        var single: [String: Account] = [:]
        for input in Self.inputs {
            let alone = try account([input.name])
            #expect(alone.received == input.records, "\(input.name): \(alone)")
            #expect(alone.inputs[input.name]?.delivered == alone.delivered)
            sum += alone.received
            single.merge(alone.inputs) { $1 }
        }
        let all = try account(Self.inputs.map(\.name))
        #expect(all.received == sum)
        // The inputs' devices are not each other's, so each is accounted for as it is alone.
        #expect(all.inputs == single)
        #expect(all.rejected["noPosition"] == 2 && all.controls == 1 && all.blank == 3)
    }

    @Test func peopleAreToldOfEachOfSeveralInputs() throws {
        let program = try Program(fixes: Scenario.fix("a", 1, inside: true) + "?\n\n")
        try program.write(Scenario.fix("b", 1, inside: true), to: "b.ndjson")
        let outcome = try program.watch("fixes.ndjson", "b.ndjson")
        let notes = outcome.errors.split(separator: "\n")
        #expect(
            notes.contains(
                "fencewatch: 'fixes.ndjson': 3 records: 1 delivered, 1 rejected (malformed 1), 1 blank"
            ))
        #expect(notes.contains("fencewatch: 'b.ndjson': 1 record: 1 delivered"))
        #expect(try !program.watch("b.ndjson").errors.contains("'b.ndjson': 1 record"))
        // Where there are many, the first ones.
        for number in 0..<25 { try program.write("\n", to: "c\(number).ndjson") }
        let many = try program.watch("c*.ndjson").errors.split(separator: "\n")
        #expect(many.count { $0.hasSuffix("ndjson': 1 record: 0 delivered, 1 blank") } == 20)
        #expect(many.contains { $0.hasPrefix("fencewatch: 5 more inputs, all of which") })
    }
}
