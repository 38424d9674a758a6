import EventDelivery
import Foundation
import RegionMonitoring

/// Takes the events and gives them to two sinks: a file of NDJSON and a summary.
///
/// What it holds at a checkpoint is part of it, so that a restart goes on from there: the file is cut
/// to the length it had, the summary is read back.
actor Ledger {
    private let file: URL
    private let summaryFile: URL
    private var events: NDJSONSink
    private var occupancy: Occupancy

    /// Opens the sinks as a checkpoint left them, or anew.
    init(in folder: URL, restoring books: Books?) throws {
        file = folder.appending(path: "events.ndjson")
        summaryFile = folder.appending(path: "occupancy.json")
        if let books {
            let handle = try FileHandle(forUpdating: file)
            try handle.truncate(atOffset: books.eventBytes)
            try handle.close()
            events = try NDJSONSink(.appendingTo(file.path))
        } else {
            events = try NDJSONSink(.file(file.path))
        }
        occupancy = books?.occupancy ?? Occupancy()
    }

    /// Stores a batch of events.
    func store(_ batch: [RegionEvent]) throws {
        try events.deliver(batch)
        occupancy.deliver(batch)
    }

    /// What the sinks hold by now.
    func books() throws -> Books {
        try occupancy.write(to: summaryFile)
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size]
        return Books(eventBytes: (size as? NSNumber)?.uint64Value ?? 0, occupancy: occupancy)
    }
}

/// How far the sinks have come.
struct Books: Codable {
    var eventBytes: UInt64
    var occupancy: Occupancy
}

/// How busy each region is.
struct Occupancy: EventSink, Codable {
    struct Count: Codable {
        var enters = 0
        var exits = 0
        var secondsInside = 0.0
        var present: Set<String> = []
    }

    private(set) var regions: [String: Count] = [:]

    mutating func deliver(_ events: [RegionEvent]) {
        for event in events {
            var count = regions[event.region.rawValue] ?? Count()
            if event.kind == .didEnterRegion { count.enters += 1 }
            if event.kind == .didExitRegion { count.exits += 1 }
            if let stay = event.duration { count.secondsInside += stay / .seconds(1) }
            switch event.state {
            case .inside: count.present.insert(event.device.rawValue)
            case .outside, .unmonitored: count.present.remove(event.device.rawValue)
            case .unknown: break  // silent: where it was last
            }
            regions[event.region.rawValue] = count
        }
    }

    mutating func finish() {}

    /// Writes one object with a member for each region.
    func write(to file: URL) throws {
        struct Row: Encodable { let enters, exits, present: Int, secondsInside: Double }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let rows = regions.mapValues {
            Row(
                enters: $0.enters, exits: $0.exits, present: $0.present.count,
                secondsInside: $0.secondsInside)
        }
        try encoder.encode(rows).write(to: file, options: .atomic)
    }
}
