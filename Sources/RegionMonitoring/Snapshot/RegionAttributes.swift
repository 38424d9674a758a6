package import Geodesy

extension Region {
    /// Writes all but the shape.
    package func writeAttributes(to writer: inout RecordWriter) {
        writer.append(identifier.rawValue)
        var policyBytes: [UInt8] = []
        if policy != PolicyOverrides() {
            var policyWriter = SnapshotWriter()
            policyWriter.write(policy)
            policyBytes = policyWriter.bytes
        }
        var flags: UInt8 = notifyOnEntry ? 1 : 0
        flags |= notifyOnExit ? 2 : 0
        flags |= notifyOnDwell ? 4 : 0
        flags |= name != nil ? 8 : 0
        flags |= policyBytes.isEmpty ? 0 : 16
        flags |= properties.isEmpty ? 0 : 32
        writer.append(flags)
        if let name { writer.append(name) }
        if !policyBytes.isEmpty { writer.append(policyBytes) }
        guard !properties.isEmpty else { return }
        writer.append(UInt64(properties.count))
        for name in properties.keys.sorted() {
            writer.append(name)
            writer.append(properties[name] ?? "")
        }
    }

    /// Reads what ``writeAttributes(to:)`` wrote.
    package init(
        shape: RegionShape, attributes reader: inout RecordReader
    ) throws(SnapshotError) {
        let identifier = RegionID(try reader.text())
        let flags = try reader.byte()
        guard flags < 64 else { throw reader.fault("\(flags) are no flags of a region") }
        let name = flags & 8 != 0 ? try reader.text() : nil
        var policy = PolicyOverrides()
        if flags & 16 != 0 {
            var policyReader = SnapshotReader(try reader.array())
            policy = try policyReader.read()
            guard policyReader.remaining == 0 else {
                throw reader.fault("bytes are left of a policy")
            }
        }
        var properties: [String: String] = [:]
        if flags & 32 != 0 {
            for _ in 0..<(try reader.count()) {
                let name = try reader.text()
                properties[name] = try reader.text()
            }
        }
        self.init(
            identifier: identifier, shape: shape, name: name, notifyOnEntry: flags & 1 != 0,
            notifyOnExit: flags & 2 != 0, notifyOnDwell: flags & 4 != 0, policy: policy,
            properties: properties)
    }
}
