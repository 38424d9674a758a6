import FixStreams
import Glibc
import RegionMonitoring

/// Reads bytes as an input of fixes, in the format that the first byte picks, and checks what must hold
/// whatever they are: no crash, an account that adds up, and nothing delivered that is no position.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFixes(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let bytes, count > 1 else { return 0 }
    let choice = bytes[0]
    let formats = FixFormat.allCases
    var options = FixReaderOptions()
    options.format = formats[Int(choice & 0x0F) % formats.count]
    // What a run may ask for, in turn.
    if choice & 0x10 != 0 {
        options.defaultDevice = "d"
    } else {
        options.carriedMembers = ["a", "lat"]
    }
    if choice & 0x20 != 0 { options.assumedInterval = .seconds(1) }
    if choice & 0x40 != 0 { options.timeOffset = .seconds(-3600) }
    if choice & 0x80 != 0 { options.metresPerHDOP = 5 }
    options.allowsControl = choice & 0x20 == 0

    let file = memfd_create("fuzz", 0)
    guard file >= 0 else { fatalError("no memory file") }
    defer { close(file) }
    guard write(file, bytes + 1, count - 1) == count - 1, lseek(file, 0, SEEK_SET) == 0 else {
        fatalError("the memory file cannot be written")
    }
    do {
        let reader = try FixReader([.descriptor(file, name: "fuzz")], options)
        var records: UInt64 = 0
        while try reader.next() == .records {
            records += UInt64(reader.records.count)
            for record in reader.records { check(record, reader.bytes(of: record)) }
        }
        let counters = reader.counters
        precondition(counters.received == records + counters.blank, "\(counters), \(records)")
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}

private func check(_ record: FixRecord, _ bytes: ArraySlice<UInt8>) {
    precondition(record.line > 0)
    switch record.content {
    case .fix(let device, let fix):
        precondition(1...256 ~= device.rawValue.utf8.count, "\(device)")
        precondition(abs(fix.coordinate.latitude) <= 90 && abs(fix.coordinate.longitude) <= 540)
        precondition(fix.horizontalAccuracy.map { $0 >= 0 && $0.isFinite } ?? true)
    case .defect(let defect):
        precondition(!defect.detail.isEmpty && defect.column > 0, "\(defect)")
    case .control: break
    }
}
