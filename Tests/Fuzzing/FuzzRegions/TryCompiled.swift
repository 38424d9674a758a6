import FuzzSupport
import RegionFiles
import RegionMonitoring

/// Reads bytes as a compiled file, as they are and with their length and checksum mended.
func tryCompiled(_ bytes: [UInt8]) {
    for bytes in [bytes, mendedCompiledFile(bytes)] {
        var reader = RegionFileReader()
        withMemoryFile(bytes) { path in
            let file = reader.read(compiledFile: path)
            expect(file.isReadable || file.entries.isEmpty, "\(file.findings)")
        }
    }
}

/// Regions that are compiled are read as the same.
func tryCompiling(_ file: RegionFile) {
    let path = "/dev/shm/fencewatch-fuzz.\(ProcessFacts.identifier)"
    do {
        try CompiledRegions.write([file], to: path)
    } catch {
        expect(false, "\(error)")
    }
    var reader = RegionFileReader()
    let again = reader.read(compiledFile: path)
    expect(again.isReadable, "\(again.findings)")
    expect(again.regions == file.regions, "\(file.regions) became \(again.regions)")
}
