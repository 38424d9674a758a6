import Foundation

/// All that a restart needs, in one file that is replaced as a whole: what the engine remembers, what
/// the sinks hold, and how far the feed was read. The three belong together.
struct Checkpoint: Codable {
    /// How many records of the feed are dealt with.
    var accepted: Int

    /// The service's snapshots, one a shard.
    var snapshots: [Data]

    var books: Books

    private static func file(in folder: URL) -> URL { folder.appending(path: "checkpoint.plist") }

    /// The latest checkpoint of a folder, if there is one.
    static func latest(in folder: URL) throws -> Checkpoint? {
        let file = file(in: folder)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try PropertyListDecoder().decode(Checkpoint.self, from: Data(contentsOf: file))
    }

    /// Takes the place of the checkpoint before.
    func save(in folder: URL) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        try encoder.encode(self).write(to: Self.file(in: folder), options: .atomic)
    }
}
