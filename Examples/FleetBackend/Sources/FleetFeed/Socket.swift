#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Why a socket call failed.
public struct SocketError: Error, CustomStringConvertible {
    /// The call.
    public let call: String

    /// The system's error number.
    public let code = errno

    /// The call and the system's message.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// Takes the error of the call that has just failed.
    public init(_ call: String) { self.call = call }
}

/// A TCP socket of this machine, closed with its last reference.
public final class Socket {
    /// The system's number of the socket.
    public let descriptor: Int32
    private var received: [UInt8] = []

    private init(_ descriptor: Int32, _ call: String) throws(SocketError) {
        guard descriptor >= 0 else { throw SocketError(call) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Listens on a port of 127.0.0.1; 0 takes a free one.
    public static func listening(on port: UInt16) throws(SocketError) -> Socket {
        let socket = try Socket(Self.stream(), "socket")
        var reuse: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, size)
        guard withLoopback(port, { bind(socket.descriptor, $0, $1) }) == 0 else {
            throw SocketError("bind")
        }
        guard listen(socket.descriptor, 8) == 0 else { throw SocketError("listen") }
        return socket
    }

    /// Connects to a port of 127.0.0.1.
    public static func connected(to port: UInt16) throws(SocketError) -> Socket {
        let socket = try Socket(Self.stream(), "socket")
        guard withLoopback(port, { connect(socket.descriptor, $0, $1) }) == 0 else {
            throw SocketError("connect")
        }
        return socket
    }

    /// The next connection to a listening socket.
    public func accepted() throws(SocketError) -> Socket {
        try Socket(accept(descriptor, nil, nil), "accept")
    }

    /// The port that the socket is bound to.
    public var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Sends all bytes, waiting as long as the other side does not read.
    public func send(_ bytes: some Collection<UInt8>) throws(SocketError) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SocketError("write") }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes waiting for the other side fail after so many seconds.
    public func limitWaiting(seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    }

    /// Says that nothing more will be sent; the other side may go on sending.
    public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next line without its end; `nil` at the end of the connection.
    public func line() throws(SocketError) -> String? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SocketError("read") }
            if count == 0 { return nil }
            received += buffer[..<count]
        }
    }

    private static func stream() -> Int32 {
        #if canImport(Darwin)
            socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    private static func withLoopback(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
