/// A kind of sink that this build has.
package struct SinkKind: Sendable {
    /// The words before the colon that name it, the first one in lists.
    package let schemes: [String]

    /// How it is written, as `ndjson:PATH`.
    package let syntax: String

    /// The options it has besides those of all sinks.
    package let options: Set<SinkOptions.Name>

    /// Reads the whole text of a sink.
    package let read: @Sendable (String) throws(SinkSpecificationError) -> any SinkTarget

    /// Creates a kind.
    package init(
        schemes: [String], syntax: String, options: Set<SinkOptions.Name>,
        read: @escaping @Sendable (String) throws(SinkSpecificationError) -> any SinkTarget
    ) {
        self.schemes = schemes
        self.syntax = syntax
        self.options = options
        self.read = read
    }

    /// The kinds that need no further library.
    package static let basic: [SinkKind] = [.ndjson, .exec]
}

/// Where one sink delivers to.
package protocol SinkTarget: Sendable {
    /// What the sink is called in messages and in the summary: its text without secrets.
    var name: String { get }

    /// The file that it writes to; `nil` where it writes to none.
    var path: String? { get }

    /// The properties of regions that the records must carry for it.
    var neededProperties: [String] { get }

    /// Whether it has a place for events only: not for visits and fixes, and failures are left out.
    var takesEventsOnly: Bool { get }

    /// Refuses options that make no sense for it.
    func validate(_ options: SinkOptions) throws(SinkSpecificationError)

    /// Opens it. A receiver that is merely down now is no failure: the worker tries again.
    func open(
        _ options: SinkOptions, _ context: SinkContext
    ) throws(SinkFailure) -> any SinkWorker
}

extension SinkTarget {
    /// No file.
    package var path: String? { nil }

    /// None.
    package var neededProperties: [String] { [] }

    /// It takes all.
    package var takesEventsOnly: Bool { false }

    /// Refuses nothing.
    package func validate(_ options: SinkOptions) throws(SinkSpecificationError) {}
}

/// What a sink is told when it is opened.
package struct SinkContext: Sendable {
    /// Whether what it takes waits on disk until it has settled it.
    package var isDurable = false

    /// What it noted last with a settlement in durable state; `nil` in a new one.
    package var token: UInt64?

    /// A run without durable state.
    package init() {}
}
