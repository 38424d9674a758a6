package import EventDelivery
import Synchronization

/// The figures of a run that goes on, kept by its pipeline and read from any thread.
package final class RunMetrics: Sendable {
    /// The figures at one moment.
    package struct Figures: Sendable {
        /// What became of the records.
        package var counts = RunCounts()

        /// The account of each sink.
        package var sinks: [(sink: String, counts: SinkCounts)] = []

        /// How many devices are remembered, and how many regions are in force.
        package var devices = 0
        package var regions = 0

        /// How many features were refused when the region files were last read.
        package var refusedRegions = 0

        /// How often the region files have been read again.
        package var reloads = 0

        /// How many bytes of the inputs have been read.
        package var inputBytes: UInt64 = 0

        /// The time of the newest fix that has been evaluated, in seconds since 1970; 0 before the first.
        package var newestFix = 0.0

        /// From the reading of records until what came of them was handed to the sinks.
        package var latency = Histogram(bounds: [
            0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 10,
        ])
    }

    /// How many values there were up to each of some bounds.
    package struct Histogram: Sendable {
        /// The bounds, ascending.
        package let bounds: [Double]

        /// How many values are above the bound before and not above this one; last those above all.
        package private(set) var counts: [UInt64]

        /// The sum of all values.
        package private(set) var sum = 0.0

        init(bounds: [Double]) {
            self.bounds = bounds
            counts = Array(repeating: 0, count: bounds.count + 1)
        }

        mutating func add(_ value: Double, times: UInt64) {
            counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += times
            sum += value * Double(times)
        }
    }

    private let state = Mutex(Figures())
    private let sinks = Mutex(SinkGroup())

    /// Figures of a run that has not begun.
    package init() {}

    /// The figures now. Sinks deliver while the run waits for more records: they are asked each time.
    package var figures: Figures {
        var figures = state.withLock { $0 }
        figures.sinks = sinks.withLock { $0 }.counts
        return figures
    }

    /// Sets the sinks that are asked for their accounts.
    package func observe(_ group: SinkGroup) { sinks.withLock { $0 = group } }

    /// Changes the figures.
    package func update(_ change: (inout Figures) -> Void) { state.withLock { change(&$0) } }
}
