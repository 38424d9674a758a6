extension SinkKind {
    /// `exec:COMMAND`.
    package static let exec = SinkKind(
        schemes: ["exec"], syntax: "exec:COMMAND", options: [.restart]
    ) { text throws(SinkSpecificationError) in
        let command = String(text.dropFirst("exec:".count))
        if command.allSatisfy(\.isWhitespace) {
            throw SinkSpecificationError("sink '\(text)': the command is missing")
        }
        return ExecTarget(command: command)
    }
}

/// The standard input of a command.
private struct ExecTarget: SinkTarget {
    let command: String

    var name: String { "exec:" + command }

    func open(
        _ options: SinkOptions, _ context: SinkContext
    ) throws(SinkFailure) -> any SinkWorker {
        ExecWorker(command: command, options: options)
    }
}

/// Feeds one long-lived child with lines; a message is delivered once the child has read its line.
private final class ExecWorker: SinkWorker {
    private let command: String
    private let options: SinkOptions

    init(command: String, options: SinkOptions) {
        self.command = command
        self.options = options
    }

    func run(_ feed: SinkFeed) {
        var backlog = Backlog(format: options.format)
        var failures = 0
        while true {
            let end: ChildEnd
            do throws(OutputError) {
                var child = try ChildProcess(command: command)
                end = Self.feed(&child, from: feed, &backlog)
            } catch {
                end = .died(hasRead: false, "\(error)", status: 127)
            }
            switch end {
            case .finished: return
            case .died(let hasRead, let reason, let status):
                if status == 0, options.restart == .onFailure {
                    return feed.fail(SinkFailure(reason, isNormalEnd: true))
                }
                if options.restart == .never { return feed.fail(SinkFailure(reason)) }
                failures = hasRead ? 1 : failures + 1
                feed.noteRetry(because: reason)
                if let limit = options.retry.giveUpAfter {
                    backlog.giveUp(after: limit, because: reason, feed)
                }
                if !feed.pause(options.retry.wait(afterFailures: failures)) { return }
            }
        }
    }

    private enum ChildEnd {
        case finished
        case died(hasRead: Bool, String, status: Int32)
    }

    /// Feeds one child until it ends, or there is nothing more to feed it with.
    private static func feed(
        _ child: inout ChildProcess, from feed: SinkFeed, _ backlog: inout Backlog
    ) -> ChildEnd {
        backlog.beginAnew()
        var hasEnded = false
        while true {
            if !hasEnded, backlog.isWritten {
                // What is in the pipe is looked after while waiting for more.
                let deadline: ContinuousClock.Instant? =
                    backlog.isEmpty ? nil : .now + .milliseconds(5)
                switch feed.take(atMost: 256, until: deadline) {
                case .messages(let messages): backlog.append(messages)
                case .none: break
                case .ended: hasEnded = true
                case .abandoned:
                    settle(&backlog, child.readCount, feed)
                    return .finished
                }
            }
            backlog.write(to: &child)
            settle(&backlog, child.readCount, feed)
            if let status = child.endStatus() {
                // It may have read more between the last look and its end.
                settle(&backlog, child.readCount, feed)
                if hasEnded, backlog.isEmpty { return .finished }
                return .died(
                    hasRead: child.readCount > 0, "the command \(described(status))",
                    status: status)
            }
            if feed.isAbandoned {
                return .finished
            }
            if hasEnded, backlog.isEmpty { return close(&child, feed) }
            if !backlog.isWritten || hasEnded {
                child.wait(forRoom: !backlog.isWritten, milliseconds: hasEnded ? 5 : 50)
            }
        }
    }

    /// Ends the child's input and waits for its end, as long as there is time.
    private static func close(_ child: inout ChildProcess, _ feed: SinkFeed) -> ChildEnd {
        child.closeInput()
        while true {
            if let status = child.endStatus() {
                if status != 0 { feed.fail(SinkFailure("the command \(described(status))")) }
                return .finished
            }
            if feed.isAbandoned {
                feed.fail(SinkFailure("the command did not end in time"))
                return .finished
            }
            child.wait(forRoom: false, milliseconds: 50)
        }
    }

    private static func settle(_ backlog: inout Backlog, _ readCount: UInt64, _ feed: SinkFeed) {
        let read = backlog.removeRead(upTo: readCount)
        if read.isEmpty { return }
        feed.settle(delivered: read)
        feed.noteSuccess()
    }

    private static func described(_ status: Int32) -> String {
        status > 128
            ? "was ended by signal \(status - 128)" : "ended with status \(status)"
    }
}

/// Messages that the child has not read, and their lines.
private struct Backlog {
    private let format: EventFormat
    private var messages: [(message: DeliveryMessage, end: UInt64)] = []

    /// The lines of all messages since ``beginAnew()`` that are not written yet, and how long they and
    /// those before were in all.
    private var unwritten: ArraySlice<UInt8> = []
    private var length: UInt64 = 0

    /// Since when the oldest message has waited, or when one before it was read.
    private var since = ContinuousClock.now

    init(format: EventFormat) { self.format = format }

    var isEmpty: Bool { messages.isEmpty }

    var isWritten: Bool { unwritten.isEmpty }

    /// Has all messages written again, to a new child.
    mutating func beginAnew() {
        let (all, since) = (messages.map(\.message), since)
        messages = []
        unwritten = []
        length = 0
        append(all)
        self.since = since
    }

    /// Gives all messages up when none has been read for so long.
    mutating func giveUp(after limit: Duration, because reason: String, _ feed: SinkFeed) {
        if messages.isEmpty || .now - since < limit { return }
        var settlement = DeliverySettlement()
        settlement.dead = messages.map { DeadLetter($0.message, because: reason) }
        messages = []
        unwritten = []
        feed.settle(settlement)
    }

    mutating func append(_ more: [DeliveryMessage]) {
        if messages.isEmpty { since = .now }
        var writer = NDJSONEventWriter()
        for message in more {
            writer.append(message, as: format)
            messages.append((message, length + UInt64(writer.bytes.count)))
        }
        length += UInt64(writer.bytes.count)
        unwritten += writer.bytes
    }

    mutating func write(to child: inout ChildProcess) {
        while !unwritten.isEmpty {
            let count = child.write(unwritten)
            if count == 0 { return }
            unwritten = unwritten.dropFirst(count)
        }
    }

    /// Takes away the messages whose whole line has been read.
    mutating func removeRead(upTo readCount: UInt64) -> [DeliveryMessage] {
        let count = messages.firstIndex { $0.end > readCount } ?? messages.count
        defer { messages.removeFirst(count) }
        if count > 0 { since = .now }
        return messages.prefix(count).map(\.message)
    }
}
