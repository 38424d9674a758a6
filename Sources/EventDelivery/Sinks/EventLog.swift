/// A file of lines that is put aside when it is large or old, and synchronised as it is asked to be.
///
/// Files put aside are called like the file with a number behind, `events.ndjson.000001` first; numbers
/// only grow.
struct EventLog: Sendable {
    private var file: OutputFile
    private let path: String?
    private let rotateSize: UInt64?
    private let rotateEvery: Duration?
    private let keep: Int?
    private let sync: SinkOptions.Synchronization
    private let isDurable: Bool

    /// The number that the file will get when it is put aside.
    private var number: UInt64 = 1
    private var begun = ContinuousClock.now
    private var synced = ContinuousClock.now

    /// Opens the file. With durable state what a former run wrote and did not settle is cut off.
    init(
        _ destination: NDJSONSink.Destination, _ options: SinkOptions, _ context: SinkContext
    ) throws(OutputError) {
        rotateSize = options.rotateSize
        rotateEvery = options.rotateEvery
        keep = options.keep
        isDurable = context.isDurable
        sync = options.sync ?? (context.isDurable ? .always : .never)
        let isRotating = rotateSize != nil || rotateEvery != nil
        switch destination {
        case .standardOutput:
            path = nil
            file = .standardOutput
        case .file(let path), .appendingTo(let path):
            self.path = path
            if isRotating { number = (try RotatedFiles.numbers(of: path).last ?? 0) + 1 }
            if let token = context.token.map(LogToken.init(packed:)) {
                file = try Self.resume(path, token, number)
            } else if case .file = destination {
                file = try OutputFile(path: path, .replacing)
            } else {
                file = try OutputFile(path: path, .appending)
            }
        }
    }

    /// Where the next line goes, for durable state; `nil` where no line can be taken back.
    var token: UInt64? {
        guard isDurable, let length = file.length else { return nil }
        return LogToken(number: number, length: UInt64(length)).packed
    }

    private static func resume(
        _ path: String, _ token: LogToken, _ number: UInt64
    ) throws(OutputError) -> OutputFile {
        var file = try OutputFile(path: path, .appending)
        if token.number == number {
            try file.cut(to: Int64(token.length))
        } else {
            // The file was put aside after the last settlement: all lines since then are in the next.
            var former = try OutputFile(
                path: RotatedFiles.path(of: path, number: token.number), .appending)
            try former.cut(to: Int64(token.length))
            try former.finish()
            try file.cut(to: 0)
        }
        return file
    }

    /// Writes lines, all or, on a regular file, none.
    mutating func append(_ lines: [UInt8]) throws(OutputError) {
        try rotateIfDue()
        try file.append(lines)
        switch sync {
        case .never: break
        case .always: try file.synchronize()
        case .every(let interval):
            if .now - synced >= interval {
                try file.synchronize()
                synced = .now
            }
        }
    }

    private mutating func rotateIfDue() throws(OutputError) {
        guard let path, let length = file.length, length > 0 else { return }
        let isLarge = rotateSize.map { UInt64(length) >= $0 } ?? false
        let isOld = rotateEvery.map { .now - begun >= $0 } ?? false
        guard isLarge || isOld else { return }
        if sync != .never { try file.synchronize() }
        try file.finish()
        try RotatedFiles.rename(path, number: number)
        number += 1
        begun = .now
        file = try OutputFile(path: path, .appending)
        if let keep {
            for old in try RotatedFiles.numbers(of: path).dropLast(keep) {
                try RotatedFiles.remove(path, number: old)
            }
        }
    }

    /// Closes the file.
    mutating func finish() throws(OutputError) {
        if sync != .never { try file.synchronize() }
        try file.finish()
    }
}

/// A place in a log, packed for durable state.
private struct LogToken {
    /// The number of the file.
    var number: UInt64

    /// The bytes before the place.
    var length: UInt64

    // 2⁴⁴ bytes, 16 TiB, is the largest file of ext4.
    var packed: UInt64 { number << 44 | length }

    init(number: UInt64, length: UInt64) {
        self.number = number
        self.length = length
    }

    init(packed: UInt64) {
        number = packed >> 44
        length = packed & ((1 << 44) - 1)
    }
}
