import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Asks a run with `--metrics 127.0.0.1:0` for its figures.
struct MetricsClient {
    let port: UInt16

    /// Reads on in what the run says until it tells its port.
    init(_ run: LiveRun) throws {
        while let line = run.errors.next() {
            if let range = line.range(of: "metrics are at port ") {
                port = try #require(UInt16(line[range.upperBound...].dropLast()))
                return
            }
        }
        throw Untold()
    }

    private struct Untold: Error {}

    /// A connection that nothing was sent on.
    func connection() throws -> Int32 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: the pointer is to a local that outlives the call, and has that size.
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, size)
            }
        }
        try #require(code == 0, "no connection to port \(port)")
        return socket
    }

    /// Sends a request and gives back all that is answered.
    func request(_ text: String) throws -> String {
        let handle = FileHandle(fileDescriptor: try connection(), closeOnDealloc: true)
        try handle.write(contentsOf: Data(text.utf8))
        return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// The figures by the names of their samples, labels included, without `fencewatch_`.
    func figures() throws -> [String: Double] {
        let prefix = "fencewatch_"
        var figures: [String: Double] = [:]
        for line in try request("GET /metrics HTTP/1.0\r\n\r\n").split(separator: "\n")
        where line.hasPrefix(prefix) {
            let parts = line.split(separator: " ")
            figures[String(parts[0].dropFirst(prefix.count))] = Double(parts[1])
        }
        return figures
    }

    /// Asks until the figures are as wanted, and gives them back.
    @discardableResult
    func wait(
        _ what: String, _ condition: ([String: Double]) -> Bool
    ) throws -> [String: Double] {
        let deadline = ContinuousClock.now + .seconds(120)
        while true {
            let figures = try figures()
            if condition(figures) { return figures }
            try #require(ContinuousClock.now < deadline, "waited in vain for \(what): \(figures)")
            usleep(10_000)
        }
    }
}
