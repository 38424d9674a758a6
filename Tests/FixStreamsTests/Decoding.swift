import RegionMonitoring

@testable import FixStreams

/// What a decoder made of some bytes.
struct Decoded: Equatable {
    var records: [FixRecord.Content] = []
    var lines: [UInt64] = []
    var offsets: [UInt64] = []
    var raw: [[UInt8]] = []
    var counters = FixCounters()

    /// The defects' texts, with their lines.
    var defects: [String] {
        zip(records, lines).compactMap { content, line in
            if case .defect(let defect) = content {
                defect.message(file: "f", line: line)
            } else {
                nil
            }
        }
    }

    var fixes: [Location] {
        records.compactMap { if case .fix(_, let fix) = $0 { fix } else { nil } }
    }

    var devices: [String] {
        records.compactMap { if case .fix(let device, _) = $0 { device.rawValue } else { nil } }
    }

    var controls: [ControlRecord] {
        records.compactMap { if case .control(let control) = $0 { control } else { nil } }
    }
}

/// Decodes bytes that come in blocks, the way a reader does.
func decode(
    _ blocks: [[UInt8]], with decoder: any FixDecoder
) throws(UnusableHeader) -> Decoded {
    var decoder = decoder
    var decoded = Decoded()
    var lines = LineSplitter()
    var batch = FixBatch()
    var devices = KnownDevices()
    var bytes: [UInt8] = []
    for (index, block) in blocks.enumerated() {
        lines.discardConsumed(from: &bytes)
        bytes += block
        batch.begin(lines)
        try decoder.decode(bytes, &lines, isLast: index == blocks.count - 1, into: &batch)
        for record in batch.fixes.records(in: bytes, &devices) {
            decoded.records.append(record.content)
            decoded.lines.append(record.line)
            decoded.offsets.append(record.offset)
            decoded.raw.append(
                Array(record.isAside ? batch.aside[record.range] : bytes[record.range]))
        }
    }
    decoded.counters = batch.counters
    return decoded
}

func decodeNDJSON(
    _ text: String, names: FixFieldNames = FixFieldNames(), defaultDevice: DeviceID? = nil,
    allowsControl: Bool = false
) -> Decoded {
    decodeNDJSON(
        [Array(text.utf8)], names: names, defaultDevice: defaultDevice,
        allowsControl: allowsControl)
}

func decodeNDJSON(
    _ blocks: [[UInt8]], names: FixFieldNames = FixFieldNames(), defaultDevice: DeviceID? = nil,
    allowsControl: Bool = false
) -> Decoded {
    let decoder = NDJSONFixDecoder(
        names: names, defaultDevice: defaultDevice, allowsControl: allowsControl)
    do {
        return try decode(blocks, with: decoder)
    } catch {
        preconditionFailure("NDJSON has no header: \(error.message)")
    }
}

func decodeCSV(
    _ text: String, delimiter: UInt8? = nil, names: FixFieldNames = FixFieldNames(),
    defaultDevice: DeviceID? = nil
) throws(UnusableHeader) -> Decoded {
    try decodeCSV(
        [Array(text.utf8)], delimiter: delimiter, names: names, defaultDevice: defaultDevice)
}

func decodeCSV(
    _ blocks: [[UInt8]], delimiter: UInt8? = nil, names: FixFieldNames = FixFieldNames(),
    defaultDevice: DeviceID? = nil
) throws(UnusableHeader) -> Decoded {
    try decode(
        blocks,
        with: CSVFixDecoder(delimiter: delimiter, names: names, defaultDevice: defaultDevice))
}

/// Cuts bytes into blocks of random sizes, some of them empty.
func randomBlocks(
    _ bytes: [UInt8], upTo size: Int, using random: inout some RandomNumberGenerator
) -> [[UInt8]] {
    var blocks: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 0...size, using: &random))
        blocks.append(Array(bytes[start..<end]))
        start = end
    }
    return blocks + [[]]
}
