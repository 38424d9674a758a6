import Testing

/// Every Swift block of the documentation is, word for word, part of a file that is compiled here and
/// that the tests run.
@Suite struct SnippetTests {
    private static func documents() throws -> [String: String] {
        let modules = [
            "Geodesy", "RegionMonitoring", "RegionFiles", "FixStreams", "EventDelivery",
            "MonitoringService",
        ]
        var documents: [String: String] = [:]
        for folder in modules.map({ "Sources/\($0)" }) + ["Examples"] {
            documents.merge(try Repository.files(under: folder, endings: [".md", ".swift"])) { $1 }
        }
        documents["README.md"] = try Repository.text(of: "README.md")
        return documents
    }

    private static func blocks() throws -> [CodeBlock] {
        try documents().sorted { $0.key < $1.key }
            .flatMap { CodeBlock.all(in: $0.value, of: $0.key) }
            .filter { $0.language == "swift" }
    }

    private static func snippets() throws -> [Snippet] {
        try Repository.files(under: "Tests/DocumentationTests/Snippets", endings: [".swift"])
            .sorted { $0.key < $1.key }
            .flatMap { Snippet.all(in: $0.value, of: $0.key) }
    }

    @Test func blocksAreCompiledSnippets() throws {
        let snippets = try Self.snippets()
        let blocks = try Self.blocks()
        #expect(blocks.count >= 3)
        for block in blocks {
            let same = snippets.filter { $0.lines == block.body }
            let isCompiled = !same.isEmpty
            #expect(isCompiled, "no compiled snippet is the block at \(block)")
            let hasImports = same.contains { block.imports.isSubset(of: $0.imports) }
            #expect(hasImports || !isCompiled, "\(block.place) imports what its snippet does not")
        }
    }

    @Test func snippetsAreBlocks() throws {
        let bodies = Set(try Self.blocks().map(\.body))
        for snippet in try Self.snippets() {
            let isShown = bodies.contains(snippet.lines)
            #expect(isShown, "nothing shows the snippet at \(snippet.place)")
        }
    }

    /// Each row of the table in "Coming from Core Location" points to a section with a snippet.
    @Test func everyMemberOfCoreLocationHasASnippet() throws {
        let path = "Sources/RegionMonitoring/RegionMonitoring.docc/ComingFromCoreLocation.md"
        let text = try Repository.text(of: path)
        var shown: Set<Substring> = []
        for section in text.split(separator: "\n### ").dropFirst() {
            guard section.contains("```swift") else { continue }
            shown.insert(section.prefix { $0 != "\n" })
        }
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count > 30)
        for row in rows {
            let anchor = row.firstMatch(of: /<doc:ComingFromCoreLocation#([^>]+)>/)?.1
            let title = anchor?.replacing("-", with: " ")
            let hasSnippet = title.map { shown.contains(Substring($0)) } ?? false
            #expect(hasSnippet, "no snippet for \(row)")
        }
    }

    @Test func blocksAreFoundInArticlesAndComments() {
        let article = "Text.\n\n```swift\nimport Geodesy\n\nlet x = 1\n```\n```text\n|\n```\n"
        let blocks = CodeBlock.all(in: article, of: "A.md")
        #expect(blocks.map(\.language) == ["swift", "text"])
        #expect(blocks.first?.body == ["let x = 1"])
        #expect(blocks.first?.imports == ["Geodesy"])
        #expect(blocks.map(\.place) == ["A.md:3", "A.md:8"])
        let comment =
            "    /// ```swift\n    /// if x {\n    ///     y()\n    /// }\n    /// ```\nlet z = 0"
        #expect(
            CodeBlock.all(in: comment, of: "A.swift").map(\.lines) == [["if x {", "    y()", "}"]])
        let file =
            "import A\nfunc f() {\n    // snippet\n    if x {\n        y()\n    }\n    // end\n}"
        #expect(Snippet.all(in: file, of: "A.swift").map(\.lines) == [["if x {", "    y()", "}"]])
    }
}
