package import RegionMonitoring

/// One line of output, with what is carried along in it.
package struct OutputRecord: Hashable, Sendable {
    /// What the line tells.
    package enum Content: Hashable, Sendable {
        /// An event.
        case event(RegionEvent)

        /// A visit that has ended.
        case visit(Visit)

        /// A fix that was evaluated, and where its device is.
        case fix(DeliveredFix)

        /// Something that could not be monitored.
        case failure(MonitoringFailure)
    }

    /// What the line tells.
    package var content: Content

    /// Members of the input's record, for the line's fix.
    package var fixMembers = JSONMembers()

    /// Properties of the region.
    package var properties = JSONMembers()

    /// Creates a record without anything carried along.
    package init(_ content: Content) { self.content = content }
}

/// Members of a JSON object, as text.
package struct JSONMembers: Hashable, Sendable {
    /// The members with commas between them, without braces.
    package private(set) var bytes: [UInt8] = []

    /// Creates none.
    package init() {}

    /// Creates members of the text that others had.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Whether there is none.
    package var isEmpty: Bool { bytes.isEmpty }

    /// Adds a member whose value is a JSON text.
    package mutating func append(_ name: String, json: String) {
        append(name)
        bytes.append(text: json)
    }

    /// Adds a member whose value is a text.
    package mutating func append(_ name: String, text: String) {
        append(name)
        bytes.append(jsonString: text)
    }

    private mutating func append(_ name: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
        bytes.append(jsonString: name)
        bytes.append(UInt8(ascii: ":"))
    }
}
