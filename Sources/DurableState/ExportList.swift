/// What an export of a state consists of, with the length and the checksum of each file: by it an import
/// knows that all has come, and whole.
///
/// A text of lines: a title with the format's version; name, length and checksum of each file; the
/// checksum of the lines before.
struct ExportList: Hashable, Sendable {
    /// A file of the export.
    struct File: Hashable, Sendable {
        var name: String
        var length: Int64
        var checksum: UInt64
    }

    /// The files, the database first.
    var files: [File] = []

    /// The name of the list in the folder of the export.
    static let name = "export.list"

    private static let title = "fencewatch state export "
    private static let version = 1

    /// Creates an empty list.
    init() {}

    /// The list as a text.
    var text: String {
        var text = "\(Self.title)\(Self.version)\n"
        for file in files {
            text += "\(file.name) \(file.length) \(Self.digits(file.checksum))\n"
        }
        return text + "end \(Self.digits(Checksum.of(Array(text.utf8))))\n"
    }

    /// Reads the list of an export.
    ///
    /// - Throws: ``StateError`` when there is none, or it is damaged, or of a later release.
    init(of export: String) throws(StateError) {
        let path = "\(export)/\(Self.name)"
        guard StateFolder.exists(export) else {
            throw StateError(.failed, "there is no export '\(export)'")
        }
        guard StateFolder.exists(path) else {
            throw StateError(
                .foreign,
                "'\(export)' is no export of a state, or one that was not finished or is in use as a "
                    + "state: it has no \(Self.name)")
        }
        let file = try StateFile(reading: path)
        let bytes = try file.read(Int(clamping: min(file.length, 1 << 24)), at: 0)
        let damage = StateError(.damaged, "the export '\(export)' is damaged: \(path)")
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let first = lines.first, first.hasPrefix(Self.title),
            let found = Int(first.dropFirst(Self.title.count))
        else { throw damage }
        guard found <= Self.version else {
            throw StateError(
                .newer,
                "the export '\(export)' is of format \(found), made by a later release; this one "
                    + "reads formats up to \(Self.version)")
        }
        for line in lines.dropFirst().dropLast() {
            let parts = line.split(separator: " ")
            guard parts.count == 3, let length = Int64(parts[1]),
                let checksum = UInt64(parts[2], radix: 16)
            else { throw damage }
            files.append(File(name: String(parts[0]), length: length, checksum: checksum))
        }
        // What is not as it would be written has been changed, its own checksum included.
        guard text == String(decoding: bytes, as: UTF8.self) else { throw damage }
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
