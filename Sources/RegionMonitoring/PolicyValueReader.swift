import Geodesy

/// Reads one value of a policy, and says what it should have been when it cannot.
struct PolicyValueReader {
    /// What errors call the value.
    var name: String

    var value: PolicyValue

    /// The longest duration a policy can hold, in seconds: some three centuries, far from overflow.
    private static let longestDuration = 1e10

    private var isNone: Bool { value == .text("none") }

    func distance() throws(PolicyError) -> LocationDistance {
        try number("a number of metres, 0 to 20000", in: 0...20_000)
    }

    func accuracy() throws(PolicyError) -> LocationDistance {
        try number("a number of metres, 0 or greater", in: 0...Double.greatestFiniteMagnitude)
    }

    func factor() throws(PolicyError) -> Double {
        try number("a number from -1 to 1", in: -1...1)
    }

    func limit() throws(PolicyError) -> LocationDistance {
        if isNone { return .infinity }
        let limit = try number(
            "a number of metres, 0 or greater, or none", in: 0...Double.greatestFiniteMagnitude)
        return limit == 0 ? .infinity : limit
    }

    func certainDistance() throws(PolicyError) -> LocationDistance {
        if isNone { return .infinity }
        let distance = try number("a number of metres, 0 to 20000, or none", in: 0...20_000)
        return distance == 0 ? .infinity : distance
    }

    func ceiling() throws(PolicyError) -> TransitionPolicy.AccuracyCeiling {
        if isNone { return .none }
        if value == .text("auto") { return .auto }
        let ceiling = try number(
            "a number of metres, 0 or greater, auto or none", in: 0...Double.greatestFiniteMagnitude
        )
        return ceiling == 0 ? .none : .meters(ceiling)
    }

    func count() throws(PolicyError) -> Int {
        let expected = "a whole number, 1 to 1000000"
        let count = try number(expected, in: 1...1_000_000)
        guard count == count.rounded() else { throw refusal(expected) }
        return Int(count)
    }

    /// The duration, rounded to microseconds; `nil` when it is off.
    func duration() throws(PolicyError) -> Duration? {
        if isNone { return nil }
        let expected = "a duration such as 20, 20s, 5m or 2h, or none"
        let seconds: Double?
        switch value {
        case .number(let number): seconds = number
        case .text(let text): seconds = Self.seconds(text)
        case .flag, .list: seconds = nil
        }
        guard let seconds, (0...Self.longestDuration).contains(seconds) else {
            throw refusal(expected)
        }
        return seconds == 0 ? nil : .microseconds(Int64((seconds * 1e6).rounded()))
    }

    func flag() throws(PolicyError) -> Bool {
        guard case .flag(let flag) = value else { throw refusal("true or false") }
        return flag
    }

    func state() throws(PolicyError) -> TransitionPolicy.AssumedState {
        guard case .text(let text) = value,
            let state = TransitionPolicy.AssumedState(rawValue: text)
        else { throw refusal("unknown, outside or inside") }
        return state
    }

    func triggers() throws(PolicyError) -> TransitionPolicy.InitialTrigger {
        let expected = "enter, exit and dwell, any of them, with commas between, or none"
        let names: [String]
        switch value {
        case .text("none"), .text(""): names = []
        case .text(let text):
            names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        case .list(let list): names = list
        case .number, .flag: throw refusal(expected)
        }
        var triggers: TransitionPolicy.InitialTrigger = []
        for name in names {
            switch name {
            case "enter": triggers.insert(.enter)
            case "exit": triggers.insert(.exit)
            case "dwell": triggers.insert(.dwell)
            default: throw refusal(expected)
            }
        }
        return triggers
    }

    /// The preset by its name in hyphens or in camel case.
    func preset() throws(PolicyError) -> PolicyPreset {
        if case .text(let text) = value {
            for preset in PolicyPreset.allCases where preset.hasName(text) { return preset }
        }
        throw refusal("one of " + PolicyPreset.allCases.map(\.rawValue).joined(separator: ", "))
    }

    private func number(
        _ expected: String, in range: ClosedRange<Double>
    ) throws(PolicyError) -> Double {
        let number: Double?
        switch value {
        case .number(let value): number = value
        case .text(let text): number = Self.decimal(text[...])
        case .flag, .list: number = nil
        }
        guard let number, range.contains(number) else { throw refusal(expected) }
        return number
    }

    private func refusal(_ expected: String) -> PolicyError {
        PolicyError("\(name) is \(value.shown); it must be \(expected)")
    }

    private static func seconds(_ text: String) -> Double? {
        let factor: Double
        switch text.last {
        case "s": factor = 1
        case "m": factor = 60
        case "h": factor = 3600
        default: return decimal(text[...])
        }
        return decimal(text.dropLast()).map { $0 * factor }
    }

    /// The number that a text in plain decimal notation names: no hexadecimal, no `nan`, no spaces.
    private static func decimal(_ text: Substring) -> Double? {
        let isPlain = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
        }
        guard isPlain, let number = Double(text), number.isFinite else { return nil }
        return number
    }
}

extension PolicyPreset {
    /// Whether a name means this preset: `core-location` and `coreLocation` are one.
    fileprivate func hasName(_ name: String) -> Bool {
        if name == rawValue { return true }
        let words = rawValue.split(separator: "-")
        return name
            == words.enumerated()
            .map { $0.offset == 0 ? String($0.element) : $0.element.capitalizedFirst }
            .joined()
    }
}

extension Substring {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension PolicyValue {
    /// The value as a message shows it.
    fileprivate var shown: String {
        switch self {
        case .text(let text): "'\(text)'"
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15
                ? String(Int64(number)) : String(number)
        case .flag(let flag): String(flag)
        case .list(let list): "[" + list.map { "'\($0)'" }.joined(separator: ", ") + "]"
        }
    }
}
