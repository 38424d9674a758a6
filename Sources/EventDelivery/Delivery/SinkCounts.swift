/// The account of one sink.
///
/// `offered` = `delivered` + `dropped` + `dead` + `unwanted` + what waits.
package struct SinkCounts: Hashable, Sendable {
    /// Messages that the sink was to get.
    package var offered: UInt64 = 0

    /// Messages that the receiver has.
    package var delivered: UInt64 = 0

    /// Messages dropped because the queue was full.
    package var dropped: UInt64 = 0

    /// Messages that the receiver refused for good.
    package var dead: UInt64 = 0

    /// Messages left over when the receiver went of its own accord.
    package var unwanted: UInt64 = 0

    /// Attempts that failed and were, or are to be, repeated.
    package var retries: UInt64 = 0

    /// The most messages that were in memory at once.
    package var peak: UInt64 = 0

    /// Creates an account of nothing.
    package init() {}

    /// Messages neither delivered nor given up. What is read from a backlog can be settled a moment before
    /// it is offered.
    package var waiting: UInt64 {
        let settled = delivered + dropped + dead + unwanted
        return offered > settled ? offered - settled : 0
    }

    /// Messages that the receiver should have and has not.
    package var undelivered: UInt64 { waiting + dropped + dead }
}
