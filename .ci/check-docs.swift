// Checks what docc has no warning for: that every public symbol has a documentation comment, and that
// a module's page, where it has one of its own, lists every symbol in a group written by hand.
//
//     check-docs MODULE SYMBOLGRAPH PAGE

import Foundation

struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Comment: Decodable {}
        let pathComponents: [String]
        let docComment: Comment?
    }
    let symbols: [Symbol]
}

struct Page: Decodable {
    struct Section: Decodable {
        let title: String
        let identifiers: [String]
        let generated: Bool?
    }
    let topicSections: [Section]?
}

func read<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(filePath: path)))
}

let arguments = CommandLine.arguments
let module = arguments[1]
var faults: [String] = []
let graph = try read(SymbolGraph.self, from: arguments[2])
for symbol in graph.symbols where symbol.docComment == nil {
    faults.append("\(symbol.pathComponents.joined(separator: ".")) has no documentation comment")
}
let sections = try read(Page.self, from: arguments[3]).topicSections ?? []
if sections.contains(where: { $0.generated != true }) {
    for section in sections where section.generated == true {
        for identifier in section.identifiers {
            let name = identifier.split(separator: "/").last ?? ""
            faults.append("\(name) is in no group of the module's page")
        }
    }
}
for fault in faults {
    FileHandle.standardError.write(Data("\(module): error: \(fault)\n".utf8))
}
exit(faults.isEmpty ? 0 : 1)
