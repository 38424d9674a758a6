/// Why a policy cannot be used.
public struct PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in a sentence that names the value found and what is allowed.
    public var description: String

    /// Creates an error.
    public init(_ description: String) { self.description = description }
}
