import RegionMonitoring

/// A kind of payload: what its lines hold, and which of them have a position.
protocol PayloadFormat: Sendable {
    init(_ options: FixReaderOptions)

    /// Reads a line.
    ///
    /// - Throws: ``FixDecodingError``, also for a payload that carries no position.
    func read(
        _ text: Span<UInt8>, _ batch: inout FixBatch
    ) throws(FixDecodingError) -> (device: DeviceID, fix: Location, members: [FixMember])
}

/// Reads payloads, as phones and servers send them, one a line.
struct PayloadFixDecoder<Format: PayloadFormat>: FixDecoder {
    private let format: Format

    init(_ options: FixReaderOptions) { format = Format(options) }

    var cutting: BlockCutting { .behindLines }

    mutating func restart() {}

    mutating func readHeader(_ bytes: [UInt8]) -> Bool { true }

    mutating func decode(
        _ bytes: [UInt8], _ lines: inout LineSplitter, isLast: Bool, into batch: inout FixBatch
    ) {
        let bytes = bytes.span
        while let line = lines.next(in: bytes, isLast: isLast) {
            switch line.kind {
            case .blank: batch.counters.blank += 1
            case .tooLong: batch.append(FixDecodingError.tooLong, line)
            case .text:
                do throws(FixDecodingError) {
                    let (device, fix, members) = try format.read(
                        bytes.extracting(line.range), &batch)
                    batch.append(fix, device, line, members: members)
                } catch {
                    batch.append(error, line)
                }
            }
        }
    }
}
