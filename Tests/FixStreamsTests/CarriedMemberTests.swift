import RegionMonitoring
import Testing

@testable import FixStreams

/// Members and columns that records bring along.
struct CarriedMemberTests {
    private static let base = #""device":"a","timestamp":1772366400,"lat":0,"lon":10"#

    private func members(
        _ text: String, _ names: [String], _ makeDecoder: ([String]) -> any FixDecoder
    ) throws -> [[FixMember]] {
        var decoder = makeDecoder(names)
        var lines = LineSplitter()
        var batch = FixBatch()
        let bytes = Array(text.utf8)
        var devices = KnownDevices()
        try decoder.decode(bytes, &lines, isLast: true, into: &batch)
        #expect(batch.counters.defects == 0)
        return batch.fixes.records(in: bytes, &devices).map(\.members)
    }

    private func json(_ text: String, _ names: [String]) throws -> [[FixMember]] {
        try members(text, names) {
            NDJSONFixDecoder(
                names: FixFieldNames(), defaultDevice: nil, allowsControl: true, carriedMembers: $0)
        }
    }

    private func table(_ text: String, _ names: [String]) throws -> [[FixMember]] {
        try members(text, names) {
            CSVFixDecoder(
                delimiter: nil, names: FixFieldNames(), defaultDevice: nil, carriedMembers: $0)
        }
    }

    @Test(arguments: [
        (#""driver":"Bob""#, #"driver="Bob""#),
        (#""driver":"Z\u00e9\n""#, #"driver="Z\u00e9\n""#),
        (#""driver":"a","driver":"b""#, #"driver="b""#),
        (#""driver":"a","driver":null"#, ""),
        (#""driver":null"#, ""),
        (#""dri\u0076er":1.50"#, "driver=1.50"),
        (
            #""ignition":true,"x":0,"driver":{ "id": [1, "}"] }"#,
            #"driver={ "id": [1, "}"] } ignition=true"#
        ),
        (#""x":{"driver":1}"#, ""),
        (#""lat":1,"speed":3"#, "speed=3 lat=1"),
    ])
    func jsonIsKeptAsItIs(_ further: String, _ expected: String) throws {
        let found = try json(
            "{\(Self.base),\(further)}\n", ["driver", "ignition", "speed", "é", "lat"])
        let texts = found.map { members in
            members.filter { $0.name != "lat" || $0.value != .json("0") }
                .map { member in
                    guard case .json(let text) = member.value else { return "no JSON" }
                    return "\(member.name)=\(text)"
                }
                .joined(separator: " ")
        }
        #expect(texts == [expected])
    }

    @Test func nothingIsKeptUnlessAskedFor() throws {
        let line = "{\(Self.base),\"driver\":1}\n"
        #expect(try json(line, []) == [[]])
        #expect(
            try json(line + "{\"control\":\"removeDevice\",\"device\":\"a\"}", ["control"]).last
                == [])
    }

    @Test func cellsAreTexts() throws {
        let found = try table(
            """
            device,timestamp,lat,lon,Driver,note
            a,1772366400,0,10, Bob ,"say ""hi""
            there "
            a,1772366401,0,10,,""
            a,1772366402,0,10,1.50,é

            """, ["note", "driver", "missing"])
        #expect(
            found == [
                [
                    FixMember(name: "note", value: .text("say \"hi\"\nthere ")),
                    FixMember(name: "driver", value: .text("Bob")),
                ], [],
                [
                    FixMember(name: "note", value: .text("é")),
                    FixMember(name: "driver", value: .text("1.50")),
                ],
            ])
    }

    @Test func aColumnThatIsThereTwiceIsRefused() throws {
        let text = "device,timestamp,lat,lon,note,NOTE\na,1772366400,0,10,1,2\n"
        #expect(try table(text, ["driver"]) == [[]])
        let error = #expect(throws: UnusableHeader.self) { try table(text, ["note"]) }
        #expect(error?.message == "column 'note' is there twice")
    }
}
