// A wrapper of the C library's environment and file calls.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where a secret is read from, since the arguments of a process can be read by everybody on a machine.
package enum SecretSource: Hashable, Sendable {
    /// A variable of the environment.
    case environment(String)

    /// A file; a line end at its end does not belong to the secret.
    case file(String)

    /// Reads `env:NAME` or `file:PATH`.
    package init?(_ text: String) {
        if text.hasPrefix("env:"), text.utf8.count > 4 {
            self = .environment(String(text.dropFirst(4)))
        } else if text.hasPrefix("file:"), text.utf8.count > 5 {
            self = .file(String(text.dropFirst(5)))
        } else {
            return nil
        }
    }

    /// The secret, which is not empty.
    package func read() throws(SinkFailure) -> [UInt8] {
        let bytes: [UInt8]
        switch self {
        case .environment(let name):
            // SAFETY: getenv returns a C string that is copied before the environment could change:
            // nothing in this program changes it.
            guard let value = unsafe getenv(name) else {
                throw SinkFailure("the environment has no variable '\(name)'")
            }
            bytes = unsafe Array(String(cString: value).utf8)
        case .file(let path):
            bytes = try Self.contents(of: path)
        }
        if bytes.isEmpty { throw SinkFailure("the secret in \(place) is empty") }
        return bytes
    }

    private var place: String {
        switch self {
        case .environment(let name): "the environment's '\(name)'"
        case .file(let path): "'\(path)'"
        }
    }

    private static func contents(of path: String) throws(SinkFailure) -> [UInt8] {
        // SAFETY: Swift passes a valid C string for the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SinkFailure(OutputError("open", path)) }
        defer { _ = close(descriptor) }
        // A secret is short; whatever is longer is some other file.
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        var count = 0
        while count < bytes.count {
            // SAFETY: what is left of the array after `count` bytes is written at most.
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe readBytes(
                    descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw SinkFailure(OutputError("read", path)) }
            if result == 0 { break }
            count += result
        }
        if count == bytes.count { throw SinkFailure("'\(path)' is too long for a secret") }
        bytes.removeLast(bytes.count - count)
        while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            bytes.removeLast()
        }
        return bytes
    }
}

/// A header line of requests, whose value may be a secret.
package struct HeaderSource: Hashable, Sendable {
    /// What a value is.
    package enum Value: Hashable, Sendable {
        /// The text itself.
        case text(String)

        /// A secret.
        case secret(SecretSource)
    }

    /// The name, a token of RFC 9110 §5.6.2.
    package let name: String

    /// The value.
    package let value: Value

    /// Reads `Name: text`, `Name: env:NAME` or `Name: file:PATH`; `nil` for what is no header line.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty,
            parts[0].utf8.allSatisfy(Self.isTokenByte),
            !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
        else { return nil }
        name = String(parts[0])
        let rest = String(parts[1].drop { $0 == " " })
        value = SecretSource(rest).map(Value.secret) ?? .text(rest)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

/// `read(2)`, which the method of that name hides.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
    // SAFETY: the caller's buffer has that many bytes.
    unsafe read(descriptor, buffer, count)
}
