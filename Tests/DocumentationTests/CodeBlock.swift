import Foundation

/// A fenced block of a document.
struct CodeBlock: CustomStringConvertible {
    let language: String
    let lines: [String]

    /// The file and the line of the fence, as a compiler would write them.
    let place: String

    var description: String { "\(place):\n" + lines.joined(separator: "\n") }

    /// The lines without the imports at the head and the blank lines around.
    var body: [String] { lines.withoutImports.trimmed }

    /// The modules that the block imports at its head.
    var imports: Set<String> { Set(lines.compactMap(\.importedModule)) }

    /// The blocks of a Markdown text, or of the documentation comments of a Swift one.
    static func all(in text: String, of file: String) -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: (language: String, indent: Int, line: Int, lines: [String])?
        let isSwift = file.hasSuffix(".swift")
        for (number, whole) in text.components(separatedBy: "\n").enumerated() {
            guard let line = isSwift ? whole.documentationText : whole else { continue }
            let content = line.drop { $0 == " " }
            guard content.hasPrefix("```") else {
                let indent = open?.indent
                open?.lines.append(line.dropping(indent: indent))
                continue
            }
            if let block = open {
                blocks.append(
                    CodeBlock(
                        language: block.language, lines: block.lines,
                        place: "\(file):\(block.line)"))
                open = nil
            } else {
                open = (String(content.dropFirst(3)), line.indent, number + 1, [])
            }
        }
        return blocks
    }
}

/// A part of a compiled file between `// snippet` and `// end`.
struct Snippet {
    let lines: [String]
    let place: String

    /// The modules that the file imports.
    let imports: Set<String>

    static func all(in text: String, of file: String) -> [Snippet] {
        let lines = text.components(separatedBy: "\n")
        let imports = Set(lines.compactMap(\.importedModule))
        var snippets: [Snippet] = []
        var open: (indent: Int, line: Int, lines: [String])?
        for (number, line) in lines.enumerated() {
            switch line.drop(while: { $0 == " " }) {
            case "// snippet": open = (line.indent, number + 1, [])
            case "// end":
                if let snippet = open {
                    snippets.append(
                        Snippet(
                            lines: snippet.lines.trimmed, place: "\(file):\(snippet.line)",
                            imports: imports))
                }
                open = nil
            default:
                let indent = open?.indent
                open?.lines.append(line.dropping(indent: indent))
            }
        }
        return snippets
    }
}

extension String {
    fileprivate var indent: Int { prefix { $0 == " " }.count }

    /// The line with so much less indentation, as far as it has it.
    fileprivate func dropping(indent: Int?) -> String {
        String(dropFirst(min(indent ?? 0, self.indent)))
    }

    /// The text of a documentation comment's line; `nil` for other lines.
    fileprivate var documentationText: String? {
        let line = drop { $0 == " " }
        guard line.hasPrefix("///") else { return nil }
        return String(line.dropFirst(line.hasPrefix("/// ") ? 4 : 3))
    }

    fileprivate var importedModule: String? {
        hasPrefix("import ") ? String(dropFirst(7)) : nil
    }
}

extension [String] {
    fileprivate var withoutImports: [String] { filter { $0.importedModule == nil } }

    fileprivate var trimmed: [String] {
        var lines = drop { $0.isEmpty }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return Array(lines)
    }
}

/// The repository that the tests were compiled from.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The files under a folder whose names have one of these endings, by their paths from the root.
    static func files(under folder: String, endings: [String]) throws -> [String: String] {
        let start = root.appending(path: folder)
        guard let names = FileManager.default.enumerator(atPath: start.path) else { return [:] }
        var files: [String: String] = [:]
        for case let name as String in names {
            if name.hasSuffix(".build") { names.skipDescendants() }
            guard endings.contains(where: name.hasSuffix) else { continue }
            files["\(folder)/\(name)"] = try text(of: "\(folder)/\(name)")
        }
        return files
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
