import Geodesy

extension RegionID: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) { self.init(try reader.text()) }
    func write(to writer: inout SnapshotWriter) { writer.write(rawValue) }
}

extension DeviceID: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) { self.init(try reader.text()) }
    func write(to writer: inout SnapshotWriter) { writer.write(rawValue) }
}

extension Polygon: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            exterior: try reader.read(),
            holes: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(exterior)
        writer.write(holes)
    }
}

extension RegionShape: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        switch try reader.byte() {
        case 0: self = .circle(Circle(center: try reader.read(), radius: try reader.read()))
        case 1: self = .polygons(try reader.read())
        case 2: self = .corridor(Corridor(lines: try reader.read(), halfWidth: try reader.read()))
        case let other: throw reader.fault("\(other) is no kind of shape")
        }
    }
    func write(to writer: inout SnapshotWriter) {
        switch self {
        case .circle(let circle):
            writer.append(0 as UInt8)
            writer.write(circle.center)
            writer.write(circle.radius)
        case .polygons(let polygons):
            writer.append(1 as UInt8)
            writer.write(polygons)
        case .corridor(let corridor):
            writer.append(2 as UInt8)
            writer.write(corridor.lines)
            writer.write(corridor.halfWidth)
        }
    }
}

/// A region's further fact, as a snapshot holds it.
private struct Property: SnapshotValue {
    var name: String
    var value: String

    init(name: String, value: String) {
        self.name = name
        self.value = value
    }
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(name: try reader.read(), value: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(name)
        writer.write(value)
    }
}

extension Region: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            identifier: try reader.read(), shape: try reader.read(), name: try reader.read(),
            notifyOnEntry: try reader.read(), notifyOnExit: try reader.read(),
            notifyOnDwell: try reader.read(), policy: try reader.read())
        for property in try reader.read([Property].self) {
            properties[property.name] = property.value
        }
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(identifier)
        writer.write(shape)
        writer.write(name)
        writer.write(notifyOnEntry)
        writer.write(notifyOnExit)
        writer.write(notifyOnDwell)
        writer.write(policy)
        writer.write(
            properties.keys.sorted().map { Property(name: $0, value: properties[$0] ?? "") })
    }
}
