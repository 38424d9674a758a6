// A wrapper of the C library's sockets.
import CSystem

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Answers `GET /metrics` over HTTP/1.1 with a text, one request a connection, on a thread of its own.
///
/// For a scraper on the same machine or in a network that is trusted: there is no TLS and no login. A
/// request has two seconds and 8 KiB.
package final class MetricsServer: Sendable {
    /// Why nobody can be listened to, in the system's words.
    package struct Failure: Error {
        package var message: String
    }

    /// The port, also where 0 was asked for.
    package let port: Int

    private let thread: WorkerThread
    private let stopWriter: Int32
    private let stopReader: Int32
    private let listener: Int32

    /// Starts to listen.
    ///
    /// - Parameter text: Makes the text; called on the server's thread.
    package init(
        host: String, port: Int, text: @escaping @Sendable () -> String
    ) throws(Failure) {
        // SAFETY: both texts are valid C strings for the call.
        let listener = unsafe csystem_listen(host, "\(port)")
        guard listener >= 0 else { throw Failure(message: Self.message()) }
        var ends: [Int32] = [-1, -1]
        // SAFETY: pipe writes two numbers, and the array has two.
        guard unsafe pipe(&ends) == 0 else { throw Failure(message: Self.message()) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let stop = ends[0]
        self.listener = listener
        stopReader = stop
        stopWriter = ends[1]
        self.port = Int(csystem_local_port(listener))
        guard
            let thread = WorkerThread({
                while Self.wait(for: [listener, stop], milliseconds: -1).first == listener {
                    Self.answer(accept(listener, nil, nil), text)
                }
            })
        else { throw Failure(message: "the system has no thread left") }
        self.thread = thread
    }

    /// Ends the thread; to be called once.
    package func stop() {
        _ = close(stopWriter)
        thread.join()
        _ = close(stopReader)
        _ = close(listener)
    }

    private static func message() -> String {
        // SAFETY: strerror returns a valid C string for every number; it is copied at once.
        unsafe String(cString: strerror(errno))
    }

    /// Those of the descriptors that can be read, the last of which is told alone.
    private static func wait(for descriptors: [Int32], milliseconds: Int32) -> [Int32] {
        while true {
            var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            // SAFETY: the pointer is to an array of that many entries, for the time of the call.
            let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
            if count < 0, errno == EINTR { continue }
            if let last = entries.last, last.revents != 0, entries.count > 1 { return [last.fd] }
            return entries.filter { $0.revents != 0 }.map(\.fd)
        }
    }

    private static func answer(_ connection: Int32, _ text: () -> String) {
        guard connection >= 0 else { return }
        defer { _ = close(connection) }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        let deadline = ContinuousClock.now + .seconds(2)
        guard let request = readHead(connection, until: deadline) else { return }
        let parts = request.prefix { $0 != "\r" && $0 != "\n" }.split(separator: " ")
        let path = parts.count > 1 ? parts[1].prefix { $0 != "?" } : ""
        let (status, body): (String, String) =
            switch (parts.first, path) {
            case ("GET", "/metrics"), ("HEAD", "/metrics"): ("200 OK", text())
            case ("GET", _), ("HEAD", _): ("404 Not Found", "the figures are at /metrics\n")
            default: ("405 Method Not Allowed", "only GET is answered\n")
            }
        let head = """
            HTTP/1.1 \(status)\r
            Content-Type: text/plain; version=0.0.4; charset=utf-8\r
            Content-Length: \(body.utf8.count)\r
            Connection: close\r
            \r

            """
        write(Array((parts.first == "HEAD" ? head : head + body).utf8), to: connection, deadline)
    }

    /// The request up to the blank line behind its fields; `nil` when it does not come.
    private static func readHead(
        _ connection: Int32, until deadline: ContinuousClock.Instant
    ) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 2048)
        while bytes.count < 8192 {
            guard !wait(for: [connection], milliseconds: remaining(deadline)).isEmpty else {
                return nil
            }
            // SAFETY: read writes at most as many bytes as the array has.
            let count = unsafe read(connection, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            if text.utf8.suffix(4).elementsEqual("\r\n\r\n".utf8)
                || text.utf8.suffix(2).elementsEqual("\n\n".utf8)
            {
                return text
            }
        }
        return nil
    }

    private static func write(
        _ bytes: [UInt8], to connection: Int32, _ deadline: ContinuousClock.Instant
    ) {
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        var rest = bytes[...]
        while !rest.isEmpty, remaining(deadline) > 0 {
            // SAFETY: the pointer and count describe the slice, which lives on during the call.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe send(connection, buffer.baseAddress, buffer.count, sendFlags)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var entry = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
                // SAFETY: one element, a local that outlives the call.
                _ = unsafe poll(&entry, 1, remaining(deadline))
            } else if errno != EINTR {
                return
            }
        }
        // What the client still sends must not reset the connection before it has read the answer.
        _ = shutdown(connection, Int32(SHUT_WR))
        var buffer = [UInt8](repeating: 0, count: 2048)
        while !wait(for: [connection], milliseconds: remaining(deadline)).isEmpty {
            // SAFETY: read writes at most as many bytes as the array has.
            if unsafe read(connection, &buffer, buffer.count) <= 0 { return }
        }
    }

    /// No signal when the client has gone.
    private static var sendFlags: Int32 {
        #if canImport(Darwin)
            0
        #else
            Int32(MSG_NOSIGNAL)
        #endif
    }

    private static func remaining(_ deadline: ContinuousClock.Instant) -> Int32 {
        Int32(clamping: Int64(max(.zero, deadline - .now) / .milliseconds(1)))
    }
}
