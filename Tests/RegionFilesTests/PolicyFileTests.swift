import RegionFiles
import RegionMonitoring
import Testing

/// Policies in files of their own.
@Suite struct PolicyFileTests {
    private func read(_ text: String) throws(RegionFileFinding) -> PolicyOverrides? {
        try PolicyFile.read(Array(text.utf8), named: "p.json")
    }

    @Test func namesAreThoseOfARegionsPolicy() throws {
        var expected = PolicyOverrides(preset: .site)
        expected.exit.distance = 30
        expected.passThrough = true
        #expect(
            try read(#"{"preset":"site","exitDistance":30,"passThrough":true}"#) == expected)
        #expect(try read("{}") == PolicyOverrides())
    }

    @Test func geoJSONIsNoPolicy() throws {
        #expect(try read(#"{"features":[],"type":"FeatureCollection"}"#) == nil)
    }

    @Test(arguments: [
        ("{\n  \"exitDistanse\": 30}", 2), ("{\"exitFixes\":0}", 1), ("[1]", 1), ("{\n\n", 3),
        ("{} {}", 1), ("", 1),
    ])
    func mistakesHaveAPlace(_ text: String, _ line: Int) {
        do throws(RegionFileFinding) {
            _ = try read(text)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.position.line == line)
        }
    }
}
