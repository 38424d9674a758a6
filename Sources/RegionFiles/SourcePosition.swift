import RegionMonitoring

/// A place in a file.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named to the reader.
    public var file: String

    /// The line, from 1.
    public var line: Int

    /// The column in characters (Unicode scalars), from 1.
    public var column: Int

    /// Creates a position.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, as compilers write it, so that editors can jump there.
    public var description: String { "\(file.printable):\(line):\(column)" }
}

extension String {
    /// The text as a message shows it: cut after 40 characters, on one line.
    var shortened: String {
        unicodeScalars.count > 40
            ? String(UnicodeScalarView(unicodeScalars.prefix(40))).printable + "..." : printable
    }
}
