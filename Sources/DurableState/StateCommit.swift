/// All that becomes durable at once: what changed since the last commit.
package struct StateCommit: Sendable {
    /// Events that follow each other, in a form of the caller's.
    package struct Batch: Hashable, Sendable {
        /// How many events there are.
        package var count: UInt64

        /// The events.
        package var bytes: [UInt8]

        /// Creates a batch.
        package init(count: UInt64, bytes: [UInt8]) {
            self.count = count
            self.bytes = bytes
        }
    }

    /// What the log of devices is written anew for, so that what is old can go.
    package enum Sweep: Hashable, Sendable {
        /// Only what changed is written.
        case none

        /// From this commit on, devices that have not changed are written too.
        case begins

        /// With this commit each device has been written since the sweep began.
        case ends

        /// Both at once.
        case complete
    }

    /// Records of devices, in a form of the caller's; later ones take the place of earlier ones.
    package var devices: [UInt8] = []

    /// How many records those are.
    package var deviceCount = 0

    /// What the records are written for.
    package var sweep = Sweep.none

    /// Named values that take the place of those of the same name; `nil` removes one.
    package var values: [String: [UInt8]?] = [:]

    /// Regions by their slots; `nil` where one was removed.
    package var regions: [(slot: Int64, bytes: [UInt8]?)] = []

    /// Events, oldest first.
    package var batches: [Batch] = []

    /// The sinks whose account has changed.
    package var sinks: [SinkAccount] = []

    /// Messages that sinks have given up.
    package var deadLetters: [DeadMessage] = []

    /// Creates a commit of nothing.
    package init() {}

    /// Whether there is nothing to be made durable.
    package var isEmpty: Bool {
        deviceCount == 0 && sweep == .none && values.isEmpty && regions.isEmpty && batches.isEmpty
            && sinks.isEmpty && deadLetters.isEmpty
    }
}

/// How far a sink is, as the state holds it.
package struct SinkAccount: Hashable, Sendable {
    /// The sink's name.
    package var name: String

    /// All events up to this position are settled.
    package var settledThrough: UInt64

    /// The positions of events beyond that are settled too.
    package var settledBeyond: [UInt64] = []

    /// How many events wait for it.
    package var waiting: UInt64 = 0

    /// What the sink wants to be told when it is opened again.
    package var token: UInt64?

    /// Creates the account of a sink.
    package init(name: String, settledThrough: UInt64) {
        self.name = name
        self.settledThrough = settledThrough
    }
}

/// A message that a sink has given up.
package struct DeadMessage: Hashable, Sendable {
    /// Its number in the list, given by the store.
    package var number: Int64 = 0

    /// The sink's name.
    package var sink: String

    /// The event's position.
    package var position: UInt64

    /// Why, a sentence for people.
    package var reason: String

    /// When, in microseconds since 1970.
    package var time: Int64

    /// The event, in the form of the caller's batches.
    package var bytes: [UInt8]

    /// Creates a dead message.
    package init(sink: String, position: UInt64, reason: String, time: Int64, bytes: [UInt8]) {
        self.sink = sink
        self.position = position
        self.reason = reason
        self.time = time
        self.bytes = bytes
    }
}
