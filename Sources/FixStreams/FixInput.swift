/// Where fixes come from.
public enum FixInput: Hashable, Sendable {
    /// The standard input of the process.
    case standardInput

    /// A file, a named pipe or a device.
    case file(String)

    /// An open descriptor, such as a connected socket, and the name that messages give it. It is
    /// read to its end and stays open.
    case descriptor(Int32, name: String)

    /// How messages and reject files call the input; `-` is the standard input.
    public var name: String {
        switch self {
        case .standardInput: "-"
        case .file(let path): path
        case .descriptor(_, let name): name
        }
    }
}

/// Why an input as a whole cannot be used.
public struct FixInputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// It cannot be opened; the system's error number (`errno`).
        case cannotOpen(code: Int32)

        /// Reading it failed; the system's error number (`errno`).
        case cannotRead(code: Int32)

        /// Its compression is damaged or not built in; a sentence about it.
        case cannotDecompress(String)

        /// The header of a table lacks what a fix needs, or cannot be read; a sentence about it.
        case unusableHeader(String)
    }

    /// The input's name.
    public var input: String

    /// What is wrong.
    public var reason: Reason

    /// The input, and the system's or our message, in one line.
    public var description: String {
        switch reason {
        case .cannotOpen(let code): "cannot open \(file): \(SystemError.message(for: code))"
        case .cannotRead(let code): "cannot read \(file): \(SystemError.message(for: code))"
        case .cannotDecompress(let text), .unusableHeader(let text): "\(file): \(text)"
        }
    }

    private var file: String { input == FixInput.standardInput.name ? "standard input" : input }
}
