import RegionMonitoring
import StrictJSON

/// Reads Tile38's static fences: its append-only file, or `SETHOOK` and `SETCHAN` commands, one a
/// line.
///
/// What later commands take back is left out: `DELHOOK`, `PDELHOOK`, `FLUSHDB` and the like. Tile38
/// tells each crossing at once, so the regions get the preset `immediate`, with `passThrough` where
/// `DETECT` has `cross`.
package enum Tile38Import {
    /// Reads the bytes of one export.
    ///
    /// - Throws: What is wrong with it as a whole.
    package static func read(
        _ bytes: [UInt8], named file: String
    ) throws(RegionFileFinding) -> RegionImport {
        var state = Tile38State()
        let span = bytes.span
        do throws(Refusal) {
            var commands = Tile38Commands()
            while let command = try commands.next(in: span) { try state.take(command) }
        } catch {
            let place = TextPosition(of: error.offset, in: span)
            throw RegionFileFinding(
                position: SourcePosition(file: file, line: place.line, column: place.column),
                reason: error.reason)
        }
        var result = RegionImport()
        var counter = TextPositionCounter()
        for hook in state.hooks.values.sorted(by: { $0.offset < $1.offset }) {
            let place = counter.position(of: hook.offset, in: span)
            let position = SourcePosition(file: file, line: place.line, column: place.column)
            Tile38Fence(command: hook, objects: state.objects).add(to: &result, at: position)
        }
        if !result.entries.isEmpty {
            result.notes.append(
                "\(file.printable): the endpoints of hooks are not carried over: name them with --sink"
            )
        }
        return result
    }
}

/// What is in force after the commands so far.
struct Tile38State {
    /// The last command that set each hook or channel, by its name.
    private(set) var hooks: [String: Tile38Commands.Command] = [:]

    /// The words behind the identifier of the last `SET` of each object, by key and identifier.
    private(set) var objects: [String: [String: Tile38Commands.Command]] = [:]

    /// How many more steps the patterns of `PDELHOOK` and `PDELCHAN` may take. Each is compared with all
    /// hooks, which in an export made for it would take for ever.
    private(set) var patternSteps = patternLimit

    static let patternLimit = 1 << 26

    mutating func take(_ command: Tile38Commands.Command) throws(Refusal) {
        guard let name = command.keyword(0) else { return }
        let first = command.text(1) ?? ""
        switch name {
        case "SETHOOK", "SETCHAN": hooks[first] = command
        case "DELHOOK", "DELCHAN": hooks[first] = nil
        case "PDELHOOK", "PDELCHAN":
            let pattern = Array(first.utf8)
            for name in Array(hooks.keys) where matches(Array(name.utf8), pattern) {
                hooks[name] = nil
            }
            guard patternSteps > 0 else {
                throw Refusal(
                    at: command.offset,
                    .unexpected(
                        found: "more of \(name) than can be carried out in reasonable time",
                        expected: "an export that AOFSHRINK has made short"))
            }
        case "FLUSHDB":
            hooks = [:]
            objects = [:]
        case "SET":
            if let id = command.text(2) { objects[first, default: [:]][id] = command }
        case "DEL": objects[first]?[command.text(2) ?? ""] = nil
        case "DROP": objects[first] = nil
        default: break
        }
    }

    /// Whether a name fits a pattern of `*` and `?`; not when there are no steps left.
    private mutating func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
        var (n, p) = (0, 0)
        var star: (pattern: Int, name: Int)?
        patternSteps -= 1
        while n < name.count {
            patternSteps -= 1
            guard patternSteps > 0 else { return false }
            if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
                star = (p, n)
                p += 1
            } else if p < pattern.count,
                pattern[p] == UInt8(ascii: "?") || pattern[p] == name[n]
            {
                n += 1
                p += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                n = last.name + 1
                p = last.pattern + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
