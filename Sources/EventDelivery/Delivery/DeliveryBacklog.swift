/// Where the messages of one sink wait that are not in memory: an outbox on disk.
///
/// A message is there before it is offered to the sink, and stays until it is settled. The sink's thread
/// calls it, one call at a time.
package protocol DeliveryBacklog: Sendable {
    /// What the sink noted last with a settlement, such as the length of its file; `nil` at first.
    var token: UInt64? { get }

    /// How many messages wait, for the account of what is undelivered.
    var count: UInt64 { get }

    /// Messages that are not settled, from a position on, in the order of their positions.
    ///
    /// - Returns: Fewer than asked for only when there are no more.
    func messages(from position: UInt64, atMost count: Int) throws(SinkFailure) -> [DeliveryMessage]

    /// Notes durably what became of messages: none of them is offered again, not after a restart either.
    func settle(_ settlement: DeliverySettlement) throws(SinkFailure)
}

/// What became of messages of one sink.
package struct DeliverySettlement: Sendable {
    /// The positions of those that the receiver has.
    package var delivered: [UInt64] = []

    /// Those that will never be delivered, and why.
    package var dead: [DeadLetter] = []

    /// What the sink wants to be told when it is opened again; `nil`: no news.
    package var token: UInt64?

    /// Creates an empty one.
    package init() {}
}

/// A message that a receiver will not have.
package struct DeadLetter: Hashable, Sendable {
    /// The message.
    package var message: DeliveryMessage

    /// Why not, a sentence for people.
    package var reason: String

    /// Creates one.
    package init(_ message: DeliveryMessage, because reason: String) {
        self.message = message
        self.reason = reason
    }
}

/// Why a sink, or its backlog, cannot go on.
package struct SinkFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence for people, without secrets.
    package let description: String

    /// Whether the receiver has gone of its own accord, wants nothing more, and nothing is wrong.
    package let isNormalEnd: Bool

    /// Creates a failure.
    package init(_ description: String, isNormalEnd: Bool = false) {
        self.description = description
        self.isNormalEnd = isNormalEnd
    }

    /// A failed write; a closed pipe is a normal end.
    package init(_ error: OutputError) {
        self.init(error.description, isNormalEnd: error.isClosedPipe)
    }
}
