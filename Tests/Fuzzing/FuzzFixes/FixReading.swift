import FixStreams
import RegionMonitoring

/// All that reading a file gave.
struct FixReading: Equatable {
    var records: [FixRecord.Content] = []
    var lines: [UInt64] = []
    var offsets: [UInt64] = []
    var raw: [ArraySlice<UInt8>] = []
    var counters = FixCounters()
    var failure: FixInputError?

    /// Reads record by record.
    init(_ path: String, _ options: FixReaderOptions) {
        do throws(FixInputError) {
            let reader = try FixReader([.file(path)], options)
            defer { counters = reader.counters }
            while try reader.next() == .records {
                for record in reader.records {
                    records.append(record.content)
                    lines.append(record.line)
                    offsets.append(record.offset)
                    raw.append(reader.bytes(of: record))
                }
            }
        } catch {
            failure = error
        }
    }
}

/// What reading a file block by block gave, decoded apart.
struct BlockReading {
    var received: UInt64 = 0
    var fixes: UInt64 = 0
    var defects: UInt64 = 0
    var records = 0
    var failure: FixInputError?

    init(_ reading: FixReading) {
        records = reading.records.count
        failure = reading.failure
        add(reading.counters)
    }

    init(_ path: String, _ options: FixReaderOptions) {
        do throws(FixInputError) {
            let reader = try FixReader([.file(path)], options)
            var decoder = FixBlockDecoder()
            while case .block(let block) = try reader.readBlock() {
                let decoded = decoder.decode(block)
                add(decoded.counters)
                records += decoded.fixes.recordCount
            }
        } catch {
            failure = error
        }
    }

    /// Whether two ways of reading gave the same. What stood before a header that cannot be used is not
    /// accounted for.
    func agrees(with other: BlockReading) -> Bool {
        failure == other.failure && records == other.records && fixes == other.fixes
            && defects == other.defects && (failure != nil || received == other.received)
    }

    private mutating func add(_ counters: FixCounters) {
        received += counters.received
        fixes += counters.fixes
        defects += counters.defects
    }
}
