import RegionMonitoring

/// Readers of option values, each of which names what it found and what it allows.
enum FlagValue {
    /// A finite number in a range.
    static func number(
        _ text: String, in range: ClosedRange<Double>, _ meaning: String
    ) throws(UsageError) -> Double {
        guard let number = Double(text), number.isFinite, range.contains(number) else {
            throw UsageError("'\(text)' is no \(meaning)")
        }
        return number
    }

    /// A finite number in a range, or `nil` for `none` and 0.
    static func numberOrNone(
        _ text: String, in range: ClosedRange<Double>, _ meaning: String
    ) throws(UsageError) -> Double? {
        if text == "none" { return nil }
        let number = try number(text, in: range, "\(meaning), and not 'none'")
        return number == 0 ? nil : number
    }

    /// A whole number in a range.
    static func count(_ text: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "'\(text)' is no whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number of bytes, at least one: `4096`, `64K`, `100M`, `2G`.
    static func byteCount(_ text: String) throws(UsageError) -> UInt64 {
        let units: [Character: UInt64] = ["K": 1000, "M": 1_000_000, "G": 1_000_000_000]
        let unit = text.last.flatMap { units[$0] }
        guard let number = UInt64(unit == nil ? text : String(text.dropLast())), number > 0,
            case (let size, false) = number.multipliedReportingOverflow(by: unit ?? 1)
        else { throw UsageError("'\(text)' is no number of bytes, such as 4096, 64K, 100M or 2G") }
        return size
    }

    /// One of the names of an enumeration.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ text: String, as type: Choice.Type
    ) throws(UsageError) -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        let names = Choice.allCases.map(\.rawValue)
        if let near = nearestName(to: text, among: names) {
            throw UsageError("unknown value '\(text)'; did you mean '\(near)'?")
        }
        throw UsageError("unknown value '\(text)'; it must be \(list(names))")
    }

    /// Names separated by commas.
    static func choices<Choice: CaseIterable & RawRepresentable<String>>(
        _ text: String, as type: Choice.Type
    ) throws(UsageError) -> [Choice] {
        var choices: [Choice] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            choices.append(try choice(String(name), as: type))
        }
        return choices
    }

    /// Names of members separated by commas, each once and not empty.
    static func names(_ text: String) throws(UsageError) -> [String] {
        var names: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part)
            if name.isEmpty { throw UsageError("a name in '\(text)' is empty") }
            // Byte for byte, as the members of a record are.
            if names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
                throw UsageError("'\(name)' is named twice")
            }
            names.append(name)
        }
        return names
    }

    /// Names as a sentence has them: `a, b or c`.
    static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension FlagValue {
    /// A duration: `20` or `20s`, `5m`, `2h`; decimals are allowed.
    static func duration(_ text: String) throws(UsageError) -> Duration {
        let units: [(suffix: String, microseconds: Double)] = [
            ("s", 1e6), ("m", 60e6), ("h", 3600e6), ("", 1e6),
        ]
        for unit in units where text.hasSuffix(unit.suffix) {
            let number = text.dropLast(unit.suffix.count)
            guard let first = number.utf8.first, first == UInt8(ascii: ".") || isDigit(first),
                number.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
                let count = Double(number)
            else { break }
            // Longer than a lifetime is as good as for ever, and stays within the type.
            return .microseconds(Int64(min(count * unit.microseconds, 1e17).rounded()))
        }
        throw UsageError("'\(text)' is no duration, such as 20, 20s, 5m or 2h")
    }

    /// A duration, or `nil` for `none` and 0.
    static func durationOrNone(_ text: String) throws(UsageError) -> Duration? {
        if text == "none" { return nil }
        let duration = try duration(text)
        return duration == .zero ? nil : duration
    }

    /// An offset from UTC: `Z`, `+08:00`, `-0330`, `+05`.
    static func timeOffset(_ text: String) throws(UsageError) -> Duration {
        if text == "Z" || text == "z" { return .zero }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard let sign = text.first, sign == "+" || sign == "-",
            digits.count == 2 || digits.count == 4,
            digits.utf8.allSatisfy(isDigit), [0, 1].contains(text.count { $0 == ":" }),
            let hours = Int(digits.prefix(2)), let minutes = Int("0" + digits.dropFirst(2)),
            hours <= 23, minutes <= 59
        else { throw UsageError("'\(text)' is no offset from UTC, such as Z, +08:00 or -03:30") }
        return .seconds((hours * 60 + minutes) * (sign == "-" ? -60 : 60))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// A host and a port: `127.0.0.1:9464`, `localhost:0`, `[::1]:9464`.
    static func address(_ text: String) throws(UsageError) -> (host: String, port: Int) {
        let error = UsageError("'\(text)' is no address, such as 127.0.0.1:9464")
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { throw error }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains("["), !host.contains("]") else { throw error }
        return (String(host), Int(port))
    }
}
