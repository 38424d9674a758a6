import EventDelivery

/// Standard output for results, gathered and written in large pieces.
struct ResultOutput {
    /// What is not written yet.
    var bytes: [UInt8] = []

    /// Whether anybody still reads; what comes after that is dropped.
    private(set) var isOpen = true

    /// Why writing failed, other than by a reader that has gone.
    private(set) var failure: OutputError?

    private var file = OutputFile.standardOutput

    /// Writes what has gathered once it is much.
    mutating func settle() { if bytes.count >= 1 << 16 { flush() } }

    /// Writes what has gathered.
    mutating func flush() {
        if isOpen, !bytes.isEmpty {
            do throws(OutputError) {
                try file.append(bytes)
            } catch {
                isOpen = false
                if !error.isClosedPipe { failure = error }
            }
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
