/// Somewhere events go.
///
/// One owner calls a sink, one call at a time.
public protocol EventSink: Sendable {
    /// What a delivery can fail with.
    associatedtype Failure: Error

    /// Takes one batch, oldest event first, each device's events in the order of their sequence.
    ///
    /// Returning means the whole batch is accepted; throwing means none of it is, and the caller may
    /// offer it again.
    mutating func deliver(_ events: [RegionEvent]) async throws(Failure)

    /// Makes sure that all accepted events are where they belong; called once, after the last batch.
    mutating func finish() async throws(Failure)
}
