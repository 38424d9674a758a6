#if Webhook
    package import EventDelivery

    extension SinkKind {
        /// `webhook:URL`.
        package static let webhook = SinkKind(
            schemes: ["webhook"], syntax: "webhook:URL",
            options: [
                .batch, .batchWait, .concurrency, .timeout, .secret, .header, .authorities,
            ]
        ) { text throws(SinkSpecificationError) in
            let place = String(text.dropFirst("webhook:".count))
            guard let template = URLTemplate(place) else {
                throw SinkSpecificationError(
                    "sink '\(redactedURL(text))' is no URL; write webhook:https://HOST/PATH, in which "
                        + "{device}, {region} or {PROPERTY} of the region may stand")
            }
            return WebhookTarget(text: text, template: template)
        }
    }

    /// An HTTP receiver that gets POST requests.
    struct WebhookTarget: SinkTarget {
        let text: String
        let template: URLTemplate

        var name: String { redactedURL(text) }

        var neededProperties: [String] { template.properties }

        func validate(_ options: SinkOptions) throws(SinkSpecificationError) {
            if options.batchWait != nil, (options.batch ?? 1) == 1 {
                throw SinkSpecificationError("'--sink-batch-wait' is of use with --sink-batch only")
            }
        }

        func open(
            _ options: SinkOptions, _ context: SinkContext
        ) throws(SinkFailure) -> any SinkWorker {
            WebhookWorker(try WebhookConfiguration(template, options))
        }
    }

    /// What is the same for all requests of a sink.
    struct WebhookConfiguration: Sendable {
        let template: URLTemplate
        let format: EventFormat
        let batch: Int
        let batchWait: Duration
        let concurrency: Int
        let timeout: Duration
        let signature: RequestSignature
        let authorities: String?
        let retry: RetryPolicy

        /// The header lines of all requests, with the secrets that may be in them.
        let headers: [String]

        /// Reads the secrets.
        init(_ template: URLTemplate, _ options: SinkOptions) throws(SinkFailure) {
            self.template = template
            format = options.format
            batch = options.batch ?? 1
            batchWait = options.batchWait ?? .zero
            concurrency = options.concurrency ?? 64
            timeout = options.timeout ?? .seconds(10)
            authorities = options.authorities
            retry = options.retry
            var secrets: [[UInt8]] = []
            for source in options.secrets { secrets.append(try source.read()) }
            do throws(SignatureError) {
                signature = try RequestSignature(secrets: secrets)
            } catch {
                throw SinkFailure("a secret begins with 'whsec_' and is no Base64 after that")
            }
            var headers = ["Content-Type: \(Self.contentType(options.format, isBatch: batch > 1))"]
            for header in options.headers {
                switch header.value {
                case .text(let text): headers.append("\(header.name): \(text)")
                case .secret(let source):
                    let value = try source.read()
                    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                        throw SinkFailure(
                            "the secret of the header '\(header.name)' is no one line")
                    }
                    headers.append("\(header.name): \(String(decoding: value, as: UTF8.self))")
                }
            }
            // Without it a large body would wait for a response that few receivers give.
            headers.append("Expect:")
            self.headers = headers
        }

        private static func contentType(_ format: EventFormat, isBatch: Bool) -> String {
            switch (format, isBatch) {
            case (.ndjson, false): "application/json"
            case (.ndjson, true): "application/x-ndjson"
            case (.cloudevents, false): "application/cloudevents+json"
            case (.cloudevents, true): "application/cloudevents-batch+json"
            }
        }

        /// The body of a request: the record, or in batches its lines; CloudEvents are an array there.
        func body(of messages: [DeliveryMessage]) -> [UInt8] {
            var writer = NDJSONEventWriter()
            for message in messages { writer.append(message, as: format) }
            var bytes = writer.bytes
            if batch == 1 {
                bytes.removeLast()
            } else if format == .cloudevents {
                for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
                    bytes[index] = UInt8(ascii: ",")
                }
                bytes.insert(UInt8(ascii: "["), at: 0)
                bytes[bytes.count - 1] = UInt8(ascii: "]")
            }
            return bytes
        }

        /// What names a request, however often it is sent: the identity of its record, or a digest of its
        /// body. Without durable state another run may give the same numbers to other records, so that a
        /// part of the digest is added.
        func key(of messages: [DeliveryMessage], body: [UInt8]) -> String {
            guard batch == 1, let message = messages.first else {
                return "batch:" + Digests.hexadecimal(Digests.sha256(body))
            }
            if message.epoch != 0 { return message.identity }
            return message.identity + ":" + Digests.hexadecimal(Digests.sha256(body).prefix(8))
        }
    }
#endif
