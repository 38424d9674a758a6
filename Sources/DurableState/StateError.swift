/// Why durable state cannot be used, or can be used no longer.
package struct StateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    package enum Kind: Hashable, Sendable {
        /// Another process uses the state.
        case locked

        /// What is there is no state of this program.
        case foreign

        /// The state was made by a later release.
        case newer

        /// What is there does not fit together, or has been changed by others.
        case damaged

        /// The disk, or what the user may use of it, is full.
        case full

        /// The system refused something else.
        case failed
    }

    /// What kind of trouble it is.
    package var kind: Kind

    /// The folder, what is wrong, and what can be done: a sentence for people.
    package var description: String

    /// Creates an error.
    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
