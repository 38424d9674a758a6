import Glibc

/// Gives a function the path of a file in memory that holds some bytes.
public func withMemoryFile(_ bytes: [UInt8], _ body: (_ path: String) throws -> Void) rethrows {
    let name = "/dev/shm/fencewatch-fuzz.\(getpid())"
    // SAFETY: the name and the bytes live through the calls.
    let descriptor = unsafe open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    expect(descriptor >= 0, "\(name) cannot be made: error \(errno)")
    defer { close(descriptor) }
    unsafe unlink(name)
    var start = 0
    while start < bytes.count {
        let count = unsafe bytes[start...].withUnsafeBytes {
            unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        expect(count > 0, "\(name) cannot be written: error \(errno)")
        start += count
    }
    try body("/proc/self/fd/\(descriptor)")
}
