#if SQLite
    import EventDelivery
    import RegionMonitoring

    // Records of fixes that the monitor holds back, as durable state has them. They are written as a whole
    // with each commit: a window holds few, and only runs that tell rejects or carry members have any.

    extension PipelineShard {
        /// What is known of the records of held fixes; nothing where nobody will ask for them.
        var writtenHeldRecords: [UInt8] {
            var writer = RecordWriter()
            for (device, newest, held) in held?.entries ?? [] where !held.isEmpty {
                writer.appendFramed { writer in
                    writer.append(1 as UInt8)
                    writer.append(device.rawValue)
                    writer.append(newest)
                    writer.append(UInt64(held.count))
                    for (timestamp, reference, record) in held {
                        writer.append(timestamp)
                        writer.append(reference)
                        writer.append(record.place.file)
                        writer.append(record.place.line)
                        writer.append(record.place.offset)
                        writer.append(record.raw)
                    }
                }
            }
            for (device, newest, held) in shaper?.held?.entries ?? [] where !held.isEmpty {
                writer.appendFramed { writer in
                    writer.append(2 as UInt8)
                    writer.append(device.rawValue)
                    writer.append(newest)
                    writer.append(UInt64(held.count))
                    for (timestamp, reference, members) in held {
                        writer.append(timestamp)
                        writer.append(reference)
                        writer.append(members.bytes)
                    }
                }
            }
            return writer.bytes
        }

        /// Reads what was written, as far as it is of the shard's devices.
        mutating func readHeldRecords(
            _ bytes: [UInt8], where isOwn: (DeviceID) -> Bool
        ) throws(SnapshotError) {
            var reader = RecordReader(bytes)
            while !reader.isAtEnd {
                try reader.framed { reader throws(SnapshotError) in
                    let kind = try reader.byte()
                    let device = DeviceID(try reader.text())
                    let newest = try reader.time()
                    let count = try reader.count()
                    switch kind {
                    case 1:
                        let records = try Self.records(count, &reader)
                        if isOwn(device) { held?.restore(device, newest: newest, records) }
                    case 2:
                        let members = try Self.members(count, &reader)
                        if isOwn(device) { shaper?.held?.restore(device, newest: newest, members) }
                    default: throw reader.fault("\(kind) is no kind of held record")
                    }
                }
            }
        }

        private static func records(
            _ count: Int, _ reader: inout RecordReader
        ) throws(SnapshotError) -> [(Timestamp, UInt64, HeldRecord)] {
            var records: [(Timestamp, UInt64, HeldRecord)] = []
            for _ in 0..<count {
                let timestamp = try reader.time()
                let reference = try reader.number()
                let place = RecordPlace(
                    file: try reader.text(), line: try reader.number(),
                    offset: try reader.number())
                records.append(
                    (timestamp, reference, HeldRecord(place: place, raw: try reader.array())))
            }
            return records
        }

        private static func members(
            _ count: Int, _ reader: inout RecordReader
        ) throws(SnapshotError) -> [(Timestamp, UInt64, JSONMembers)] {
            var members: [(Timestamp, UInt64, JSONMembers)] = []
            for _ in 0..<count {
                let timestamp = try reader.time()
                let reference = try reader.number()
                members.append((timestamp, reference, JSONMembers(bytes: try reader.array())))
            }
            return members
        }
    }
#endif
