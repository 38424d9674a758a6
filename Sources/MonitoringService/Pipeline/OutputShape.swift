/// What the lines that go out are about, and what is carried along in them.
package struct OutputShape: Hashable, Sendable {
    /// What a line is about.
    package enum Emission: String, Hashable, Sendable, CaseIterable {
        /// Each event, as it is decided.
        case events

        /// Each visit, once it has ended. Visits still open at the end of a run are not told.
        case visits

        /// Each fix that is evaluated, with the regions that its device is inside of then.
        case fixes
    }

    /// What a line is about.
    package var emission = Emission.events

    /// The properties of regions that go along, in this order.
    package var regionProperties: [String] = []

    /// Whether the members that fixes bring along go along with them.
    package var carriesFixMembers = false

    /// Events, and nothing carried along.
    package init() {}

    /// Whether lines are events as the monitor makes them.
    var isPlain: Bool {
        emission == .events && regionProperties.isEmpty && !carriesFixMembers
    }
}
