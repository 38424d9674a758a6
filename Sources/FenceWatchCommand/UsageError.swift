/// A command line that cannot be run, in one sentence for the one who typed it.
struct UsageError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
