/// One option of the command line.
///
/// Everything about an option is in this one value: parsing, `--help` and the manual are made from
/// the table of them.
struct Flag: Sendable {
    /// What an option does to the settings.
    enum Effect: Sendable {
        /// Takes a value, which `placeholder` stands for in help texts.
        case value(
            placeholder: String,
            update: @Sendable (inout Settings, String) throws(UsageError) -> Void)

        /// Takes no value; `--no-…` says the opposite.
        case toggle(update: @Sendable (inout Settings, Bool) throws(UsageError) -> Void)

        /// Takes no value and cannot be said the other way.
        case action(update: @Sendable (inout Settings) -> Void)
    }

    /// The headings of the help, in its order.
    enum Category: String, CaseIterable, Sendable {
        case input = "Input"
        case regions = "Regions"
        case policy = "Policy: when a crossing is an event"
        case filters = "Filters: which fixes count"
        case tuning = "Trials"
        case sinks = "Sinks: where events go"
        case output = "Output"
        case state = "Durable state"
        case general = "General"
    }

    /// The long name, with its two hyphens.
    let name: String

    /// The letter after one hyphen, if there is one.
    let letter: Character?

    let category: Category

    /// What the option is for, in a few words: a line of `--help`.
    let summary: String

    /// What one needs to know to use it; empty when the summary says it all.
    let discussion: String

    /// Whether each of several uses counts, not the last alone.
    let isRepeatable: Bool

    /// The subcommands that have it.
    let subcommands: Set<Subcommand.Name>

    let effect: Effect

    init(
        _ name: String, letter: Character? = nil, _ category: Category,
        of subcommands:
            Set<Subcommand.Name>, _ summary: String, discussion: String = "",
        isRepeatable: Bool = false, effect: Effect
    ) {
        self.name = name
        self.letter = letter
        self.category = category
        self.isRepeatable = isRepeatable
        self.subcommands = subcommands
        self.summary = summary
        self.discussion = discussion
        self.effect = effect
    }

    /// The name that says the opposite, of toggles.
    var negatedName: String? {
        guard case .toggle = effect else { return nil }
        return "--no-" + name.dropFirst(2)
    }

    /// Whether this is one of the option's names, hyphens included.
    func isCalled(_ name: String) -> Bool {
        self.name == name || negatedName == name || letter.map { "-\($0)" } == name
    }

    /// How the option is written, as help texts show it: `-r, --regions FILE`.
    var usage: String {
        var usage = letter.map { "-\($0), " } ?? ""
        usage += name
        if case .value(let placeholder, _) = effect { usage += " " + placeholder }
        return usage
    }
}
