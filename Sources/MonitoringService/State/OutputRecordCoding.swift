import EventDelivery
import RegionMonitoring

// How the outbox holds records. The numbers are for ever: what is new gets new ones.

extension RecordWriter {
    /// Appends a record behind its length.
    mutating func append(_ record: OutputRecord) {
        appendFramed { writer in
            switch record.content {
            case .event(let event):
                writer.append(1 as UInt8)
                writer.append(event)
            case .visit(let visit):
                writer.append(2 as UInt8)
                writer.append(visit)
            case .fix(let fix):
                writer.append(3 as UInt8)
                writer.append(fix)
            case .failure(let failure):
                writer.append(4 as UInt8)
                writer.append(failure.region == nil ? 0 : 1 as UInt8)
                if let region = failure.region { writer.append(region.rawValue) }
                writer.append(failure.reason)
                writer.append(failure.detail)
            }
            writer.append(record.fixMembers.bytes)
            writer.append(record.properties.bytes)
        }
    }
}

extension RecordReader {
    /// Reads a record.
    mutating func outputRecord() throws(SnapshotError) -> OutputRecord {
        try framed { reader throws(SnapshotError) in
            let content: OutputRecord.Content
            switch try reader.byte() {
            case 1: content = .event(try reader.event())
            case 2: content = .visit(try reader.visit())
            case 3: content = .fix(try reader.deliveredFix())
            case 4:
                let region = try reader.byte() == 0 ? nil : RegionID(try reader.text())
                content = .failure(
                    MonitoringFailure(
                        region: region, reason: try reader.text(), detail: try reader.text()))
            case let other: throw reader.fault("\(other) is no kind of record")
            }
            var record = OutputRecord(content)
            record.fixMembers = JSONMembers(bytes: try reader.array())
            record.properties = JSONMembers(bytes: try reader.array())
            return record
        }
    }
}
