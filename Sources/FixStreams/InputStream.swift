import RegionMonitoring

/// One input of a reader: its source, its bytes that are not decoded yet, and its decoder.
final class InputStream {
    /// What one step did.
    enum Step {
        /// Bytes were read; there may be records.
        case read

        /// There is nothing at this moment.
        case nothingYet

        /// There will never be more.
        case end
    }

    let input: FixInput
    let source: any FixSource

    /// The input's place among its reader's.
    let number: Int

    /// The bytes of the last block's records, and of what is not decoded yet.
    var bytes: [UInt8] = []

    /// How many bytes have been read in all.
    private(set) var byteCount: Int64 = 0

    private(set) var isAtEnd = false

    let options: FixReaderOptions
    var lines = LineSplitter()

    /// Whether the input's name says that it holds lines of JSON.
    private let isNamedJSON: Bool

    /// `nil` until the input has shown its format.
    private(set) var decoder: (any FixDecoder)?

    /// How many of the first bytes are known to hold no line feed, where blocks are cut off.
    var openCount = 0

    /// Whether the next block that is cut off is the first of its file.
    var startsFile = true

    /// Whether another file's bytes begin with the next step.
    private(set) var isRestarting = false

    /// Whether the input was read on where a former process had been.
    private(set) var isResumed = false

    init(
        _ input: FixInput, number: Int, _ options: FixReaderOptions, watcher: FileWatcher,
        resumingAt position: InputPosition? = nil
    ) throws(FixInputError) {
        self.input = input
        self.number = number
        self.options = options
        var format = options.format
        var isNamedJSON = false
        if format == .automatic, let named = FixFormat(nameOf: input) {
            // Which objects they are, a name that stands for lines of JSON does not say.
            isNamedJSON = named == .ndjson
            if !isNamedJSON { format = named }
        }
        self.isNamedJSON = isNamedJSON
        do {
            source = try Self.open(input, options, watcher: watcher)
        } catch {
            throw FixInputError(input: input.name, reason: .cannotOpen(code: error.code))
        }
        try begin(format, resumingAt: position)
    }

    private static func open(
        _ input: FixInput, _ options: FixReaderOptions, watcher: FileWatcher
    ) throws(SystemError) -> any FixSource {
        switch input {
        // The reader has made files of it.
        case .files: throw SystemError.noSuchFile
        case .standardInput: return try DecompressingSource(StreamSource(Descriptor(borrowing: 0)))
        case .descriptor(let number, _):
            return try DecompressingSource(StreamSource(Descriptor(borrowing: number)))
        case .file(let path):
            let descriptor = try Descriptor(path: path)
            if options.follow != .no, try descriptor.status.kind == .regular {
                var beginning: [UInt8] = []
                _ = try descriptor.read(into: &beginning, limit: Compression.magicCount, at: 0)
                // Compressed files do not grow.
                switch Compression(firstBytes: beginning[...]) {
                case nil, Compression.none?:
                    return try FollowedFile(path: path, descriptor, watcher: watcher)
                case .gzip?, .zstandard?: break
                }
            }
            return try DecompressingSource.source(for: StreamSource(descriptor))
        }
    }

    private func readFailure(_ error: SystemError) -> FixInputError {
        let damage = (source as? DecompressingSource)?.damage
        return FixInputError(
            input: input.name,
            reason: damage.map { .cannotDecompress($0.message) } ?? .cannotRead(code: error.code))
    }

    private func makeDecoder(_ format: FixFormat) throws(UnusableHeader) -> (any FixDecoder)? {
        switch format {
        case .automatic: return nil
        case .ndjson:
            var decoder = NDJSONFixDecoder(
                names: options.fieldNames, defaultDevice: options.deviceOfUnnamed,
                allowsControl: options.allowsControl, carriedMembers: options.carriedMembers)
            decoder.readsPlaces = options.readsPlaces
            decoder.timeOffset = options.minutesOfTimeOffset
            return decoder
        case .csv: return CSVFixDecoder(options, delimiter: nil)
        case .tsv: return CSVFixDecoder(options, delimiter: UInt8(ascii: "\t"))
        case .gpx: return try TrackFileDecoder<GPXHandler>(options)
        case .owntracks: return PayloadFixDecoder<OwnTracksPayload>(options)
        case .traccar: return PayloadFixDecoder<TraccarPayload>(options)
        case .osmand: return PayloadFixDecoder<OsmAndPayload>(options)
        case .adsb: return AircraftFixDecoder(options)
        case .nmea: return try NMEAFixDecoder(options)
        case .ais: return AISFixDecoder(options)
        case .kml: return try TrackFileDecoder<KMLTrackHandler>(options)
        }
    }

    /// Makes the decoder where the format is known, and looks at the beginning of the input.
    private func begin(
        _ format: FixFormat, resumingAt position: InputPosition?
    ) throws(FixInputError) {
        do throws(UnusableHeader) {
            decoder = try makeDecoder(format)
        } catch {
            throw FixInputError(input: input.name, reason: .unusableHeader(error.message))
        }
        if let position, try resume(at: position) { return }
        try readHeader()
    }

    /// Looks at the beginning of a file, so that one that cannot be used is refused before any record
    /// of another has been read; where what is there is to be left out, passes over it.
    private func readHeader() throws(FixInputError) {
        let prefix: [UInt8]?
        do {
            prefix = try source.prefix(limit: 1 << 16)
        } catch {
            throw readFailure(error)
        }
        guard let prefix else { return }
        if decoder == nil { decoder = try decided(prefix, LineSplitter(), isLast: false) }
        guard var trial = decoder else { return }
        let isKnown: Bool
        do {
            isKnown = try trial.readHeader(prefix)
        } catch {
            throw FixInputError(input: input.name, reason: .unusableHeader(error.message))
        }
        guard isKnown, options.follow == .fromEnd, let file = source as? FollowedFile else {
            return
        }
        do {
            let (offset, isWithinLine) = try file.skipToEnd()
            guard offset > 0 else { return }
            decoder = trial
            lines = LineSplitter(offset: UInt64(offset), isWithinLine: isWithinLine)
        } catch {
            throw readFailure(error)
        }
    }

    /// Goes on where a former process has been, where the format can be read from the midst and the
    /// file is the same.
    private func resume(at position: InputPosition) throws(FixInputError) -> Bool {
        guard let source = source as? any ResumableSource else { return false }
        do throws(SystemError) {
            guard try source.resume(at: position) else { return false }
        } catch {
            throw readFailure(error)
        }
        // Of the file that is read on, which need not be the one that the path leads to.
        guard try isHeaderKnown() else {
            do throws(SystemError) {
                try source.restart()
            } catch {
                throw readFailure(error)
            }
            return false
        }
        lines = LineSplitter(offset: position.offset, isWithinLine: position.isWithinLine)
        startsFile = position.offset == 0
        isResumed = true
        return true
    }

    /// Lets the decoder learn what the file's beginning says about the rest.
    private func isHeaderKnown() throws(FixInputError) -> Bool {
        let prefix: [UInt8]?
        do throws(SystemError) {
            prefix = try source.prefix(limit: 1 << 16)
        } catch {
            throw readFailure(error)
        }
        guard let prefix else { return false }
        if decoder == nil { decoder = try decided(prefix, LineSplitter(), isLast: false) }
        guard var trial = decoder, (try? trial.readHeader(prefix)) == true else { return false }
        decoder = trial
        return true
    }

    /// How far the input has been read, but for what is not decoded yet; `nil` where a later process
    /// could not read on.
    func position() throws(FixInputError) -> InputPosition? {
        guard !isRestarting, decoder.map({ $0.cutting != .nowhere }) ?? true,
            let source = source as? any ResumableSource
        else { return nil }
        do throws(SystemError) {
            return try source.position(after: lines.offset, isWithinLine: lines.isWithinLine)
        } catch {
            throw readFailure(error)
        }
    }

    /// The decoder for what the input's beginning shows; `nil` when that cannot be told yet.
    private func decided(
        _ bytes: [UInt8], _ lines: LineSplitter, isLast: Bool
    ) throws(FixInputError) -> (any FixDecoder)? {
        let detection = FormatDetection(
            names: options.fieldNames, readsPlaces: options.readsPlaces, isJSON: isNamedJSON)
        guard let format = detection.format(bytes.span, lines, isLast: isLast) else { return nil }
        do throws(UnusableHeader) {
            return try makeDecoder(format)
        } catch {
            throw FixInputError(input: input.name, reason: .unusableHeader(error.message))
        }
    }
}

extension InputStream {
    /// What happened to the input since the last call, if anything.
    func takeNotice() -> FollowNotice? {
        if let notice = (source as? FollowedFile)?.takeNotice() { return notice }
        return decoder?.takeNotice().map { FollowNotice(file: input.name, kind: $0) }
    }

    /// Reads and decodes one block. The records of the step before lose their bytes.
    func step(into batch: inout FixBatch) throws(FixInputError) -> Step {
        lines.discardConsumed(from: &bytes)
        batch.begin(lines)
        let (step, isLast) = try readOn()
        // Perhaps another file's.
        batch.begin(lines)
        if step == .read { try decode(isLast: isLast, into: &batch) }
        return step
    }

    /// Reads once. Tells whether what is there now is all that the file will ever hold.
    func readOn() throws(FixInputError) -> (step: Step, isLast: Bool) {
        guard !isAtEnd else { return (.end, true) }
        if isRestarting {
            bytes.removeAll(keepingCapacity: true)
            lines = LineSplitter()
            decoder?.restart()
            isRestarting = false
            startsFile = true
            openCount = 0
        }
        let before = bytes.count
        let outcome: ReadOutcome
        do {
            outcome = try source.read(into: &bytes, limit: options.blockSize)
        } catch {
            throw readFailure(error)
        }
        byteCount += Int64(bytes.count - before)
        switch outcome {
        case .bytes: return (.read, false)
        case .nothingYet: return (.nothingYet, false)
        case .restarted: isRestarting = true
        case .end: isAtEnd = true
        }
        return (.read, true)
    }

    /// Finds the format by what has been read.
    func decide(isLast: Bool) throws(FixInputError) {
        decoder = try decided(bytes, lines, isLast: isLast)
    }

    func decode(isLast: Bool, into batch: inout FixBatch) throws(FixInputError) {
        if decoder == nil { try decide(isLast: isLast) }
        do {
            try decoder?.decode(bytes, &lines, isLast: isLast, into: &batch)
        } catch {
            throw FixInputError(input: input.name, reason: .unusableHeader(error.message))
        }
    }
}
