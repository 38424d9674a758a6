import RegionMonitoring

/// The texts of `--help`, made from the tables of subcommands and flags.
enum HelpText {
    /// The overview of a subcommand: what it is, and its options by category.
    static func overview(of subcommand: Subcommand) -> String {
        var text = "usage: \(subcommand.usage)\n\n"
        text += wrapped(subcommand.discussion, indent: 0)
        if subcommand.name == .watch {
            text += "\nSubcommands:\n"
            for other in Subcommand.all {
                text += row(other.name.rawValue, other.summary)
            }
        }
        for category in Flag.Category.allCases {
            let flags = Flag.all.filter {
                $0.category == category && $0.subcommands.contains(subcommand.name)
            }
            if flags.isEmpty { continue }
            text += "\n\(category.rawValue):\n"
            for flag in flags { text += row(flag.usage, flag.summary) }
        }
        return text + "\n'fencewatch help OPTION' tells more about an option.\n"
    }

    /// All that is to be said about one option, which may be written without its hyphens.
    static func details(of name: String) throws(UsageError) -> String {
        let bare = name.drop { $0 == "-" }
        let found = Flag.all.filter {
            $0.name.dropFirst(2) == bare || $0.negatedName?.dropFirst(2) == bare
                || $0.letter.map(String.init) == String(bare)
        }
        if found.isEmpty {
            let names = Flag.all.map { String($0.name.dropFirst(2)) }
            let hint = nearestName(to: String(bare), among: names).map { "; did you mean '\($0)'?" }
            throw UsageError("there is no subcommand or option '\(name)'" + (hint ?? ""))
        }
        return found.map(details(of:)).joined(separator: "\n")
    }

    private static func details(of flag: Flag) -> String {
        let owners = Subcommand.Name.allCases.filter(flag.subcommands.contains).map(\.rawValue)
        var text = flag.usage
        if let opposite = flag.negatedName { text += ", \(opposite)" }
        text += "   (\(owners.joined(separator: ", ")))\n"
        text += wrapped(flag.summary, indent: 4)
        if !flag.discussion.isEmpty { text += "\n" + wrapped(flag.discussion, indent: 4) }
        return text
    }

    /// Two columns; what is on the left goes on a line of its own when it is too long.
    private static func row(_ left: String, _ right: String) -> String {
        let leftColumn = "  " + left
        let lines = lines(of: right, width: width - margin)
        var text = leftColumn
        if leftColumn.count + 2 > margin {
            text += "\n" + String(repeating: " ", count: margin)
        } else {
            text += String(repeating: " ", count: margin - leftColumn.count)
        }
        let separator = "\n" + String(repeating: " ", count: margin)
        return text + lines.joined(separator: separator) + "\n"
    }

    private static let width = 79
    private static let margin = 32

    private static func wrapped(_ text: String, indent: Int) -> String {
        let space = String(repeating: " ", count: indent)
        return lines(of: text, width: width - indent).map { space + $0 + "\n" }.joined()
    }

    /// Breaks a text at its spaces; its own line breaks are kept.
    private static func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, line.count + 1 + word.count > width {
                    lines.append(line)
                    line = ""
                }
                line += line.isEmpty ? String(word) : " " + word
            }
            lines.append(line)
        }
        return lines
    }
}
