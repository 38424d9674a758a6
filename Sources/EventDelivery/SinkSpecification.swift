/// Where events are to go, as a command line says it, and which.
package struct SinkSpecification: Hashable, Sendable {
    /// What kind of place it is.
    package enum Target: Hashable, Sendable {
        /// NDJSON lines.
        case ndjson(NDJSONSink.Destination)
    }

    /// The text it was given as; it names the sink in messages and in the summary.
    package let name: String

    /// The place.
    package let target: Target

    /// Which events.
    package var selection = EventSelection()

    /// Standard output as NDJSON.
    package static let standardOutput = SinkSpecification(
        name: "ndjson:-", target: .ndjson(.standardOutput))

    /// The file that it writes to; `nil` where that is the standard output.
    package var path: String? {
        switch target {
        case .ndjson(.file(let path)), .ndjson(.appendingTo(let path)): path
        case .ndjson(.standardOutput): nil
        }
    }

    private init(name: String, target: Target) {
        self.name = name
        self.target = target
    }

    /// Reads `ndjson:-`, `ndjson:PATH` or `ndjson:+PATH`.
    package init(_ text: String) throws(SinkSpecificationError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "ndjson" else {
            throw SinkSpecificationError(text, missing: Self.unbuilt[parts[0].lowercased()])
        }
        let place = String(parts[1])
        switch place {
        case "-":
            self.init(name: text, target: .ndjson(.standardOutput))
        case "", "+":
            throw SinkSpecificationError(text, detail: "the path is missing")
        case _ where place.hasPrefix("+"):
            self.init(name: text, target: .ndjson(.appendingTo(String(place.dropFirst()))))
        default:
            self.init(name: text, target: .ndjson(.file(place)))
        }
    }

    /// Sinks that are no part of this build, by scheme, with the trait that each belongs to.
    private static let unbuilt = [
        "webhook": "Webhook", "http": "Webhook", "https": "Webhook", "mqtt": "MQTT",
        "mqtts": "MQTT", "kafka": "Kafka", "nats": "NATS", "redis": "Redis", "rediss": "Redis",
        "postgres": "PostgreSQL", "postgresql": "PostgreSQL", "sqlite": "SQLite", "exec": "Exec",
    ]
}

/// Why a text names no sink.
package struct SinkSpecificationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence for people.
    package let description: String

    init(_ text: String, missing trait: String?) {
        if let trait {
            description =
                "sink '\(text)' needs the trait \(trait), which is not built in; built in: ndjson"
        } else {
            description = "'\(text)' is no sink; write ndjson:-, ndjson:PATH or ndjson:+PATH"
        }
    }

    init(_ text: String, detail: String) {
        description = "sink '\(text)': \(detail); write ndjson:-, ndjson:PATH or ndjson:+PATH"
    }
}
