/// One of those compared: is given batches, and tells afterwards what it found in the last.
package protocol Contender: AnyObject {
    /// What it is called in results.
    var name: String { get }

    /// Whether its answers must be those of the others, or are near them by its nature.
    var isExact: Bool { get }

    /// Forgets what earlier batches left behind; not timed.
    func reset()

    /// Finds what is asked for; timed.
    func take(_ batch: FixBatch)

    /// What the last batch came to; not timed.
    func answer(to batch: FixBatch) -> Answer
}

extension Contender {
    package var isExact: Bool { true }

    package func reset() {}
}
