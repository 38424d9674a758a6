import Foundation

/// A fresh folder, removed with the value's owner.
package final class TemporaryFolder: Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("fencewatch-\(UUID().uuidString)")

    package init() {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            preconditionFailure("no temporary folder: \(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    package func lines(_ name: String) throws -> [String] {
        try String(contentsOfFile: path(name), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    package var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    }
}
