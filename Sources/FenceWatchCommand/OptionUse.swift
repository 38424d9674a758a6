/// An option that is said, on the command line or in a file, with what it is given.
struct OptionUse {
    let flag: Flag

    /// The name by which it is said, hyphens included.
    let name: String

    /// The value, of options that take one.
    var value: String?

    /// Whether it is said the other way, of those that can be.
    var isNegated = false

    /// Where it is said, of files: `file:line:column`.
    var place: String?

    /// Does what the option does.
    func apply(to settings: inout Settings) throws(UsageError) {
        do throws(UsageError) {
            switch flag.effect {
            case .value(_, let update): try update(&settings, value ?? "")
            case .toggle(let update): try update(&settings, !isNegated)
            case .action(let update): update(&settings)
            }
        } catch {
            let prefix = place.map { $0 + ": " } ?? ""
            throw UsageError("\(prefix)option '\(name)': \(error)")
        }
    }
}
