/// Where events are to go, as a command line says it, and how.
package struct SinkSpecification: Sendable {
    /// The text it was given as, which may hold secrets.
    package let text: String

    /// The place.
    package let target: any SinkTarget

    /// How.
    package var options = SinkOptions()

    private let kind: SinkKind

    /// Names the sink in messages and in the summary, without secrets.
    package var name: String { target.name }

    /// The file that it writes to; `nil` where that is the standard output, or no file.
    package var path: String? { target.path }

    /// Standard output as NDJSON.
    package static let standardOutput = SinkSpecification(
        text: "ndjson:-", target: NDJSONTarget(destination: .standardOutput), kind: .ndjson)

    private init(text: String, target: any SinkTarget, kind: SinkKind) {
        self.text = text
        self.target = target
        self.kind = kind
    }

    /// Reads the text of a sink, `SCHEME:PLACE`.
    package init(
        _ text: String, kinds: [SinkKind] = SinkKind.basic
    ) throws(SinkSpecificationError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts[0].lowercased()
        guard parts.count == 2, let kind = kinds.first(where: { $0.schemes.contains(scheme) })
        else {
            throw SinkSpecificationError(
                unknown: text, scheme: parts.count == 2 ? scheme : "", kinds: kinds)
        }
        self.init(text: text, target: try kind.read(text), kind: kind)
    }

    /// Refuses options that the sink does not have, or that contradict each other.
    package func validate() throws(SinkSpecificationError) {
        let foreign = options.given.subtracting(kind.options).map(\.rawValue).sorted()
        if let option = foreign.first {
            throw SinkSpecificationError("option '\(option)' is of no use with sink '\(name)'")
        }
        try target.validate(options)
    }
}

/// Why a text names no sink, or its options do not fit it.
package struct SinkSpecificationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence for people, without secrets.
    package let description: String

    /// Creates an error.
    package init(_ description: String) { self.description = description }

    /// Sinks that may be no part of a build, by scheme, with the trait that each belongs to.
    private static let traits = [
        "webhook": "Webhook", "http": "Webhook", "https": "Webhook", "mqtt": "MQTT",
        "mqtts": "MQTT", "kafka": "Kafka", "nats": "NATS", "redis": "Redis", "rediss": "Redis",
        "postgres": "PostgreSQL", "postgresql": "PostgreSQL", "sqlite": "SQLite",
    ]

    fileprivate init(unknown text: String, scheme: String, kinds: [SinkKind]) {
        let shown = redactedURL(text)
        if let trait = Self.traits[scheme], !kinds.contains(where: { $0.schemes[0] == scheme }) {
            let builtIn = kinds.map { $0.schemes[0] }.joined(separator: ", ")
            let hint =
                scheme.hasPrefix("http") && kinds.contains { $0.schemes[0] == "webhook" }
                ? "; write webhook:\(shown)"
                : " needs the trait \(trait), which is not built in; built in: \(builtIn)"
            self.init("sink '\(shown)'" + hint)
        } else {
            let forms = kinds.map(\.syntax).joined(separator: ", ")
            self.init("'\(shown)' is no sink; write \(forms)")
        }
    }
}

/// A text with what stands before an `@` in the authority of a URL, and behind a `?`, left out: both may
/// be secrets.
package func redactedURL(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if let query = bytes.firstIndex(of: UInt8(ascii: "?")) {
        bytes.replaceSubrange((query + 1)..., with: "…".utf8)
    }
    let start = bytes.indices.dropLast(2).first {
        bytes[$0...].starts(with: "://".utf8)
    }
    if let start {
        let authority = start + 3
        let end =
            bytes[authority...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
            ?? bytes.endIndex
        if let at = bytes[authority..<end].lastIndex(of: UInt8(ascii: "@")) {
            bytes.replaceSubrange(authority..<at, with: "…".utf8)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
