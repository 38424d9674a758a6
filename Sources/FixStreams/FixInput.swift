/// Where fixes come from.
public enum FixInput: Hashable, Sendable {
    /// The standard input of the process.
    case standardInput

    /// A file, a named pipe or a device.
    case file(String)

    /// The files whose names match a pattern of the shell (`*`, `?`, `[`), in the order of their names;
    /// where files are followed, those too that come later.
    case files(matching: String)

    /// An open descriptor, such as a connected socket, and the name that messages give it. It is
    /// read to its end and stays open.
    case descriptor(Int32, name: String)

    /// How messages and reject files call the input; `-` is the standard input.
    public var name: String {
        switch self {
        case .standardInput: "-"
        case .file(let path): path
        case .files(let pattern): pattern
        case .descriptor(_, let name): name
        }
    }
}

extension FixInput {
    /// What an argument of a command names: `-` the standard input, a pattern the files that match it
    /// unless a file has that very name, all else a file.
    public init(operand: String) {
        self =
            operand == "-"
            ? .standardInput
            : FilePattern.isPattern(operand) && FileStatus(path: operand) == nil
                ? .files(matching: operand) : .file(operand)
    }
}

/// Why an input as a whole cannot be used.
public struct FixInputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// It cannot be opened; the system's error number (`errno`).
        case cannotOpen(code: Int32)

        /// No file matches the pattern.
        case noMatch

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
        case .noMatch: "no file matches '\(file)'"
        case .cannotRead(let code): "cannot read \(file): \(SystemError.message(for: code))"
        case .cannotDecompress(let text), .unusableHeader(let text): "\(file): \(text)"
        }
    }

    private var file: String { input == FixInput.standardInput.name ? "standard input" : input }
}
