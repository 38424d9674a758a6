public import RegionMonitoring

extension RegionEvent {
    /// The event in one line, times in seconds since 1970-01-01: for messages of failed tests.
    public var line: String {
        var words = ["\(device.rawValue)#\(sequence)", kind.rawValue, region.rawValue]
        if let visit { words.append("visit \(visit)") }
        words.append("\(timestamp.seconds)/\(decidedAt.seconds)")
        if let bounds {
            words.append("[\(bounds.earliest?.seconds ?? "null"), \(bounds.latest.seconds)]")
        }
        if let evidence { words.append(evidence.rawValue) }
        words.append(state.rawValue)
        if let reason { words.append(reason.rawValue) }
        if let enteredAt { words.append("entered \(enteredAt.seconds)") }
        if let duration { words.append("for \(duration)") }
        if let fix { words.append("fix \(fix.timestamp.seconds)") }
        return words.joined(separator: " ")
    }
}

extension Timestamp {
    /// Seconds since 1970-01-01 with six decimals.
    var seconds: String {
        let (whole, part) = microsecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(abs(part))
        return "\(whole)." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
