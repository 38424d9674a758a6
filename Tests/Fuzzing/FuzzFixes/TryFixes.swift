import FixStreams
import FuzzSupport
import RegionMonitoring

/// Reads a file of fixes in blocks of several sizes, whole and cut into blocks.
///
/// The first byte chooses the format, the second the options, the third the size of blocks; the rest is
/// the file.
func tryFixes(_ input: [UInt8]) {
    var choices = Choices(input)
    var options = FixReaderOptions()
    options.format = choices.next(of: FixFormat.allCases)
    let flags = choices.next()
    options.allowsControl = flags & 1 != 0
    options.defaultDevice = flags & 2 != 0 ? DeviceID("d") : nil
    options.readsPlaces = flags & 4 != 0
    options.timeOffset = flags & 8 != 0 ? .seconds(3600) : nil
    options.assumedInterval = flags & 16 != 0 ? .seconds(1) : nil
    options.metresPerHDOP = flags & 32 != 0 ? 5 : nil
    options.carriedMembers = flags & 64 != 0 ? ["driver"] : []
    let blockSize = choices.next(of: [7, 61, 500])
    withMemoryFile(choices.rest) { path in compare(path, options, blockSize: blockSize) }
}

private func compare(_ path: String, _ options: FixReaderOptions, blockSize: Int) {
    var options = options
    let whole = FixReading(path, options)
    check(whole)
    let blocks = BlockReading(path, options)
    options.blockSize = blockSize
    let parts = FixReading(path, options)
    expect(parts == whole, "blocks of \(blockSize) bytes: \(parts), whole: \(whole)")
    let smallBlocks = BlockReading(path, options)
    for found in [blocks, smallBlocks] {
        expect(found.agrees(with: BlockReading(whole)), "in blocks: \(found), whole: \(whole)")
    }
}

private func check(_ reading: FixReading) {
    let counters = reading.counters
    expect(
        counters.received == UInt64(reading.records.count) + counters.blank,
        "\(counters) of \(reading.records.count) records")
    for record in reading.records {
        switch record {
        case .fix(let device, let fix):
            expect(fix.coordinate.isValid, "\(fix)")
            expect(device.rawValue.utf8.count <= 256, "\(device)")
            expect(fix.horizontalAccuracy.map { $0 >= 0 && $0.isFinite } ?? true, "\(fix)")
        case .defect(let defect):
            let detail = defect.detail
            expect(!detail.isEmpty && detail.utf8.count < 2000, "\(defect)")
            expect(!detail.contains("\n") && !detail.contains("\u{1B}"), detail)
        case .control: break
        }
    }
}
