import RegionMonitoring

/// A run of one device around a circle, drawn from what the engine made of it.
///
/// A row is a fix or a tick, a column a distance from the boundary: `│` is the boundary, `┊` the line
/// that a fix must pass to be evidence for the other side, `●` a fix inside and `○` one outside.
struct DrawnTimeline {
    enum Step {
        /// A fix so many metres east of the circle's centre.
        case fix(Double, east: Double, accuracy: Double?)

        /// A call of `advance(to:)`.
        case advance(Double)
    }

    let radius: Double
    let policy: PolicyChoice
    let assumed: TransitionPolicy.AssumedState
    let steps: [Step]

    /// Metres a column.
    let scale: Double

    /// How many columns there are on either side of the boundary.
    let columns: Int

    init(
        radius: Double = 100, policy: PolicyChoice,
        assuming assumed: TransitionPolicy.AssumedState = .outside, scale: Double = 10,
        columns: Int = 14, _ steps: [Step]
    ) {
        self.radius = radius
        self.policy = policy
        self.assumed = assumed
        self.steps = steps
        self.scale = scale
        self.columns = columns
    }

    private static let start = Timestamp(microsecondsSince1970: 1_767_225_600_000_000)

    /// Metres in a degree of longitude on the equator of WGS 84.
    private static let metersPerDegree = 6_378_137 * Double.pi / 180

    private static func instant(_ seconds: Double) -> Timestamp {
        start + .microseconds(Int64((seconds * 1e6).rounded()))
    }

    /// The rows of the drawing.
    func rows() throws -> [String] {
        var monitor = try RegionMonitor(
            policy: policy, filter: LocationFilter(keepsNullIsland: true))
        monitor.trace = TraceRequest()
        try monitor.startMonitoring(
            for: Region(
                identifier: "depot", center: LocationCoordinate2D(latitude: 0, longitude: 0),
                radius: radius), assuming: assumed)
        let inside = String(repeating: " ", count: columns - 6) + "inside"
        var rows = ["     t       s     a  \(inside) │ outside"]
        for step in steps {
            var output = MonitorOutput()
            switch step {
            case .fix(let time, let east, let accuracy):
                let fix = Location(
                    coordinate: LocationCoordinate2D(
                        latitude: 0, longitude: east / Self.metersPerDegree),
                    timestamp: Self.instant(time), horizontalAccuracy: accuracy)
                monitor.update(with: fix, from: "van", into: &output)
                let pair = output.traces.first?.pairs.first
                rows.append(
                    contentsOf:
                        row(
                            time, distance: abs(east) - radius, accuracy: accuracy,
                            gate: pair.flatMap(gate), notes: notes(pair, output.events)))
            case .advance(let time):
                monitor.advance(to: Self.instant(time), into: &output)
                let line = pad(number(time), 6) + String(repeating: " ", count: columns + 16)
                rows += join(line + "│", notes(nil, output.events))
            }
        }
        return rows
    }

    /// Where a fix becomes evidence for the other side, as a signed distance.
    private func gate(_ pair: PairTrace) -> Double? {
        guard pair.reading != .determination, pair.threshold != 0 else { return nil }
        return pair.stateBefore == .inside ? pair.threshold : -pair.threshold
    }

    private func row(
        _ time: Double, distance: Double, accuracy: Double?, gate: Double?, notes: [String]
    ) -> [String] {
        var plot = [Character](repeating: " ", count: 2 * columns + 1)
        plot[columns] = "│"
        if let gate { plot[column(gate)] = "┊" }
        let isBeyondEdge = abs(distance / scale) > Double(columns)
        plot[column(distance)] =
            isBeyondEdge ? (distance < 0 ? "◀" : "▶") : distance <= 0 ? "●" : "○"
        let sign = distance > 0 ? "+" : distance < 0 ? "−" : ""
        let numbers =
            pad(number(time), 6) + pad(sign + number(abs(distance)), 8)
            + pad(accuracy.map(number) ?? "–", 6)
        return join(numbers + "  " + String(plot), notes)
    }

    private func column(_ distance: Double) -> Int {
        min(max(columns + Int((distance / scale).rounded()), 0), 2 * columns)
    }

    /// What the fix was taken for, and the events.
    private func notes(_ pair: PairTrace?, _ events: [RegionEvent]) -> [String] {
        var notes: [String] = []
        if let pair, pair.confirmation == nil, pair.reading != .determination {
            switch pair.reading {
            case .overCeiling: notes.append("over the ceiling")
            case .blurred: notes.append("blurred")
            case .evidence: notes.append("evidence \(pair.pendingCount ?? 0)")
            default: if pair.cancelsPending { notes.append("cancels") }
            }
        }
        for event in events {
            let name = event.kind == .didDetermineState ? event.state.rawValue : event.kind.rawValue
            var text = "\(name) at \(seconds(event.timestamp))"
            switch event.evidence {
            case .timeout: text += ", timeout"
            case .segment: text += ", segment"
            default: break
            }
            if let reason = event.reason { text += ", \(reason.rawValue)" }
            notes.append(text)
        }
        return notes
    }

    /// The line with the first note behind it, and a line for each further note.
    private func join(_ line: String, _ notes: [String]) -> [String] {
        guard let first = notes.first else {
            return [String(line.reversed().drop { $0 == " " }.reversed())]
        }
        let width = 2 * columns + 25
        let empty = String(repeating: " ", count: columns + 22) + "│"
        return [line.padded(to: width) + first]
            + notes.dropFirst().map { empty.padded(to: width) + $0 }
    }

    private func seconds(_ time: Timestamp) -> String {
        let (seconds, attoseconds) = (time - Self.start).components
        return number(Double(seconds) + Double(attoseconds) / 1e18)
    }

    /// A number with at most one decimal.
    private func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    private func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
