/// Ends the process with a message, so that the fuzzer keeps the input.
public func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    // Not a precondition, whose message an optimised program has not got.
    if !condition { fatalError(message()) }
}

/// What an input's first bytes choose.
public struct Choices {
    private var bytes: ArraySlice<UInt8>

    /// Takes choices from the beginning of an input.
    public init(_ input: [UInt8]) { bytes = input[...] }

    /// The next byte; 0 at the end.
    public mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

    /// One of several things, by the next byte.
    public mutating func next<Choice>(of choices: [Choice]) -> Choice {
        choices[Int(next()) % choices.count]
    }

    /// What no choice was made by.
    public var rest: [UInt8] { Array(bytes) }
}
