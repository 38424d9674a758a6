import RegionIndex
import RegionMonitoring

/// Files of regions made ready: checked and measured, with the index of them all.
///
/// A compiled file is read by mapping it: a million regions are there in about a second. It is for one
/// kind of machine and one format version, made anew from its sources whenever the program wants
/// another; keep the sources.
public enum CompiledRegions {
    /// Why a compiled file cannot be written.
    public struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was tried, and the system's reason.
        public let description: String
    }

    /// "FWREGION", as a number in the machine's order.
    static let magic: UInt64 = 0x4E4F_4947_4552_5746

    /// Of the sections below and of those of ``IndexSnapshot`` and ``ShapeWriter``.
    static let version: UInt32 = 1

    /// What this adds to the sections of the index and of the shapes.
    enum Section {
        static let regions: UInt32 = 40
    }

    /// Writes the regions of files to one compiled file, under another name first, so that a file of
    /// this name is whole.
    ///
    /// - Parameters:
    ///   - files: Files that one ``RegionFileReader`` has read, so that their identifiers are unique.
    ///   - path: Where the file is to be. It may be one that is in use: whoever uses it keeps what it was.
    /// - Throws: ``WriteError`` when the file cannot be written.
    /// - Complexity: O(*v* log *v*) in all vertices, for the index.
    public static func write(_ files: [RegionFile], to path: String) throws(WriteError) {
        var shapes = ShapeWriter()
        var records = RecordWriter()
        records.append(UInt64(files.count))
        for file in files { records.append(file.name) }
        let entries = files.enumerated().flatMap { number, file in
            file.entries.map { (file: number, entry: $0) }
        }
        for (file, entry) in entries {
            shapes.append(entry.geometry)
            entry.region.writeAttributes(to: &records)
            records.append(UInt64(file))
            records.append(UInt64(entry.position.line))
            records.append(UInt64(entry.position.column))
            records.append(entry.policyText ?? "")
        }
        var writer = SectionWriter()
        IndexSnapshot(entries.map(\.entry.geometry)).write(to: &writer)
        shapes.write(to: &writer)
        writer.add(Section.regions, bytes: records.bytes)
        do throws(SectionFile.Failure) {
            try writer.write(to: path, magic: magic, version: version)
        } catch {
            throw WriteError(description: error.description)
        }
    }

    /// Whether a file is, or was meant to be, a compiled one: by its first bytes.
    public static func isCompiled(_ path: String) -> Bool {
        SectionFile.isFile(path, magic: magic)
    }
}

extension RegionFileReader {
    /// Reads a file that ``CompiledRegions/write(_:to:)`` wrote.
    ///
    /// Its regions were checked then; they are taken as they are, with the positions they had in their
    /// sources. A file that was damaged, cut off, or made by another version is refused as a whole. The
    /// file stays mapped: replace it by another, never write into it.
    ///
    /// - Complexity: linear in the vertices, tens of nanoseconds each.
    public mutating func read(compiledFile path: String) -> RegionFile {
        do throws(SectionFile.Failure) {
            let file = try SectionFile(
                path: path, magic: CompiledRegions.magic, version: CompiledRegions.version)
            return try read(file, path)
        } catch {
            let reason = RegionFileFinding.Reason.compiledFile(error.description)
            return RegionFile(
                name: path, entries: [], refusedShapes: [],
                findings: [
                    RegionFileFinding(
                        position: SourcePosition(file: path, line: 1, column: 1), reason: reason)
                ], isReadable: false)
        }
    }

    private mutating func read(
        _ file: SectionFile, _ path: String
    ) throws(SectionFile.Failure) -> RegionFile {
        let index = try IndexSnapshot(file)
        var shapes = try ShapeReader(file)
        guard index.holdsSlots(upTo: shapes.count) else {
            throw SectionFile.Failure("its index is not of its regions")
        }
        var reader = RecordReader(try file.bytes(CompiledRegions.Section.regions))
        var names: [String] = []
        var entries: [RegionFile.Entry] = []
        do throws(SnapshotError) {
            for _ in 0..<(try reader.count()) { names.append(try reader.text()) }
            guard !names.isEmpty || shapes.count == 0 else {
                throw reader.fault("no file is named")
            }
            entries.reserveCapacity(shapes.count)
            for _ in 0..<shapes.count {
                let geometry = try Self.next(&shapes, &reader)
                let region = try Region(shape: geometry.shape, attributes: &reader)
                let number = try reader.number()
                guard number < UInt64(names.count) else {
                    throw reader.fault("there is no file \(number)")
                }
                let position = SourcePosition(
                    file: names[Int(number)], line: Int(clamping: try reader.number()),
                    column: Int(clamping: try reader.number()))
                let policy = try reader.text()
                entries.append(
                    RegionFile.Entry(
                        region: region, position: position, geometry: geometry,
                        policyText: policy.isEmpty ? nil : policy))
            }
            guard reader.isAtEnd else { throw reader.fault("something is left") }
        } catch {
            throw SectionFile.Failure("its regions cannot be read: \(error)")
        }
        let (kept, findings) = take(entries, ofCompiledFile: path)
        return RegionFile(
            name: path, entries: kept, refusedShapes: [], findings: findings,
            isReadable: true, index: findings.isEmpty ? index : nil)
    }

    private static func next(
        _ shapes: inout ShapeReader, _ reader: inout RecordReader
    ) throws(SnapshotError) -> RegionGeometry {
        do throws(SectionFile.Failure) {
            return try shapes.read()
        } catch {
            throw reader.fault(error.description)
        }
    }
}
