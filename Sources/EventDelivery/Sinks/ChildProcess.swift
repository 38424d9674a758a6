import CSystem

/// A child process that is fed through its standard input.
///
/// The bytes that it has read are known, and stay known after its end.
struct ChildProcess: ~Copyable {
    private var child = csystem_child()

    /// The bytes handed to the pipe.
    private(set) var writtenCount: UInt64 = 0

    /// Starts a command of the shell.
    init(command: String) throws(OutputError) {
        // SAFETY: the command is a valid C string and the child a stored property, both for the call.
        let code = unsafe csystem_child_start(command, &child)
        if code != 0 { throw OutputError("start", command, code: code) }
    }

    /// Whether its end was seen, so that its number is no longer its own.
    private var hasEnded = false

    /// Ends the child if it has not ended by itself: ends its input, asks it to end a fifth of a second later,
    /// and after another second makes it.
    deinit {
        var child = child
        // SAFETY: the descriptors are this value's own; the child was not waited for if it has not ended.
        unsafe csystem_child_release(&child, hasEnded ? 0 : 1000)
    }

    /// Writes what fits into the pipe now, and returns how many bytes that was.
    mutating func write(_ bytes: ArraySlice<UInt8>) -> Int {
        let written = unsafe bytes.withUnsafeBytes { buffer in
            // SAFETY: the buffer is valid and of that size for the call, and the child was started.
            unsafe csystem_child_write(&child, buffer.baseAddress, Int64(buffer.count))
        }
        // This process holds a reader of the pipe, so that a write fails for want of room only.
        let count = max(0, Int(written))
        writtenCount += UInt64(count)
        return count
    }

    /// The bytes that the child has read.
    var readCount: UInt64 {
        var child = child
        // SAFETY: the child was started.
        return writtenCount - UInt64(unsafe csystem_child_unread(&child))
    }

    /// Waits for the end of the child or, if asked for, for room in the pipe.
    func wait(forRoom: Bool, milliseconds: Int32) {
        var child = child
        // SAFETY: the child was started.
        unsafe csystem_child_wait(&child, forRoom ? 1 : 0, milliseconds)
    }

    /// The child's exit status, or 128 + its signal, once it has ended; to be asked no more after that.
    mutating func endStatus() -> Int32? {
        var status: Int32 = 0
        // SAFETY: the child was started, and the status is a local.
        hasEnded = unsafe csystem_child_has_ended(&child, &status) != 0
        return hasEnded ? status : nil
    }

    /// Ends the child's input.
    mutating func closeInput() {
        // SAFETY: the child was started.
        unsafe csystem_child_close_input(&child)
    }
}
