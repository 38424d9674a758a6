// A wrapper of the C library's pipe calls.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Ends a wait of a ``FixReader`` from another thread.
///
/// Its ``descriptor`` is readable from ``wake()`` until ``drain()``.
public final class WakePipe: Sendable {
    /// What a reader waits for besides its inputs.
    public let descriptor: Int32

    private let writer: Int32

    /// Creates a pipe; `nil` when the process has no descriptors left.
    public init?() {
        var ends: [Int32] = [-1, -1]
        // SAFETY: pipe writes two numbers, and the array has two.
        guard unsafe pipe(&ends) == 0 else { return nil }
        descriptor = ends[0]
        writer = ends[1]
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        _ = close(descriptor)
        _ = close(writer)
    }

    /// Makes the wait end, or the next one at once. May be called from any thread.
    public func wake() {
        var byte: UInt8 = 0
        // When the pipe is full it is readable already, so a failed write loses nothing.
        // SAFETY: the pointer is to a local of one byte.
        _ = unsafe write(writer, &byte, 1)
    }

    /// Takes back what ``wake()`` did.
    public func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        // SAFETY: read writes at most as many bytes as the array has.
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }
}
