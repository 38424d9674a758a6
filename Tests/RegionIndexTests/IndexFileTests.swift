import Foundation
import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// An index that was written to a file and is used where it lies.
struct IndexFileTests {
    private static let magic: UInt64 = 0x0102_0304_0506_0708

    /// A folder of its own, gone afterwards.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(
            path: "index-file-\(UUID().uuidString)")
        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(at: url) }
        func path(_ name: String) -> String { url.appending(path: name).path }
    }

    private func field(
        seed: UInt64, count: Int32
    ) -> (RegionLookup, [RegionGeometry], RandomShapes) {
        var shapes = RandomShapes(seed: seed)
        var lookup = RegionLookup()
        var geometries: [RegionGeometry] = []
        for slot in 0..<count {
            let geometry = shapes.geometry()
            geometries.append(geometry)
            lookup.insert(slot, geometry)
        }
        return (lookup, geometries, shapes)
    }

    private func write(_ index: IndexSnapshot, _ path: String, version: UInt32 = 3) throws {
        var writer = SectionWriter()
        index.write(to: &writer)
        try writer.write(to: path, magic: Self.magic, version: version)
    }

    private func open(_ path: String, version: UInt32 = 3) throws -> IndexSnapshot {
        try IndexSnapshot(SectionFile(path: path, magic: Self.magic, version: version))
    }

    @Test(arguments: UInt64(1)...4)
    func aMappedIndexAnswersAsTheOneThatWasWritten(seed: UInt64) throws {
        let folder = try Folder()
        var (lookup, geometries, shapes) = field(seed: 300 + seed, count: 70)
        let built = lookup.rebuilt()
        try write(built, folder.path("index"))
        let mapped = try open(folder.path("index"))
        var other = lookup
        lookup.install(built)
        other.install(mapped)
        #expect(!other.hasEdits)
        let boxes = geometries.flatMap { $0.boxes(margin: 0) }
        for number in 0..<300 {
            let box =
                number % 10 == 0
                ? .world : boxes[Int.random(in: boxes.indices, using: &shapes.random)]
            let place = randomPlace(around: box, &shapes.random)
            var expected: [Int32] = []
            var found: [Int32] = []
            lookup.regions(containing: place, into: &expected)
            other.regions(containing: place, into: &found)
            #expect(found == expected, "at \(place)")
            #expect(other.cell(at: place) == lookup.cell(at: place))
            expected = []
            found = []
            lookup.candidates(near: place, within: 3000, into: &expected)
            other.candidates(near: place, within: 3000, into: &found)
            #expect(found == expected, "near \(place)")
        }
        // Edits go on from there, and the file may be replaced meanwhile.
        try write(RegionLookup().rebuilt(), folder.path("index"))
        other.remove(0)
        other.pack()
        var left: [Int32] = []
        other.candidates(
            near: LocationCoordinate2D(latitude: 0, longitude: 0), within: 2.1e7, into: &left)
        #expect(Set(left) == Set(1..<Int32(70)))
    }

    @Test(arguments: UInt64(1)...4)
    func shapesAreReadAsTheyWereWritten(seed: UInt64) throws {
        let folder = try Folder()
        var (_, geometries, shapes) = field(seed: 500 + seed, count: 60)
        var written = ShapeWriter()
        for geometry in geometries { written.append(geometry) }
        var writer = SectionWriter()
        written.write(to: &writer)
        try writer.write(to: folder.path("shapes"), magic: Self.magic, version: 3)
        var reader = try ShapeReader(
            SectionFile(path: folder.path("shapes"), magic: Self.magic, version: 3))
        #expect(reader.count == geometries.count)
        for geometry in geometries {
            let other = try reader.read()
            #expect(other.shape == geometry.shape)
            #expect(other.area == geometry.area)
            // It was measured for the file.
            #expect(other.inradiusBounds == geometry.inradius...geometry.inradius)
            #expect(other.inradius == geometry.inradius)
            #expect(other.boxes(margin: 40) == geometry.boxes(margin: 40))
            for box in geometry.boxes(margin: 0) {
                let place = randomPlace(around: box, &shapes.random)
                #expect(other.contains(place) == geometry.contains(place))
                #expect(other.signedDistance(to: place) == geometry.signedDistance(to: place))
            }
        }
        #expect(throws: SectionFile.Failure.self) { _ = try reader.read() }
    }

    @Test func nothingIsAnIndexToo() throws {
        let folder = try Folder()
        try write(RegionLookup().rebuilt(), folder.path("index"))
        #expect(try open(folder.path("index")).trie == nil)
    }

    @Test func whatIsNotThisFileIsRefused() throws {
        let folder = try Folder()
        let path = folder.path("index")
        let (lookup, _, _) = field(seed: 8, count: 10)
        try write(lookup.rebuilt(), path)
        func reason(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "none"
            } catch {
                return "\(error)"
            }
        }
        let older = reason { _ = try open(path, version: 4) }
        #expect(older == "it is of version 3; this program reads version 4")
        let foreign = reason { _ = try SectionFile(path: path, magic: 7, version: 3) }
        #expect(foreign == "it is not a file of this kind")
        let missing = reason { _ = try open(folder.path("none")) }
        #expect(missing == "cannot open it: No such file or directory")
        let isFolder = reason { _ = try open(folder.url.path) }
        #expect(isFolder.hasPrefix("cannot") || isFolder.hasPrefix("it"))
        try Data().write(to: folder.url.appending(path: "empty"))
        #expect(reason { _ = try open(folder.path("empty")) }.hasPrefix("it has 0 bytes"))
    }

    @Test func everyCutIsRefused() throws {
        let folder = try Folder()
        let (lookup, _, _) = field(seed: 9, count: 12)
        try write(lookup.rebuilt(), folder.path("index"))
        let whole = try Data(contentsOf: folder.url.appending(path: "index"))
        let cut = folder.url.appending(path: "cut")
        var lengths = Array(0..<400) + Array(stride(from: 448, to: whole.count, by: 64))
        lengths += [whole.count - 1, whole.count - 64]
        for length in lengths {
            try whole.prefix(length).write(to: cut)
            #expect(throws: SectionFile.Failure.self, "cut to \(length)") {
                _ = try open(cut.path)
            }
        }
        try (whole + Data(count: 64)).write(to: cut)
        #expect(throws: SectionFile.Failure.self, "too long") { _ = try open(cut.path) }
    }

    @Test func everyFlippedByteIsNoticed() throws {
        let folder = try Folder()
        let (lookup, _, _) = field(seed: 10, count: 12)
        try write(lookup.rebuilt(), folder.path("index"))
        let whole = try Data(contentsOf: folder.url.appending(path: "index"))
        let bad = folder.url.appending(path: "bad")
        var random = SeededGenerator(seed: 2)
        for number in 0..<600 {
            var bytes = whole
            // All of the header and the table, then anywhere; sometimes several.
            let place = number < 280 ? number : Int.random(in: 0..<whole.count, using: &random)
            bytes[place] ^= UInt8.random(in: 1...255, using: &random)
            if number % 3 == 0 {
                let other = Int.random(in: 0..<whole.count, using: &random)
                if other != place { bytes[other] ^= 0x80 }
            }
            try bytes.write(to: bad)
            #expect(throws: SectionFile.Failure.self, "byte \(place)") { _ = try open(bad.path) }
        }
    }
}
