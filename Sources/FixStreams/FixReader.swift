/// Reads fixes from files, the standard input and other streams, one block of records at a time.
///
/// Finite inputs are read one after the other. Where files are followed, all inputs are read as their
/// lines arrive, in turn, and that is the order of the records. One bad record never ends a stream: it
/// is a counted defect among the records.
///
/// ```swift
/// let reader = try FixReader([.file("fixes.ndjson")])
/// while try reader.next() == .records {
///     for record in reader.records {
///         guard case .fix(let device, let fix) = record.content else { continue }
///         for event in monitor.update(with: fix, from: device) { print(event.kind) }
///     }
/// }
/// ```
///
/// One owner uses a reader; it waits by blocking its thread.
public final class FixReader {
    /// What a call of ``next(until:)`` found.
    public enum Outcome: Hashable, Sendable {
        /// ``records`` holds what was read.
        case records

        /// The deadline has come, without records.
        case idle

        /// The descriptor given to wake the reader is readable, and there are no records.
        case woken

        /// All inputs are over.
        case end
    }

    /// How often followed files are looked at where the system does not tell of changes; on network
    /// file systems it may tell of none.
    private static let lookInterval = Duration.milliseconds(250)

    private var streams: [InputStream] = []
    private let options: FixReaderOptions

    /// Patterns whose files are followed, the paths that are read already, and when they were looked
    /// for last.
    private var patterns: [String] = []
    private var matched: Set<String> = []

    /// Paths that match and cannot be opened, which has been told.
    private var unopened: Set<String> = []
    private var lastLook = ContinuousClock.now
    private let follows: Bool
    private let watcher: FileWatcher
    private let wakeDescriptor: Int32?

    /// Where a former process has been in the inputs, by their names.
    private let resumedPositions: [String: InputPosition]
    private var batch = FixBatch()

    /// The devices that ``records`` has named so far.
    private var devices = KnownDevices()

    /// The place of the stream that the records come from, and that will be read next.
    private var current = 0
    private var upcoming = 0

    /// What happened to followed files since the notices were last taken.
    private var notices: [FollowNotice] = []

    /// Opens all inputs.
    ///
    /// The beginnings of files are looked at, so that a table without the columns that a fix needs is
    /// refused here; of other streams ``next(until:)`` may find that out.
    ///
    /// - Parameters:
    ///   - inputs: The inputs, in the order in which finite ones are read.
    ///   - options: How they are read.
    ///   - wakeDescriptor: A descriptor whose becoming readable ends a wait, such as that of a
    ///     ``WakePipe``. It stays the caller's, who also empties it.
    /// - Throws: ``FixInputError`` for the first input that cannot be used.
    public convenience init(
        _ inputs: [FixInput], _ options: FixReaderOptions = FixReaderOptions(),
        wakeDescriptor: Int32? = nil
    ) throws(FixInputError) {
        try self.init(inputs, options, wakeDescriptor: wakeDescriptor, resumingAt: [:])
    }

    /// Opens all inputs, and reads on where a former process has been in those whose positions are given
    /// by their names.
    package init(
        _ inputs: [FixInput], _ options: FixReaderOptions, wakeDescriptor: Int32? = nil,
        resumingAt positions: [String: InputPosition]
    ) throws(FixInputError) {
        watcher = FileWatcher(isActive: options.follow != .no)
        batch.wantsMotion = options.wantsMotion
        resumedPositions = positions
        follows = options.follow != .no
        self.options = options
        self.wakeDescriptor = wakeDescriptor
        for input in inputs {
            guard case .files(let pattern) = input else {
                try add(input, options)
                continue
            }
            let paths = newPaths(matching: pattern)
            if paths.isEmpty, !follows {
                throw FixInputError(input: pattern, reason: .noMatch)
            }
            for path in paths { try add(.file(path), options) }
            if follows {
                patterns.append(pattern)
                watcher.watchFolder(of: pattern)
            }
        }
    }

    private func add(_ input: FixInput, _ options: FixReaderOptions) throws(FixInputError) {
        streams.append(
            try InputStream(
                input, number: streams.count, options, watcher: watcher,
                resumingAt: resumedPositions[input.name]))
        if case .file(let path) = input { matched.insert(path) }
    }

    /// The files that match a pattern and are not read yet. Where files are followed, those that a
    /// rotation made of another one are that one's.
    private func newPaths(matching pattern: String) -> [String] {
        let paths = FilePattern.paths(matching: pattern)
        // By the names: in the midst of a rotation the file itself may be gone.
        let names = matched.union(paths)
        return paths.filter {
            !matched.contains($0) && !(follows && RotatedFiles.isRotated($0, of: names))
        }
    }

    /// Adds the files that match a pattern by now. They are read from their start.
    private func lookForFiles() throws(FixInputError) {
        guard !patterns.isEmpty, ContinuousClock.now - lastLook >= Self.lookInterval else { return }
        lastLook = .now
        var options = options
        options.follow = .fromStart
        for pattern in patterns {
            for path in newPaths(matching: pattern) {
                do throws(FixInputError) {
                    try add(.file(path), options)
                } catch {
                    // It may be gone again, or be opened to us later.
                    guard case .cannotOpen(let code) = error.reason else { throw error }
                    if unopened.insert(path).inserted {
                        notices.append(FollowNotice(file: path, kind: .waiting(code: code)))
                    }
                }
            }
        }
    }

    /// The records of the last block; all are of one input.
    ///
    /// - Complexity: O(*n*) in their number, with each call.
    public var records: [FixRecord] {
        batch.fixes.records(in: streams.isEmpty ? [] : streams[current].bytes, &devices)
    }

    /// The records of the last block, the fixes as rows.
    package var fixes: FixRows { batch.fixes }

    /// The bytes that the ``fixes`` are of.
    package var bytes: [UInt8] { streams.isEmpty ? [] : streams[current].bytes }

    /// What has been read so far, by kind.
    public var counters: FixCounters { batch.counters }

    /// The input that the records come from.
    public var input: FixInput? { streams.isEmpty ? nil : streams[current].input }

    /// The bytes of one of the ``records``, without the line's end. Of a line that is too long its
    /// beginning, of more than 1 MiB.
    public func bytes(of record: FixRecord) -> ArraySlice<UInt8> {
        record.isAside ? batch.aside[record.range] : streams[current].bytes[record.range]
    }

    /// How far the inputs have been read that a later process can read on in, by their names: up to what
    /// the blocks hold that were returned.
    ///
    /// - Parameter lineCount: How many lines of the input of a number that is.
    package func positions(_ lineCount: (Int) -> UInt64) -> [String: InputPosition] {
        var positions: [String: InputPosition] = [:]
        for stream in streams {
            // A file that cannot be looked at now is noted as it was, and read again from there.
            guard var position = try? stream.position() else { continue }
            position.lineCount = lineCount(stream.number)
            positions[stream.input.name] = position
        }
        return positions
    }

    /// The numbers of the inputs that are read on where a former process has been.
    package var resumedStreams: [(number: Int, name: String)] {
        streams.filter(\.isResumed).map { ($0.number, $0.input.name) }
    }

    /// The names of the inputs, in their order; those that were found while files are followed come last.
    package var inputNames: [String] { streams.map(\.input.name) }

    /// How many bytes have been read.
    public var readByteCount: Int64 { streams.reduce(0) { $0 + $1.byteCount } }

    /// How many bytes there are in all; `nil` when that is not known.
    public var totalByteCount: Int64? {
        var total: Int64 = 0
        for stream in streams {
            guard let count = stream.source.byteCount else { return nil }
            total += count
        }
        return total
    }

    /// What happened to followed files since the last call.
    public func takeNotices() -> [FollowNotice] {
        defer { notices = [] }
        return notices
    }
}

extension FixReader {
    /// Reads the next block of records; waits for it if it must.
    ///
    /// What is there to be read comes first: a reader that is woken, or whose deadline has passed,
    /// still returns records as long as there are some.
    ///
    /// - Parameter deadline: Until when to wait; `nil`: for ever. A time in the past means not at all.
    /// - Throws: ``FixInputError`` when an input cannot be read on. All records before that place have
    ///   been returned.
    public func next(until deadline: ContinuousClock.Instant? = nil) throws(FixInputError)
        -> Outcome
    {
        while true {
            let step = try readTurn { stream throws(FixInputError) in
                try stream.step(into: &batch)
            }
            if batch.fixes.recordCount > 0 { return .records }
            if step == .end { return .end }
            // Another file has just been turned to, and its records come before the deadline's.
            if step == .read, streams[current].isRestarting { continue }
            // After a block of blank lines only there may be more, so do not wait.
            if let outcome = wait(until: deadline, isReady: step == .read) { return outcome }
        }
    }

    /// Waits until there may be something to read: an input, the caller's descriptor or the deadline.
    ///
    /// - Returns: ``Outcome/records`` when it is worth calling ``readBlock(storage:)``.
    package func wait(until deadline: ContinuousClock.Instant? = nil) -> Outcome {
        wait(until: deadline, isReady: false) ?? .records
    }

    /// Reads a block of records to be decoded elsewhere, without waiting; records of such blocks do not
    /// enter ``records`` and ``counters``.
    ///
    /// - Parameter storage: Makes an array whose storage is used for bytes to come.
    package func readBlock(
        storage: () -> [UInt8] = { [] }
    ) throws(FixInputError) -> BlockOutcome {
        while true {
            var block: FixBlock?
            let step = try readTurn { stream throws(FixInputError) in
                let (step, found) = try stream.cutBlock(into: &batch, storage: storage)
                block = found
                return step
            }
            if let block { return .block(block) }
            switch step {
            case .read: continue
            case .nothingYet: return .nothingYet
            case .end: return .end
            }
        }
    }

    /// What a call of ``readBlock(storage:)`` found.
    package enum BlockOutcome: Sendable {
        /// A block.
        case block(FixBlock)

        /// Nothing at this moment.
        case nothingYet

        /// All inputs are over.
        case end
    }

    /// Reads one block from the input whose turn it is.
    private func readTurn(
        _ step: (InputStream) throws(FixInputError) -> InputStream.Step
    ) throws(FixInputError) -> InputStream.Step {
        if !follows {
            while upcoming < streams.count {
                current = upcoming
                let step = try read(current, step)
                if step != .end { return step }
                upcoming += 1
            }
            return .end
        }
        try lookForFiles()
        var isAnyOpen = !patterns.isEmpty
        for distance in 0..<streams.count {
            let candidate = (upcoming + distance) % streams.count
            let step = try read(candidate, step)
            if step != .end { isAnyOpen = true }
            if step == .read {
                current = candidate
                upcoming = (candidate + 1) % streams.count
                return .read
            }
        }
        return isAnyOpen ? .nothingYet : .end
    }

    private func read(
        _ index: Int, _ step: (InputStream) throws(FixInputError) -> InputStream.Step
    ) throws(FixInputError) -> InputStream.Step {
        let step = try step(streams[index])
        while let notice = streams[index].takeNotice() { notices.append(notice) }
        return step
    }

    /// Waits for an input, the caller's descriptor or the deadline; `nil` when it is worth reading.
    private func wait(until deadline: ContinuousClock.Instant?, isReady: Bool) -> Outcome? {
        var descriptors: [Int32] = []
        if let wakeDescriptor { descriptors.append(wakeDescriptor) }
        if follows, let descriptor = watcher.descriptor { descriptors.append(descriptor) }
        let waiting = follows ? streams[...] : streams[current...current]
        for stream in waiting where !stream.isAtEnd {
            if let descriptor = stream.source.readinessDescriptor {
                descriptors.append(descriptor)
            }
        }
        var remaining = deadline.map { max(.zero, $0 - .now) }
        if follows { remaining = min(remaining ?? Self.lookInterval, Self.lookInterval) }
        if isReady { remaining = .zero }

        let ready = Descriptor.wait(for: descriptors, milliseconds: remaining?.milliseconds ?? -1)
        if let wakeDescriptor, ready.contains(wakeDescriptor) { return .woken }
        if let descriptor = watcher.descriptor, ready.contains(descriptor) { watcher.drain() }
        if ready.isEmpty, let deadline, deadline <= .now { return .idle }
        return nil
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up, as `poll` wants it.
    fileprivate var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(seconds * 1000 + fraction)
    }
}
