extension SinkKind {
    /// `ndjson:-`, `ndjson:PATH` or `ndjson:+PATH`.
    package static let ndjson = SinkKind(
        schemes: ["ndjson"], syntax: "ndjson:-, ndjson:PATH or ndjson:+PATH",
        options: [.rotateSize, .rotateEvery, .keep, .sync]
    ) { text throws(SinkSpecificationError) in
        let place = String(text.dropFirst("ndjson:".count))
        switch place {
        case "-":
            return NDJSONTarget(destination: .standardOutput)
        case "", "+":
            throw SinkSpecificationError(
                "sink '\(text)': the path is missing; write ndjson:-, ndjson:PATH or ndjson:+PATH")
        case _ where place.hasPrefix("+"):
            return NDJSONTarget(destination: .appendingTo(String(place.dropFirst())))
        default:
            return NDJSONTarget(destination: .file(place))
        }
    }
}

/// Lines on standard output or in a file.
struct NDJSONTarget: SinkTarget {
    let destination: NDJSONSink.Destination

    var name: String {
        switch destination {
        case .standardOutput: "ndjson:-"
        case .file(let path): "ndjson:" + path
        case .appendingTo(let path): "ndjson:+" + path
        }
    }

    var path: String? {
        switch destination {
        case .standardOutput: nil
        case .file(let path), .appendingTo(let path): path
        }
    }

    func validate(_ options: SinkOptions) throws(SinkSpecificationError) {
        if path == nil, let option = options.given.map(\.rawValue).min() {
            throw SinkSpecificationError("option '\(option)' is of use with files only")
        }
        if options.keep != nil, options.rotateSize == nil, options.rotateEvery == nil {
            throw SinkSpecificationError(
                "'--sink-keep' is of use with --sink-rotate-size or --sink-rotate-every only")
        }
    }

    func open(
        _ options: SinkOptions, _ context: SinkContext
    ) throws(SinkFailure) -> any SinkWorker {
        do throws(OutputError) {
            let log = try EventLog(destination, options, context)
            return BatchWorker(
                NDJSONDelivery(log: log, format: options.format), retry: options.retry)
        } catch {
            throw SinkFailure(error)
        }
    }
}

/// Writes messages as lines.
private struct NDJSONDelivery: BatchSink {
    var log: EventLog
    let format: EventFormat
    private var writer = NDJSONEventWriter()

    let batchLimit = 4096

    init(log: EventLog, format: EventFormat) {
        self.log = log
        self.format = format
    }

    mutating func deliver(_ messages: [DeliveryMessage], _ feed: SinkFeed) -> BatchOutcome {
        writer.removeAll()
        for message in messages { writer.append(message, as: format) }
        do throws(OutputError) {
            try log.append(writer.bytes)
            return .settled(token: log.token)
        } catch {
            return .failed(SinkFailure(error))
        }
    }

    mutating func finish(_ feed: SinkFeed) throws(SinkFailure) {
        do throws(OutputError) {
            try log.finish()
        } catch {
            throw SinkFailure(error)
        }
    }
}
