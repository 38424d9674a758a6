import Foundation
import Workloads

/// Writes a workload as the files a user has: regions in GeoJSON, fixes in NDJSON.
@main
struct WriteWorkload {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let name = Workload.Name(rawValue: arguments[1]) else {
            FileHandle.standardError.write(
                Data("usage: write-workload W1|W2|W3|W4 FOLDER\n".utf8))
            exit(2)
        }
        let workload = Workload(name)
        guard workload.isGenuine else {
            FileHandle.standardError.write(Data("\(name.rawValue): wrong checksum\n".utf8))
            exit(1)
        }
        let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try regions(workload).write(
            to: folder.appendingPathComponent("\(name.rawValue).geojson"))
        try fixes(workload).write(to: folder.appendingPathComponent("\(name.rawValue).ndjson"))
    }

    private static func regions(_ workload: Workload) -> Data {
        var features = workload.rings.enumerated().map { index, ring in
            let coordinates = ring.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
            return #"{"type":"Feature","id":"p\#(index)","properties":{},"geometry":"#
                + #"{"type":"Polygon","coordinates":[[\#(coordinates)]]}}"#
        }
        features += workload.circles.enumerated().map { index, circle in
            #"{"type":"Feature","id":"c\#(index)","properties":{"radius":\#(circle.radius)},"#
                + #""geometry":{"type":"Point","coordinates":"#
                + #"[\#(circle.center.x),\#(circle.center.y)]}}"#
        }
        return Data(
            (#"{"type":"FeatureCollection","features":["# + "\n"
                + features.joined(separator: ",\n") + "\n]}\n").utf8)
    }

    /// Lines of about 120 bytes: 1 Hz for each device from noon, accuracies of 3 to 23 m.
    private static func fixes(_ workload: Workload) -> Data {
        var text = Data()
        text.reserveCapacity(workload.fixes.count * 125)
        let perSecond = Int(Workload.deviceCount)
        for (index, fix) in workload.fixes.enumerated() {
            let second = index / perSecond
            let device = paddedTo5(Int(workload.devices[index]))
            let time = "\(paddedTo2(second / 60)):\(paddedTo2(second % 60))"
            let accuracy = Double(30 + index * 7919 % 200) / 10
            let speed = Double(index * 104_729 % 300) / 10
            text.append(
                contentsOf:
                    #"{"id":"veh-\#(device)","lat":\#(fix.y),"lon":\#(fix.x),"#.utf8)
            text.append(
                contentsOf:
                    #""ts":"2026-03-01T12:\#(time)Z","acc":\#(accuracy),"speed":\#(speed)}"#.utf8)
            text.append(0x0A)
        }
        return text
    }

    private static func paddedTo2(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func paddedTo5(_ number: Int) -> String {
        String(repeating: "0", count: 5 - "\(number)".count) + "\(number)"
    }
}
