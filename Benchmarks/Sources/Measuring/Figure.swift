/// One quantity, measured several times.
package struct Figure: Codable, Sendable {
    /// The part of the benchmark: "membership", "memory".
    package var suite: String

    /// What it was measured on: "W1".
    package var subject: String

    /// Who: "fencewatch", "GEOS".
    package var contender: String

    /// What a value counts: "ns/fix", "MiB".
    package var unit: String

    /// The values, in the order in which they were measured.
    package var values: [Double]

    /// What a reader must know to judge it.
    package var note: String?

    /// Creates a measurement.
    package init(
        suite: String, subject: String, contender: String, unit: String, values: [Double],
        note: String? = nil
    ) {
        self.suite = suite
        self.subject = subject
        self.contender = contender
        self.unit = unit
        self.values = values
        self.note = note
    }

    /// The middle value; of an even number of values the mean of the two in the middle.
    package var median: Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1
            ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The least and the greatest value.
    package var spread: ClosedRange<Double> {
        guard let low = values.min(), let high = values.max() else { return 0...0 }
        return low...high
    }
}

/// Something that must be so, or the run has failed.
package struct Check: Codable, Sendable {
    /// What was compared.
    package var name: String

    /// What had to be found.
    package var expected: String

    /// What was found.
    package var found: String

    /// Whether it was.
    package var isMet: Bool

    /// Creates a check of two texts.
    package init(_ name: String, expected: String, found: String) {
        self.name = name
        self.expected = expected
        self.found = found
        isMet = expected == found
    }

    /// Creates a check whose outcome is known.
    package init(_ name: String, expected: String, found: String, isMet: Bool) {
        self.name = name
        self.expected = expected
        self.found = found
        self.isMet = isMet
    }
}

/// What a measurement has to reach.
package struct Target: Codable, Sendable {
    /// What is asked for, in words.
    package var name: String

    /// The limit, with its direction: "≥ 15×".
    package var wanted: String

    /// What was measured.
    package var measured: String

    /// Whether it was reached.
    package var isMet: Bool

    /// Creates a target of a quantity that may be at most so great.
    package static func atMost(
        _ limit: Double, _ unit: String, _ name: String, _ value: Double
    ) -> Target {
        Target(
            name: name, wanted: "≤ \(limit.short)\(unit)", measured: "\(value.short)\(unit)",
            isMet: value <= limit)
    }

    /// Creates a target of a quantity that must be at least so great.
    package static func atLeast(
        _ limit: Double, _ unit: String, _ name: String, _ value: Double
    ) -> Target {
        Target(
            name: name, wanted: "≥ \(limit.short)\(unit)", measured: "\(value.short)\(unit)",
            isMet: value >= limit)
    }
}

extension Double {
    /// Three digits that count, without an exponent: 1234, 56.7, 0.0891.
    package var short: String {
        guard isFinite, self != 0 else { return self == 0 ? "0" : "–" }
        var scale = 1.0
        while abs(self) * scale < 100, scale < 1e6 { scale *= 10 }
        let rounded = (self * scale).rounded() / scale
        let text = String(rounded)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
