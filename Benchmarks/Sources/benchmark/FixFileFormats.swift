import Foundation
import Measuring
import Workloads

/// A way to write fixes, and how the program is told to read it.
struct FixFileFormat: Sendable {
    /// One fix to write.
    struct Fix {
        var index: Int
        var device: UInt32
        var latitude: Double
        var longitude: Double

        /// Whole seconds since 1970.
        var second: Int

        /// Metres.
        var accuracy: Int

        /// The time as text.
        var time: String {
            let (days, rest) = second.quotientAndRemainder(dividingBy: 86_400)
            // Every fix is of March 2026.
            let day = days - 20_512
            return
                "2026-03-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
        }
    }

    let name: String
    var options: [String] = []

    /// Whether the format names devices; if not, all fixes are one device's, a second apart, and the
    /// number of events is not known in advance.
    var hasDevices = true

    var header = ""
    var footer = ""

    /// A fix as a line; `nil` where the workload's own file serves.
    var line: (@Sendable (Fix) -> String)?

    /// A command that compresses the file to its standard output.
    var compressor: [String]?

    /// The formats there are; one that comes is added here.
    static let all = [
        FixFileFormat(name: "ndjson"),
        FixFileFormat(name: "ndjson.gz", compressor: ["gzip", "-6", "-c"]),
        FixFileFormat(name: "csv", header: "id,lat,lon,ts,acc\n") {
            "\(vehicle($0)),\($0.latitude),\($0.longitude),\($0.time),\($0.accuracy)"
        },
        FixFileFormat(name: "tsv", header: "id\tlat\tlon\tts\tacc\n") {
            "\(vehicle($0))\t\($0.latitude)\t\($0.longitude)\t\($0.time)\t\($0.accuracy)"
        },
        FixFileFormat(name: "owntracks", options: ["--format", "owntracks"]) {
            #"{"_type":"location","tid":"\#(vehicle($0))","lat":\#($0.latitude),"#
                + #""lon":\#($0.longitude),"tst":\#($0.second),"acc":\#($0.accuracy)}"#
        },
        FixFileFormat(name: "traccar", options: ["--format", "traccar"]) {
            #"{"position":{"deviceId":\#($0.device),"fixTime":"\#($0.time)","valid":true,"#
                + #""latitude":\#($0.latitude),"longitude":\#($0.longitude),"#
                + #""accuracy":\#($0.accuracy)},"device":{"uniqueId":"\#(vehicle($0))"}}"#
        },
        FixFileFormat(name: "osmand", options: ["--format", "osmand"]) {
            "id=\(vehicle($0))&lat=\($0.latitude)&lon=\($0.longitude)&timestamp=\($0.second)"
                + "&accuracy=\($0.accuracy)"
        },
        FixFileFormat(
            name: "gpx", options: ["--device", "veh"], hasDevices: false,
            header: #"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
                + "\n", footer: "</trkseg></trk></gpx>\n"
        ) {
            #"<trkpt lat="\#($0.latitude)" lon="\#($0.longitude)"><time>\#($0.time)</time></trkpt>"#
        },
        FixFileFormat(
            name: "nmea", options: ["--device", "veh"], hasDevices: false, line: sentence),
    ]

    /// Writes a workload's fixes.
    func write(_ workload: Workload, to file: URL) throws {
        var text = Data(header.utf8)
        for (index, place) in workload.fixes.enumerated() {
            let second = hasDevices ? index / Int(Workload.deviceCount) : index
            let fix = Fix(
                index: index, device: workload.devices[index], latitude: place.y,
                longitude: place.x, second: 1_772_366_400 + second, accuracy: 3 + index * 7919 % 20)
            text += Data(((line?(fix) ?? "") + "\n").utf8)
        }
        text += Data(footer.utf8)
        try text.write(to: file)
    }
}

@Sendable private func vehicle(_ fix: FixFileFormat.Fix) -> String {
    let digits = String(fix.device)
    return "veh-" + String(repeating: "0", count: 5 - digits.count) + digits
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// An RMC sentence.
@Sendable private func sentence(_ fix: FixFileFormat.Fix) -> String {
    func angle(_ degrees: Double, _ width: Int, _ signs: (String, String)) -> String {
        let whole = Int(degrees.magnitude)
        let minutes = Int(((degrees.magnitude - Double(whole)) * 60 * 1e5).rounded(.down))
        let digits = String(whole)
        let fraction = String(minutes % 100_000)
        return String(repeating: "0", count: width - digits.count) + digits
            + two(minutes / 100_000) + "." + String(repeating: "0", count: 5 - fraction.count)
            + fraction + "," + (degrees < 0 ? signs.1 : signs.0)
    }
    // 2026-03-dd, noon and later: see `Fix.time`.
    let time = fix.time
    let clock = time.dropFirst(11).dropLast().filter { $0 != ":" }
    let body =
        "GPRMC,\(clock).00,A,\(angle(fix.latitude, 2, ("N", "S"))),"
        + "\(angle(fix.longitude, 3, ("E", "W"))),5.0,90.0,\(time.dropFirst(8).prefix(2))0326,,,A"
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return "$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r"
}
