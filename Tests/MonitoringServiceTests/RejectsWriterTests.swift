import EventDelivery
import Foundation
import MonitoringService
import Testing

struct RejectsWriterTests {
    /// The line that a record makes.
    private func line(_ raw: [UInt8], detail: String = "no JSON") throws -> String {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("rejects-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var writer = try RejectsWriter(path: path)
        try writer.append(
            RejectedRecord(
                place: RecordPlace(file: "-", line: 5, offset: 120), reason: "malformed",
                detail: detail, raw: raw[...]))
        try writer.finish()
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    private let start = #"{"line":5,"offset":120,"file":"-","reason":"malformed","#

    @Test func textIsEscaped() throws {
        #expect(
            try line(Array("{\"a\"\t车".utf8), detail: "found '\"'")
                == start + #""detail":"found '\"'","raw":"{\"a\"\t车"}"# + "\n")
    }

    @Test(arguments: [
        ([0xFF], "/w=="), ([0xFF, 0x00], "/wA="), ([0xFF, 0x00, 0x61], "/wBh"),
        ([0x61, 0xC3], "YcM="), ([0xED, 0xA0, 0x80, 0x41], "7aCAQQ=="),
    ])
    func bytesThatAreNoTextAreInBase64(_ raw: [UInt8], _ expected: String) throws {
        #expect(
            try line(raw) == start + #""detail":"no JSON","rawBase64":"\#(expected)"}"# + "\n")
    }

    @Test(arguments: 0..<4)
    func longRecordsAreCutBetweenCharacters(_ offset: Int) throws {
        // The limit falls 0 to 3 bytes into a character of four.
        let head = String(repeating: "x", count: RejectsWriter.rawLimit - offset)
        let written = try line(Array((head + "🚚" + "tail").utf8))
        #expect(
            written == start + #""detail":"no JSON","raw":"\#(head)","cut":true}"# + "\n")
    }

    @Test func aRecordOfJustTheLimitIsWhole() throws {
        let text = String(repeating: "x", count: RejectsWriter.rawLimit)
        #expect(
            try line(Array(text.utf8)) == start + #""detail":"no JSON","raw":"\#(text)"}"# + "\n")
    }

    @Test func longRecordsThatAreNoTextAreCutToo() throws {
        let raw = [UInt8](repeating: 0xFF, count: RejectsWriter.rawLimit + 1)
        let base64 = Data(raw.dropLast()).base64EncodedString()
        #expect(
            try line(raw)
                == start + #""detail":"no JSON","rawBase64":"\#(base64)","cut":true}"# + "\n")
    }
}
