/// The sending side of the feed.
///
/// The backend greets with `{"accepted":N}`: it has N records for good, so the feed goes on with record
/// N + 1. It says so again after each checkpoint, and once more when the feed has ended.
public final class FeedConnection {
    private let socket: Socket

    /// How many records the backend has for good.
    public private(set) var accepted: Int

    /// Connects and takes the greeting. A backend that says nothing for a minute is an error.
    public init(port: UInt16) throws {
        socket = try Socket.connected(to: port)
        socket.limitWaiting(seconds: 60)
        accepted = try Self.count(in: socket.line())
    }

    /// Sends records, each a line without its end.
    public func send(_ records: some Sequence<String>) throws {
        try socket.send((records.joined(separator: "\n") + "\n").utf8)
    }

    /// Waits for the next `accepted`.
    public func waitForCheckpoint() throws { accepted = try Self.count(in: socket.line()) }

    /// Ends the feed and waits until the backend has dealt with it.
    public func finish() throws {
        socket.finishSending()
        while let line = try socket.line() { accepted = try Self.count(in: line) }
    }

    private static func count(in line: String?) throws -> Int {
        let digits = line?.drop { !$0.isNumber }.prefix { $0.isNumber }
        guard let digits, let count = Int(digits) else { throw FeedError(line: line) }
        return count
    }
}

/// What the backend said instead of a count.
public struct FeedError: Error {
    /// What it said; `nil` when it has gone.
    public let line: String?
}
