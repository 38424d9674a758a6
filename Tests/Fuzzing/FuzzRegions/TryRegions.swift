import FuzzSupport
import RegionFiles
import RegionMonitoring

/// Reads a file of regions or another program's export, and what is written of it again.
///
/// The first byte chooses the format, the second the options; the rest is the file.
func tryRegions(_ input: [UInt8]) {
    var choices = Choices(input)
    let kind = choices.next() % 16
    let flags = choices.next()
    let bytes = choices.rest
    let formats = RegionFileFormat.allCases
    switch kind {
    case 0: check(import: TraccarImport.read, bytes)
    case 1: check(import: Tile38Import.read, bytes)
    case 2: tryFeature(bytes)
    case 3: tryCompiled(bytes)
    case 4: tryRows(bytes)
    default:
        var options = RegionFileOptions()
        let index = Int(kind) - 5
        options.format = index < formats.count ? formats[index] : nil
        options.wktOrder = flags & 1 != 0 ? .latitudeFirst : .longitudeFirst
        options.pointRadius = flags & 2 != 0 ? 100 : nil
        options.findsDoubts = flags & 4 != 0
        options.repairs = flags & 8 != 0
        options.identifierProperty = flags & 16 != 0 ? "name" : nil
        options.keepsRefusedShapes = flags & 32 != 0
        var reader = RegionFileReader(options: options)
        let file = reader.read(bytes, named: "f")
        check(file)
        tryWriting(file)
        if flags & 64 != 0 { tryCompiling(file) }
    }
}

/// What holds of each file that was read.
private func check(_ file: RegionFile) {
    expect(file.isReadable || file.entries.isEmpty && file.findings.count == 1, "\(file)")
    for finding in file.findings {
        expect(finding.position.line >= 1 && finding.position.column >= 1, "\(finding)")
        let text = finding.description
        expect(!text.contains("\n") && !text.contains("\u{1B}"), text)
    }
    expect(Set(file.regions.map(\.identifier)).count == file.regions.count, "repeated identifiers")
}

/// A region that is written as GeoJSON is read as the same.
private func tryWriting(_ file: RegionFile) {
    let text = geoJSON(of: file.entries.map { ($0.region, $0.policyText) })
    var reader = RegionFileReader(options: RegionFileOptions(format: .geojson))
    let again = reader.read(text, named: "again")
    let written = String(decoding: text, as: UTF8.self)
    expect(again.refusedCount == 0 && again.isReadable, "\(again.findings) in \(written)")
    expect(again.regions.count == file.regions.count, written)
    for (first, second) in zip(file.regions, again.regions) {
        expect(
            first.identifier == second.identifier && first.name == second.name
                && first.policy == second.policy && first.notifyOnExit == second.notifyOnExit,
            "\(first) became \(second) in \(written)")
        expect(first.shape == second.shape, "\(first.shape) became \(second.shape) in \(written)")
    }
}

private func geoJSON(of entries: [(region: Region, policy: String?)]) -> [UInt8] {
    var text = Array(RegionGeoJSON.start.utf8)
    for (number, entry) in entries.enumerated() {
        RegionGeoJSON.append(
            entry.region, policy: entry.policy, isFirst: number == 0, to: &text)
    }
    return text + Array(RegionGeoJSON.end.utf8)
}

private func check(
    import read: ([UInt8], String) throws(RegionFileFinding) -> RegionImport, _ bytes: [UInt8]
) {
    do throws(RegionFileFinding) {
        let result = try read(bytes, "f")
        for line in result.notes + result.refusals {
            expect(!line.contains("\n") && !line.contains("\u{1B}"), line)
        }
        let text = geoJSON(of: result.entries.map { ($0.region, $0.policy) })
        var reader = RegionFileReader(options: RegionFileOptions(format: .geojson))
        let again = reader.read(text, named: "again")
        expect(
            again.regions.map(\.shape) == result.entries.map(\.region.shape),
            "\(again.findings) in \(String(decoding: text, as: UTF8.self))")
    } catch {
        expect(error.position.line >= 1, "\(error)")
    }
}

private func tryFeature(_ bytes: [UInt8]) {
    let start = SourcePosition(file: "f", line: 3, column: 5)
    do throws(RegionFileFinding) {
        _ = try RegionFileReader.readFeature(bytes, at: start)
    } catch {
        expect(error.position.line >= 3, "\(error)")
    }
}
