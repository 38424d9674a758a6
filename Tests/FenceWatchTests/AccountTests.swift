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

        init(_ errors: String) throws {
            let line = try #require(errors.split(separator: "\n").last { $0.hasPrefix("{") })
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
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
            let rejects = try program.read("rejects").split(separator: "\n").count
            #expect(rejects == account.rejected.values.reduce(0, +), "\(names)")
            return account
        }
        var sum = 0
        for input in Self.inputs {
            let single = try account([input.name])
            #expect(single.received == input.records, "\(input.name): \(single)")
            sum += single.received
        }
        let all = try account(Self.inputs.map(\.name))
        #expect(all.received == sum)
        #expect(all.rejected["noPosition"] == 2 && all.controls == 1 && all.blank == 3)
    }
}
