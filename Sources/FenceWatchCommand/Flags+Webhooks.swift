import EventDelivery

extension Flag {
    /// How requests are made.
    static let webhooks: [Flag] = [
        Flag(
            "--sink-batch", .sinks, of: [.watch],
            "the most events in one request (1) or transaction (1000)",
            discussion: """
                Of webhook:URL, sqlite:PATH and postgres://. In a request one record is a JSON object; with \
                more than 1 there are NDJSON lines, or an array of CloudEvents. A batch that the receiver \
                refuses is sent again record by record.
                """,
            effect: .value(placeholder: "N") { settings, text throws(UsageError) in
                let batch = try FlagValue.count(text, in: 1...10_000)
                settings.changeSink(.batch) { $0.batch = batch }
            }),
        Flag(
            "--sink-batch-wait", .sinks, of: [.watch],
            "how long a batch waits to be full (0)",
            effect: webhook(placeholder: "DURATION") { settings, text throws(UsageError) in
                let wait = try FlagValue.duration(text)
                settings.changeSink(.batchWait) { $0.batchWait = wait }
            }),
        Flag(
            "--sink-concurrency", .sinks, of: [.watch],
            "the most requests at once (64)",
            discussion: """
                Of webhook:URL. The events of one device are sent one after the other whatever the number; 1 \
                keeps the order of all events.
                """,
            effect: webhook(placeholder: "N") { settings, text throws(UsageError) in
                let concurrency = try FlagValue.count(text, in: 1...10_000)
                settings.changeSink(.concurrency) { $0.concurrency = concurrency }
            }),
        Flag(
            "--sink-timeout", .sinks, of: [.watch],
            "how long a receiver has to answer (10s, a database 30s)",
            effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                let timeout = try FlagValue.duration(text)
                if timeout < .milliseconds(1) || timeout > .seconds(86_400) {
                    throw UsageError("'\(text)' is no duration from 0.001s to 24h")
                }
                settings.changeSink(.timeout) { $0.timeout = timeout }
            }),
        Flag(
            "--sink-secret", .sinks, of: [.watch],
            "sign requests with the secret in env:NAME or file:PATH",
            discussion: """
                Of webhook:URL. The headers webhook-id, webhook-timestamp and webhook-signature are those of \
                the Standard Webhooks specification: v1, and the Base64 of HMAC-SHA256 over \
                ID.TIMESTAMP.BODY. A secret that begins with whsec_ is Base64 after that. Repeated, each \
                secret signs, as for a time while receivers change over.
                """,
            isRepeatable: true,
            effect: webhook(placeholder: "SOURCE") { settings, text throws(UsageError) in
                guard let source = SecretSource(text) else {
                    throw UsageError(
                        "a secret is read from env:NAME or file:PATH, not from arguments")
                }
                settings.changeSink(.secret) { $0.secrets.append(source) }
            }),
        Flag(
            "--sink-header", .sinks, of: [.watch],
            "a further header, 'Name: text', 'Name: env:NAME' or 'Name: file:PATH'",
            discussion: "Of webhook:URL; may be repeated.",
            isRepeatable: true,
            effect: webhook(placeholder: "HEADER") { settings, text throws(UsageError) in
                guard let header = HeaderSource(text) else {
                    throw UsageError("it is no header line, such as 'Authorization: env:TOKEN'")
                }
                settings.changeSink(.header) { $0.headers.append(header) }
            }),
        Flag(
            "--sink-ca", .sinks, of: [.watch],
            "check the receiver's certificate with those of this file",
            discussion:
                "Of webhook:URL. Without it with those of the system; there is no way not to check.",
            effect: webhook(placeholder: "PATH") { settings, text in
                settings.changeSink(.authorities) { $0.authorities = text }
            }),
    ]

    /// An effect that only builds with webhooks have.
    private static func webhook(
        placeholder: String,
        _ update: @escaping @Sendable (inout Settings, String) throws(UsageError) -> Void
    ) -> Effect {
        .value(placeholder: placeholder) { settings, text throws(UsageError) in
            try SinkKinds.require(trait: "Webhook")
            try update(&settings, text)
        }
    }
}
