import EventDelivery
import MonitoringService
import RegionMonitoring

/// The closing account of a run.
struct RunSummary {
    var counts: RunCounts
    var sinks: [(sink: String, counts: SinkCounts)]
    var devices: Int
    var regions: Int
    var refusedRegions: Int
    var seconds: Double
    var peakMemoryBytes: UInt64

    /// One JSON object in one line.
    var json: String {
        var bytes: [UInt8] = []
        bytes.append(UInt8(ascii: "{"))
        bytes.append(member: "received", counts.received)
        bytes.append(member: "delivered", counts.delivered)
        bytes.append(
            member: "rejected",
            RecordRejection.allCases.map { ($0.rawValue, counts.rejected[$0] ?? 0) }
                .filter { $0.1 > 0 })
        bytes.append(member: "controls", counts.controls)
        bytes.append(member: "blank", counts.blank)
        bytes.append(
            member: "events",
            RegionEvent.Kind.allCases.map { ($0.rawValue, counts.events[$0] ?? 0) }
                .filter { $0.1 > 0 })
        bytes.append(member: "undelivered", sinks.map { ($0.sink, $0.counts.undelivered) })
        bytes.append(text: "\"sinks\":{")
        for (index, (name, counts)) in sinks.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(jsonString: name)
            bytes.append(text: ":{")
            bytes.append(member: "offered", counts.offered)
            bytes.append(member: "delivered", counts.delivered)
            bytes.append(member: "dropped", counts.dropped)
            bytes.append(member: "refused", counts.dead)
            bytes.append(member: "waiting", counts.waiting)
            bytes.append(member: "retries", counts.retries)
            bytes.append(text: "\"peakQueue\":")
            bytes.append(decimal: counts.peak)
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(text: "},")
        bytes.append(member: "devices", UInt64(devices))
        bytes.append(member: "regions", UInt64(regions))
        bytes.append(member: "refusedRegions", UInt64(refusedRegions))
        bytes.append(text: "\"seconds\":")
        bytes.append(seconds: Int64((seconds * 1e6).rounded()))
        bytes.append(text: ",\"peakMemoryBytes\":")
        bytes.append(decimal: peakMemoryBytes)
        bytes.append(text: "}\n")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A few lines for people.
    var text: String {
        var line = "\(counted(Int(counts.received), "record")) in \(rounded(seconds)) s"
        if seconds > 0, counts.received >= 1000 {
            line += " (\(Int(Double(counts.received) / seconds)) a second)"
        }
        line += ": \(counts.delivered) delivered"
        if counts.rejectedTotal > 0 {
            let reasons = RecordRejection.allCases.compactMap { reason in
                counts.rejected[reason].map { "\(reason.rawValue) \($0)" }
            }
            line += ", \(counts.rejectedTotal) rejected (\(reasons.joined(separator: ", ")))"
        }
        if counts.controls > 0 { line += ", \(counted(Int(counts.controls), "control"))" }
        if counts.blank > 0 { line += ", \(counts.blank) blank" }
        line += "\nfencewatch: \(counted(Int(counts.eventTotal), "event"))"
        let kinds = RegionEvent.Kind.allCases.compactMap { kind in
            counts.events[kind].map { "\(kind.rawValue) \($0)" }
        }
        if !kinds.isEmpty { line += " (\(kinds.joined(separator: ", ")))" }
        line += " of \(counted(devices, "device")) and \(counted(regions, "region"))"
        for (sink, counts) in sinks where counts.undelivered > 0 {
            let count = counted(Int(counts.undelivered), "event")
            line += "\nfencewatch: \(count) undelivered by '\(sink)'"
        }
        return line
    }

    private func rounded(_ seconds: Double) -> String {
        var bytes: [UInt8] = []
        bytes.append(json: (seconds * 1000).rounded() / 1000)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func append(member name: String, _ number: UInt64) {
        append(jsonString: name)
        append(UInt8(ascii: ":"))
        append(decimal: number)
        append(UInt8(ascii: ","))
    }

    fileprivate mutating func append(member name: String, _ numbers: [(String, UInt64)]) {
        append(jsonString: name)
        append(text: ":{")
        for (index, (key, number)) in numbers.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(jsonString: key)
            append(UInt8(ascii: ":"))
            append(decimal: number)
        }
        append(text: "},")
    }
}
