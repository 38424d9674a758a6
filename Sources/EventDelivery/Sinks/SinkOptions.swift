/// What a command line says of one sink besides where it is.
package struct SinkOptions: Hashable, Sendable {
    /// The options that only some kinds of sinks have.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case rotateSize = "--sink-rotate-size"
        case rotateEvery = "--sink-rotate-every"
        case keep = "--sink-keep"
        case sync = "--sink-sync"
        case batch = "--sink-batch"
        case batchWait = "--sink-batch-wait"
        case concurrency = "--sink-concurrency"
        case timeout = "--sink-timeout"
        case secret = "--sink-secret"
        case header = "--sink-header"
        case authorities = "--sink-ca"
        case restart = "--sink-restart"
    }

    /// When a file's content is made to survive a crash of the machine.
    package enum Synchronization: Hashable, Sendable {
        /// When the system likes.
        case never

        /// Before each batch counts as delivered.
        case always

        /// At least so often, and at the end.
        case every(Duration)
    }

    /// When a child process that ended is started again.
    package enum Restart: String, Hashable, Sendable, CaseIterable {
        /// Always.
        case always

        /// After another status than 0; a status of 0 means that it wants no more.
        case onFailure = "on-failure"

        /// Never.
        case never
    }

    /// Which events.
    package var selection = EventSelection()

    /// How they are written.
    package var format = EventFormat.ndjson

    /// The most messages in memory, from 1; `nil`: as the run says.
    package var queueLimit: Int?

    /// What a full queue does; `nil`: as the run says.
    package var overflow: SinkFeed.Overflow?

    /// The file that gets what the receiver refuses for good.
    package var deadLetters: String?

    /// How failed deliveries are repeated.
    package var retry = RetryPolicy()

    /// From how many bytes on a file is put aside and begun anew.
    package var rotateSize: UInt64?

    /// After how long.
    package var rotateEvery: Duration?

    /// How many files put aside are kept; `nil`: all.
    package var keep: Int?

    /// When files are synchronised; `nil`: always with durable state, else never.
    package var sync: Synchronization?

    /// The most records in one request or transaction.
    package var batch: Int?

    /// How long a batch that is not full waits for more.
    package var batchWait: Duration?

    /// The most requests at once.
    package var concurrency: Int?

    /// How long a receiver has to answer.
    package var timeout: Duration?

    /// What requests are signed with; the first signs first.
    package var secrets: [SecretSource] = []

    /// Further header lines.
    package var headers: [HeaderSource] = []

    /// The file of certificates that servers are checked with, in place of the system's.
    package var authorities: String?

    /// When a child is started again.
    package var restart: Restart?

    /// Which of the options that only some kinds have were given.
    package var given: Set<Name> = []

    /// The defaults.
    package init() {}
}
