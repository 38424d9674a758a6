/// One line at the bottom of a terminal that says how far a run has come.
struct ProgressBar {
    /// The bytes of all inputs; `nil` when nobody knows.
    private let total: UInt64?

    private let start = ContinuousClock.now
    private var shown: ContinuousClock.Instant?
    private var isVisible = false

    /// Creates a bar; `nil` where standard error is no terminal.
    init?(total: UInt64?) {
        guard Console.columns != nil else { return nil }
        self.total = total
    }

    /// Shows the state of things, at most ten times a second.
    mutating func update(bytes: UInt64, records: UInt64, events: UInt64) {
        let now = ContinuousClock.now
        if let shown, now - shown < .milliseconds(100) { return }
        // A run that is over in a moment needs no bar.
        guard now - start > .milliseconds(500), let columns = Console.columns else { return }
        shown = now
        isVisible = true
        let line = Self.line(
            bytes: bytes, total: total, records: records, events: events,
            seconds: (now - start) / .seconds(1), columns: columns)
        Console.error("\r\u{1B}[K" + line)
    }

    /// Takes the bar away, so that a message can be shown.
    mutating func clear() {
        guard isVisible else { return }
        Console.error("\r\u{1B}[K")
        isVisible = false
    }

    /// The text of the bar, shorter than the terminal is wide.
    static func line(
        bytes: UInt64, total: UInt64?, records: UInt64, events: UInt64, seconds: Double,
        columns: Int
    ) -> String {
        let rate = seconds > 0 ? Double(records) / seconds : 0
        var facts = "\(short(Double(records))) records, \(short(rate))/s, \(events) events"
        guard let total, total > 0 else { return String(facts.prefix(columns - 1)) }
        let share = min(Double(bytes) / Double(total), 1)
        if share > 0 {
            facts += ", " + clock(seconds / share - seconds) + " left"
        }
        let width = min(columns - facts.count - 9, 40)
        guard width >= 5 else { return String(facts.prefix(columns - 1)) }
        let filled = Int(share * Double(width))
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: ".", count: width - filled)
        let percent = String(Int(share * 100))
        let padding = String(repeating: " ", count: 3 - percent.count)
        return "[\(bar)] \(padding)\(percent)% \(facts)"
    }

    /// A number in three digits or so: `950`, `12.3k`, `4.56M`.
    private static func short(_ number: Double) -> String {
        for (unit, name) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] where number >= unit {
            let scaled = (number / unit * 10).rounded() / 10
            return "\(scaled)\(name)"
        }
        return "\(Int(number))"
    }

    /// Seconds as `m:ss` or `h:mm:ss`.
    private static func clock(_ seconds: Double) -> String {
        let seconds = Int(min(max(seconds, 0), 359_999).rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let tail = two(seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(tail)" : "\(minutes):\(tail)"
    }
}
