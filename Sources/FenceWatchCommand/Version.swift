/// What this build is.
enum Version {
    /// The version of the program.
    static let current = "0.1.0"
}
