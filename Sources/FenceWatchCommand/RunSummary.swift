import EventDelivery
import MonitoringService
import RegionMonitoring

/// The closing account of a run.
struct RunSummary {
    var counts: RunCounts
    var inputs: [(input: String, account: RecordAccount)]
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
        bytes.append(members: counts.records)
        bytes.append(text: ",")
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
        bytes.append(text: "},\"inputs\":{")
        for (index, (name, account)) in inputs.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(jsonString: name)
            bytes.append(text: ":{")
            bytes.append(members: account)
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
        line += ": \(text(of: counts.records))"
        line += inputLines
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

    /// A line for each of several inputs.
    private var inputLines: String {
        guard inputs.count > 1 else { return "" }
        // Thousands of files would bury the rest.
        var lines = inputs.prefix(Self.inputLimit).map { input, account in
            "\nfencewatch: '\(input)': "
                + "\(counted(Int(account.received), "record")): \(text(of: account))"
        }
        let rest = inputs.count - lines.count
        if rest > 0 {
            lines.append(
                "\nfencewatch: \(counted(rest, "more input")), all of which --summary json tells")
        }
        return lines.joined()
    }

    /// How many inputs have a line of their own.
    private static let inputLimit = 20

    private func text(of account: RecordAccount) -> String {
        var text = "\(account.delivered) delivered"
        if account.rejectedTotal > 0 {
            let reasons = RecordRejection.allCases.compactMap { reason in
                account.rejected[reason].map { "\(reason.rawValue) \($0)" }
            }
            text += ", \(account.rejectedTotal) rejected (\(reasons.joined(separator: ", ")))"
        }
        if account.controls > 0 { text += ", \(counted(Int(account.controls), "control"))" }
        if account.blank > 0 { text += ", \(account.blank) blank" }
        return text
    }

    private func rounded(_ seconds: Double) -> String {
        var bytes: [UInt8] = []
        bytes.append(json: (seconds * 1000).rounded() / 1000)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends the members of an account.
    fileprivate mutating func append(members account: RecordAccount) {
        append(member: "received", account.received)
        append(member: "delivered", account.delivered)
        append(
            member: "rejected",
            RecordRejection.allCases.map { ($0.rawValue, account.rejected[$0] ?? 0) }
                .filter { $0.1 > 0 })
        append(member: "controls", account.controls)
        append(text: "\"blank\":")
        append(decimal: account.blank)
    }

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
