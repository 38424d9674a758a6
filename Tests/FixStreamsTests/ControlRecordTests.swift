import RegionMonitoring
import Testing

@testable import FixStreams

@Suite struct ControlRecordTests {
    @Test(arguments: [
        (#"{"control":"removeRegion","region":"z"}"#, ControlRecord.removeRegion("z")),
        (#"{"region":8.0,"control":"remove\u0052egion"}"#, .removeRegion("8")),
        (#"{"control":"removeDevice","device":"d1"}"#, .removeDevice("d1")),
        (#"{"control":"removeDevice","device":7.0,"lat":95}"#, .removeDevice("7")),
        (
            #"{"control":"advance","to":"2026-01-01T00:05:00Z"}"#,
            .advance(to: Timestamp(microsecondsSince1970: 1_767_225_900_000_000))
        ),
        (
            #"{"control":"advance","to":5}"#,
            .advance(to: Timestamp(microsecondsSince1970: 5_000_000))
        ),
        (
            #"{"control":"requestState","device":"d1","region":"z"}"#,
            .requestState(device: "d1", region: "z")
        ),
        (
            #"{"control":"putRegion","feature":{"id":"z","geometry":{"type":"Point"}}}"#,
            .putRegion(feature: Array(#"{"id":"z","geometry":{"type":"Point"}}"#.utf8), column: 34)
        ),
        (
            #"{"feature":{"a":1}, "feature" : {"é":[{}]} ,"control":"putRegion"}"#,
            .putRegion(feature: Array(#"{"é":[{}]}"#.utf8), column: 33)
        ),
    ])
    func controls(_ line: String, _ expected: ControlRecord) {
        let decoded = decodeNDJSON(line, allowsControl: true)
        #expect(decoded.defects == [])
        #expect(decoded.controls == [expected])
        #expect(decoded.counters.controls == 1 && decoded.counters.received == 1)
    }

    @Test(arguments: [
        (
            #"{"control":"foo"}"#,
            "12: invalid: control is \"foo\"; it must be putRegion, removeRegion, removeDevice, "
                + "advance or requestState"
        ),
        (
            #"{"control":5}"#,
            "12: invalid: control is 5; it must be putRegion, removeRegion, removeDevice, advance "
                + "or requestState"
        ),
        (#"{"control":"putRegion"}"#, "1: invalid: feature is missing"),
        (#"{"control":"putRegion","feature":null}"#, "1: invalid: feature is missing"),
        (
            #"{"control":"putRegion","feature":[1]}"#,
            "34: invalid: feature is an array; it must be a GeoJSON feature"
        ),
        (#"{"control":"removeRegion"}"#, "1: invalid: region is missing"),
        (
            #"{"control":"removeRegion","region":""}"#,
            "36: invalid: region is \"\"; it must be the identifier of a region"
        ),
        (#"{"control":"removeDevice","region":"z"}"#, "1: invalid: device is missing"),
        (#"{"control":"requestState","device":"d"}"#, "1: invalid: region is missing"),
        (#"{"control":"advance"}"#, "1: invalid: to is missing"),
        (
            #"{"control":"advance","to":"2026-01-01T00:05:00"}"#,
            "27: invalid: to is \"2026-01-01T00:05:00\"; it must end in Z or in an offset such as +08:00"
        ),
    ])
    func defects(_ line: String, _ expected: String) {
        #expect(decodeNDJSON(line, allowsControl: true).defects == ["f:1:\(expected)"])
    }

    @Test func controlsAreRefusedUnlessAllowed() {
        let line = #"{"control":"advance","to":5,"id":"a","ts":0,"lat":1,"lon":2}"#
        let decoded = decodeNDJSON(line)
        #expect(
            decoded.defects == [
                "f:1:12: invalid: control records are refused; --control allows them"
            ])
        #expect(decoded.counters.invalid == 1)
    }

    @Test func aNullControlIsNone() {
        let line = #"{"control":null,"id":"a","ts":0,"lat":1,"lon":2}"#
        #expect(decodeNDJSON(line, allowsControl: true).devices == ["a"])
    }

    @Test func theDefaultDeviceIsNotRemoved() {
        let decoded = decodeNDJSON(
            #"{"control":"removeDevice"}"#, defaultDevice: "van", allowsControl: true)
        #expect(decoded.defects == ["f:1:1: invalid: device is missing"])
    }
}
