import EventDelivery
import Geodesy
import RegionFiles
import RegionMonitoring

/// The map that `check --map` draws: one HTML file that needs no network.
///
/// Outlines are thinned to what a screen can show, so that a file of millions of vertices makes a page
/// that opens.
struct RegionMap {
    /// What the map says of one region.
    private struct Drawing {
        var region: RegionID
        var shape: RegionShape
        var state: String
        var facts: String
    }

    private var drawings: [Drawing] = []
    private var notes: [RegionID: [String]] = [:]
    private var allNotes: [String] = []

    /// How many notes the page lists.
    private static let noteLimit = 1000

    /// Adds a finding, to be shown with its region.
    mutating func add(_ finding: RegionFileFinding) {
        let note = finding.description
        if let region = finding.region { notes[region, default: []].append(note) }
        allNotes.append(note)
    }

    /// Adds a region that is read.
    mutating func add(_ entry: RegionFile.Entry, _ facts: String) {
        drawings.append(
            Drawing(
                region: entry.region.identifier, shape: entry.region.shape,
                state: entry.isRepaired ? "repaired" : "sound", facts: facts))
    }

    /// Adds a shape that was refused.
    mutating func add(refused region: RegionID, _ shape: RegionShape) {
        drawings.append(Drawing(region: region, shape: shape, state: "refused", facts: "refused"))
    }

    /// Writes the page.
    func write(to path: String) throws(OutputError) {
        var file = try OutputFile(path: path, .replacing)
        var bytes = Array(RegionMapPage.head.utf8)
        let tolerance = OutlineThinning.tolerance(of: drawings.map(\.shape))
        for (index, drawing) in drawings.enumerated() {
            if index > 0 { bytes.append(text: ",\n") }
            append(drawing, tolerance: tolerance, to: &bytes)
            if bytes.count > 1 << 16 {
                try file.append(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        bytes.append(text: "\n];\nconst notes=[")
        for (index, note) in allNotes.prefix(Self.noteLimit).enumerated() {
            if index > 0 { bytes.append(text: ",\n") }
            bytes.append(scriptString: note)
        }
        if allNotes.count > Self.noteLimit {
            bytes.append(text: ",\"\(allNotes.count - Self.noteLimit) more\"")
        }
        bytes.append(text: "];\n" + RegionMapPage.tail)
        try file.append(bytes)
        try file.finish()
    }

    private func append(_ drawing: Drawing, tolerance: Double, to bytes: inout [UInt8]) {
        bytes.append(text: "{\"id\":")
        bytes.append(scriptString: drawing.region.rawValue)
        let found = notes[drawing.region] ?? []
        let state = drawing.state == "sound" && !found.isEmpty ? "doubtful" : drawing.state
        bytes.append(text: ",\"state\":\"\(state)\",\"facts\":")
        bytes.append(scriptString: ([drawing.facts] + found).joined(separator: "\n"))
        let (lines, isArea) = OutlineThinning.lines(of: drawing.shape, tolerance: tolerance)
        bytes.append(text: ",\"area\":\(isArea),\"lines\":[")
        for (index, line) in lines.enumerated() {
            if index > 0 { bytes.append(text: ",") }
            bytes.append(text: "[")
            for (number, place) in line.enumerated() {
                if number > 0 { bytes.append(text: ",") }
                bytes.append(json: (place.longitude * 1e6).rounded() / 1e6)
                bytes.append(text: ",")
                bytes.append(json: (place.latitude * 1e6).rounded() / 1e6)
            }
            bytes.append(text: "]")
        }
        bytes.append(text: "]}")
    }
}

extension [UInt8] {
    /// Appends a text as a string of a script within a page, which no `</script>` in it can end.
    fileprivate mutating func append(scriptString text: String) {
        let start = count
        append(jsonString: text)
        guard self[start...].contains(UInt8(ascii: "<")) else { return }
        let plain = self[start...]
        replaceSubrange(
            start...,
            with: plain.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] })
    }
}

/// Outlines with as many vertices as a screen can show.
enum OutlineThinning {
    /// The distance in degrees that a screen cannot show where all shapes fit on it.
    static func tolerance(of shapes: [RegionShape]) -> Double {
        var count = 0
        var low = (latitude: 90.0, longitude: 540.0)
        var high = (latitude: -90.0, longitude: -540.0)
        for shape in shapes {
            for line in lines(of: shape, tolerance: 0).0 {
                count += line.count
                for place in line {
                    low = (min(low.latitude, place.latitude), min(low.longitude, place.longitude))
                    high = (
                        max(high.latitude, place.latitude), max(high.longitude, place.longitude)
                    )
                }
            }
        }
        // Few vertices are drawn as they are, for zooming in.
        guard count > 100_000 else { return 0 }
        return max(high.latitude - low.latitude, high.longitude - low.longitude) / 8000
    }

    /// The outlines of a shape, unwrapped, and whether they enclose an area.
    static func lines(
        of shape: RegionShape, tolerance: Double
    ) -> (lines: [[LocationCoordinate2D]], isArea: Bool) {
        switch shape {
        case .circle(let circle):
            let rim = (0...64).map {
                Geodesic.destination(
                    from: circle.center.normalized, bearing: Double($0) * 360 / 64,
                    distance: min(circle.radius, 20_000_000))
            }
            return ([unwrapped(rim)], true)
        case .polygons(let polygons):
            return (
                polygons.flatMap { [$0.exterior] + $0.holes }.map {
                    thinned(unwrapped($0), tolerance)
                }, true
            )
        case .corridor(let corridor):
            return (corridor.lines.map { thinned(unwrapped($0), tolerance) }, false)
        }
    }

    private static func unwrapped(_ line: [LocationCoordinate2D]) -> [LocationCoordinate2D] {
        var turn = 0.0
        var previous: Double?
        return line.map { place in
            if let previous, abs(place.longitude - previous) > 180,
                abs(place.longitude - previous) != 360
            {
                turn -= 360 * ((place.longitude - previous) / 360).rounded()
            }
            previous = place.longitude
            return LocationCoordinate2D(
                latitude: place.latitude, longitude: place.longitude + turn)
        }
    }

    private static func thinned(
        _ line: [LocationCoordinate2D], _ tolerance: Double
    ) -> [LocationCoordinate2D] {
        guard tolerance > 0, var last = line.first else { return line }
        var result = [last]
        for place in line.dropFirst().dropLast()
        where max(abs(place.latitude - last.latitude), abs(place.longitude - last.longitude))
            > tolerance
        {
            result.append(place)
            last = place
        }
        if let end = line.last { result.append(end) }
        return result
    }
}
