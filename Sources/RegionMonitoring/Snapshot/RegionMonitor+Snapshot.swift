import Geodesy
import RegionIndex

extension RegionMonitor {
    /// "FWSNAP", a carriage return and a newline: a text-mode copy damages it visibly.
    private static let signature: [UInt8] = [0x46, 0x57, 0x53, 0x4E, 0x41, 0x50, 0x0D, 0x0A]
    private static let formatVersion: UInt64 = 1

    /// Everything the monitor is: its policy, filter, regions and what it remembers of each device.
    ///
    /// The format: 8 bytes of signature, the format's version, the count of bytes that follow, those
    /// bytes, and their FNV-1a checksum; integers in 8 bytes, little-endian.
    ///
    /// - Complexity: O(*n*) in the vertices, devices and open pairs.
    public func snapshot() -> [UInt8] {
        var body = SnapshotWriter()
        body.write(policy)
        body.write(filter)
        body.write(deliveredCount)
        body.write(LocationRejection.Reason.allCases.map { rejectionCounts[$0] })
        body.write(clock)
        monitored.write(to: &body)
        body.write(devices.seenRecords)
        body.write(forgetsAfter.map { UInt64($0.wholeMicroseconds) })
        body.write(lastForgetting)
        var whole = SnapshotWriter()
        whole.append(contentsOf: Self.signature)
        whole.append(Self.formatVersion)
        whole.append(UInt64(body.bytes.count))
        whole.append(contentsOf: body.bytes)
        whole.append(Self.checksum(body.bytes[...]))
        return whole.bytes
    }

    /// Creates the monitor that ``snapshot()`` was taken of: it goes on as that one would have.
    ///
    /// - Throws: ``SnapshotError`` when the bytes are no snapshot, are damaged, or are of a later
    ///   format.
    public init(restoring snapshot: [UInt8]) throws(SnapshotError) {
        guard snapshot.starts(with: Self.signature) else {
            throw SnapshotError("these bytes are no snapshot of a region monitor")
        }
        var reader = SnapshotReader(Array(snapshot.dropFirst(Self.signature.count)))
        let version = try reader.word()
        guard version == Self.formatVersion else {
            throw reader.fault(
                "format version is \(version); this release reads \(Self.formatVersion)")
        }
        let count = try reader.count()
        let start = Self.signature.count + 16
        guard reader.remaining == count + 8 else {
            throw reader.fault("the snapshot has \(reader.remaining) bytes left, not \(count + 8)")
        }
        var tail = SnapshotReader(Array(snapshot[(start + count)...]))
        let body = snapshot[start..<start + count]
        guard try tail.word() == Self.checksum(body) else {
            throw SnapshotError("the snapshot is damaged: its checksum differs")
        }
        var bodyReader = SnapshotReader(Array(body))
        try self.init(body: &bodyReader)
    }

    private init(body reader: inout SnapshotReader) throws(SnapshotError) {
        let policy: PolicyChoice = try reader.read()
        let filter: LocationFilter = try reader.read()
        do throws(PolicyError) {
            try self.init(policy: policy, filter: filter)
        } catch {
            throw reader.fault(error.description)
        }
        deliveredCount = try reader.read()
        let counts = try reader.read([UInt64].self)
        for (reason, count) in zip(LocationRejection.Reason.allCases, counts) {
            rejectionCounts.set(reason, to: count)
        }
        clock = try reader.read()
        try restoreRegions(from: &reader)
        let slots = monitored.regions
        for record in try reader.read([DeviceRecord].self) {
            let known = record.pairs.allSatisfy {
                slots.indices.contains(Int($0.slot)) && slots[Int($0.slot)] != nil
            }
            guard known, record.history.isEmpty == (record.lastDelivered == nil) else {
                throw reader.fault("device '\(record.identifier.rawValue)' is inconsistent")
            }
            devices.restore(record)
        }
        if reader.remaining > 0 {
            let lifetime: UInt64? = try reader.read()
            forgettingTime = try reader.read()
            forgetsAfter = lifetime.map { .microseconds(Int64(clamping: $0)) }
        }
        guard reader.remaining == 0 else {
            throw reader.fault("\(reader.remaining) bytes follow the end of the snapshot")
        }
    }

    private mutating func restoreRegions(
        from reader: inout SnapshotReader
    ) throws(SnapshotError) {
        var restored = MonitoredSet.Restoration(
            revision: try reader.read(), latestAddition: try reader.read())
        for _ in 0..<(try reader.count()) {
            guard try reader.read(Bool.self) else {
                restored.regions.append(nil)
                continue
            }
            let region = try reader.read(Region.self)
            let revisions = try reader.read([UInt64].self)
            guard revisions.count == 3 else { throw reader.fault("a region lacks its revisions") }
            do throws(RegionError) {
                let (geometry, policy) = try resolve(region)
                restored.regions.append(
                    MonitoredRegion(
                        region, geometry: geometry, policy: policy, addedRevision: revisions[0],
                        geometryRevision: revisions[1], policyRevision: revisions[2]))
            } catch {
                throw reader.fault(error.description)
            }
        }
        monitored = MonitoredSet(restored)
    }

    /// FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923).
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

extension MonitoredSet {
    /// What a snapshot holds of a region set.
    struct Restoration {
        var revision: Revision
        var latestAddition: Revision
        var regions: [MonitoredRegion?] = []
    }

    func write(to writer: inout SnapshotWriter) {
        writer.write(revision)
        writer.write(latestAddition)
        writer.append(UInt64(regions.count))
        for region in regions {
            writer.write(region != nil)
            guard let region else { continue }
            writer.write(region.region)
            writer.write(
                [region.addedRevision, region.geometryRevision, region.policyRevision])
        }
    }
}
