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

    /// `nil` until the input has shown its format.
    private(set) var decoder: (any FixDecoder)?

    /// How many of the first bytes are known to hold no line feed, where blocks are cut off.
    var openCount = 0

    /// Whether the next block that is cut off is the first of its file.
    var startsFile = true

    /// Whether another file's bytes begin with the next step.
    private var isRestarting = false

    init(
        _ input: FixInput, number: Int, _ options: FixReaderOptions, watcher: FileWatcher
    ) throws(FixInputError) {
        self.input = input
        self.number = number
        self.options = options
        var format = options.format
        if format == .automatic, let named = FixFormat(nameOf: input) { format = named }
        do {
            source = try Self.open(input, options, watcher: watcher)
        } catch {
            throw FixInputError(input: input.name, reason: .cannotOpen(code: error.code))
        }
        decoder = makeDecoder(format)
        try readHeader()
    }

    private static func open(
        _ input: FixInput, _ options: FixReaderOptions, watcher: FileWatcher
    ) throws(SystemError) -> any FixSource {
        switch input {
        case .standardInput: return try StreamSource(Descriptor(borrowing: 0))
        case .descriptor(let number, _): return try StreamSource(Descriptor(borrowing: number))
        case .file(let path):
            let descriptor = try Descriptor(path: path)
            if options.follow != .no, try descriptor.status.kind == .regular {
                return try FollowedFile(path: path, descriptor, watcher: watcher)
            }
            return try StreamSource(descriptor)
        }
    }

    private func makeDecoder(_ format: FixFormat) -> (any FixDecoder)? {
        let defaultDevice =
            options.defaultDevice
            ?? (options.readsPlaces ? FixReaderOptions.unnamedDevice : nil)
        switch format {
        case .automatic: return nil
        case .ndjson:
            var decoder = NDJSONFixDecoder(
                names: options.fieldNames, defaultDevice: defaultDevice,
                allowsControl: options.allowsControl, carriedMembers: options.carriedMembers)
            decoder.readsPlaces = options.readsPlaces
            return decoder
        case .csv, .tsv:
            var decoder = CSVFixDecoder(
                delimiter: format == .tsv ? UInt8(ascii: "\t") : nil, names: options.fieldNames,
                defaultDevice: defaultDevice, carriedMembers: options.carriedMembers)
            decoder.readsPlaces = options.readsPlaces
            return decoder
        }
    }

    /// Looks at the beginning of a file, so that one that cannot be used is refused before any record
    /// of another has been read; where what is there is to be left out, passes over it.
    private func readHeader() throws(FixInputError) {
        let prefix: [UInt8]?
        do {
            prefix = try source.prefix(limit: 1 << 16)
        } catch {
            throw FixInputError(input: input.name, reason: .cannotRead(code: error.code))
        }
        guard let prefix else { return }
        if decoder == nil { decoder = decided(prefix, LineSplitter(), isLast: false) }
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
            throw FixInputError(input: input.name, reason: .cannotRead(code: error.code))
        }
    }

    /// The decoder for what the first line that is not blank shows; `nil` when it is not whole yet.
    private func decided(
        _ bytes: [UInt8], _ lines: LineSplitter, isLast: Bool
    ) -> (any FixDecoder)? {
        var lines = lines
        if let line = lines.nextNotBlank(in: bytes.span, isLast: isLast) {
            let text = bytes.span.extracting(line.range)
            return makeDecoder(
                line.kind == .tooLong
                    ? .ndjson
                    : FixFormat(
                        firstLine: text, names: options.fieldNames,
                        readsPlaces: options.readsPlaces))
        }
        // Blank lines without end must not fill the memory.
        return isLast || bytes.count > LineSplitter.maximumLength ? makeDecoder(.ndjson) : nil
    }
}

extension InputStream {
    /// Reads and decodes one block. The records of the step before lose their bytes.
    func step(into batch: inout FixBatch) throws(FixInputError) -> Step {
        lines.discardConsumed(from: &bytes)
        let (step, isLast) = try readOn()
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
            throw FixInputError(input: input.name, reason: .cannotRead(code: error.code))
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
    func decide(isLast: Bool) { decoder = decided(bytes, lines, isLast: isLast) }

    func decode(isLast: Bool, into batch: inout FixBatch) throws(FixInputError) {
        if decoder == nil { decide(isLast: isLast) }
        do {
            try decoder?.decode(bytes, &lines, isLast: isLast, into: &batch)
        } catch {
            throw FixInputError(input: input.name, reason: .unusableHeader(error.message))
        }
    }
}
