import Geodesy

/// The sections of a file that hold shapes and what was measured of them.
private enum ShapeSection {
    static let records: UInt32 = 20
    static let vertices: UInt32 = 21
    static let lineEnds: UInt32 = 22
    static let polygonEnds: UInt32 = 23
    static let parts: UInt32 = 24
}

/// One shape as it is written: what it is, where its parts end in the other sections, its measures.
private struct ShapeRecord: BitwiseCopyable {
    enum Kind: UInt32 { case circle, area, corridor }

    var kind: UInt32
    var isPlain: UInt32 = 0

    /// How many polygons there are up to the end of this shape; the lines of a corridor are one.
    var polygonEnd: UInt64

    /// How many part boxes there are up to the end of this shape.
    var partEnd: UInt64

    /// m².
    var area = 0.0

    /// Bounds in metres.
    var inradius = SIMD2<Double>(0, 0)

    /// A circle's radius or a corridor's half-width in metres.
    var size = 0.0

    /// Longitudes and latitudes; a circle's centre is both corners.
    var low = SIMD2<Double>(0, 0)
    var high = SIMD2<Double>(0, 0)
}

/// Collects shapes for a file.
package struct ShapeWriter {
    private var records: [ShapeRecord] = []

    /// Longitude and latitude, as they were given.
    private var vertices: [SIMD2<Double>] = []

    /// How many vertices there are up to the end of each ring or line.
    private var lineEnds: [UInt64] = []

    /// How many rings there are up to the end of each polygon.
    private var polygonEnds: [UInt64] = []
    private var parts: [SIMD4<Double>] = []

    package init() {}

    /// Adds a shape.
    package mutating func append(_ geometry: RegionGeometry) {
        var record = ShapeRecord(kind: 0, polygonEnd: 0, partEnd: 0)
        switch geometry.shape {
        case .circle(let circle):
            record.kind = ShapeRecord.Kind.circle.rawValue
            record.size = circle.radius
            record.low = SIMD2(circle.center.longitude, circle.center.latitude)
            record.high = record.low
        case .corridor(let corridor):
            record.kind = ShapeRecord.Kind.corridor.rawValue
            record.size = corridor.halfWidth
            append(lines: corridor.lines)
        case .polygons(let polygons):
            record.kind = ShapeRecord.Kind.area.rawValue
            for polygon in polygons { append(lines: [polygon.exterior] + polygon.holes) }
            if let area = geometry.areaGeometry { note(area, in: &record) }
            // Measured here, where time matters less than at every start.
            record.inradius = SIMD2(repeating: geometry.inradius)
        }
        record.polygonEnd = UInt64(polygonEnds.count)
        record.partEnd = UInt64(parts.count)
        records.append(record)
    }

    private mutating func append(lines: [[LocationCoordinate2D]]) {
        for line in lines {
            for vertex in line { vertices.append(SIMD2(vertex.longitude, vertex.latitude)) }
            lineEnds.append(UInt64(vertices.count))
        }
        polygonEnds.append(UInt64(lineEnds.count))
    }

    private mutating func note(_ area: AreaGeometry, in record: inout ShapeRecord) {
        record.isPlain = area.isPlain ? 1 : 0
        record.area = area.area
        record.low = area.box.low
        record.high = area.box.high
        for part in area.partBoxes {
            parts.append(SIMD4(part.low.x, part.low.y, part.high.x, part.high.y))
        }
    }

    /// Adds the shapes to a file.
    package func write(to writer: inout SectionWriter) {
        writer.add(ShapeSection.records, records)
        writer.add(ShapeSection.vertices, vertices)
        writer.add(ShapeSection.lineEnds, lineEnds)
        writer.add(ShapeSection.polygonEnds, polygonEnds)
        writer.add(ShapeSection.parts, parts)
    }
}

/// Reads the shapes of a file, which were checked and measured when it was written.
package struct ShapeReader {
    private let file: SectionFile
    private let records: FlatArray<ShapeRecord>
    private let vertices: FlatArray<SIMD2<Double>>
    private let lineEnds: FlatArray<UInt64>
    private let polygonEnds: FlatArray<UInt64>
    private let parts: FlatArray<SIMD4<Double>>
    private var next = 0
    private var vertex = 0
    private var line = 0
    private var polygon = 0
    private var part = 0

    package init(_ file: SectionFile) throws(SectionFile.Failure) {
        self.file = file
        records = try file.array(ShapeSection.records, of: ShapeRecord.self)
        vertices = try file.array(ShapeSection.vertices, of: SIMD2<Double>.self)
        lineEnds = try file.array(ShapeSection.lineEnds, of: UInt64.self)
        polygonEnds = try file.array(ShapeSection.polygonEnds, of: UInt64.self)
        parts = try file.array(ShapeSection.parts, of: SIMD4<Double>.self)
    }

    /// How many shapes the file has.
    package var count: Int { records.count }

    /// The next shape, made ready without a check.
    ///
    /// - Complexity: O(*v*) in its vertices; of a corridor what checking it takes.
    package mutating func read() throws(SectionFile.Failure) -> RegionGeometry {
        guard next < records.count else { throw Self.fault }
        let record = records[next]
        next += 1
        switch ShapeRecord.Kind(rawValue: record.kind) {
        case .circle:
            let center = LocationCoordinate2D(latitude: record.low.y, longitude: record.low.x)
            return try Self.checked(.circle(Circle(center: center, radius: record.size)))
        case .corridor:
            guard try polygonCount(record) == 1 else { throw Self.fault }
            var lines: [[LocationCoordinate2D]] = []
            for _ in 0..<(try lineCount()) { lines.append(try readLine()) }
            return try Self.checked(.corridor(Corridor(lines: lines, halfWidth: record.size)))
        case .area: return try area(record)
        case nil: throw Self.fault
        }
    }

    private static func checked(_ shape: RegionShape) throws(SectionFile.Failure) -> RegionGeometry
    {
        do throws(GeometryError) {
            return try RegionGeometry(shape)
        } catch {
            throw fault
        }
    }

    private mutating func area(_ record: ShapeRecord) throws(SectionFile.Failure) -> RegionGeometry
    {
        guard record.inradius.x <= record.inradius.y else { throw Self.fault }
        let count = try polygonCount(record)
        var polygons: [Polygon] = []
        polygons.reserveCapacity(count)
        for _ in 0..<count {
            let lineCount = try self.lineCount()
            guard lineCount > 0 else { throw Self.fault }
            let exterior = try readLine()
            var holes: [[LocationCoordinate2D]] = []
            for _ in 1..<lineCount { holes.append(try readLine()) }
            polygons.append(Polygon(exterior: exterior, holes: holes))
        }
        guard !polygons.isEmpty else { throw Self.fault }
        return RegionGeometry(
            polygons,
            AreaGeometry(
                polygons, area: record.area,
                inradiusBounds: record.inradius.x...record.inradius.y,
                isPlain: record.isPlain != 0, box: PlanarBox(low: record.low, high: record.high),
                partBoxes: try partBoxes(record)))
    }

    /// How many polygons a shape has.
    private func polygonCount(_ record: ShapeRecord) throws(SectionFile.Failure) -> Int {
        try Self.count(from: polygon, to: record.polygonEnd, of: polygonEnds.count)
    }

    /// How many lines the next polygon has, which are then to be read.
    private mutating func lineCount() throws(SectionFile.Failure) -> Int {
        defer { polygon += 1 }
        return try Self.count(from: line, to: polygonEnds[polygon], of: lineEnds.count)
    }

    private mutating func readLine() throws(SectionFile.Failure) -> [LocationCoordinate2D] {
        let count = try Self.count(from: vertex, to: lineEnds[line], of: vertices.count)
        line += 1
        let start = vertex
        vertex += count
        return (start..<vertex).map { index in
            let place = vertices[index]
            return LocationCoordinate2D(latitude: place.y, longitude: place.x)
        }
    }

    private mutating func partBoxes(
        _ record: ShapeRecord
    ) throws(SectionFile.Failure) -> [PlanarBox] {
        let count = try Self.count(from: part, to: record.partEnd, of: parts.count)
        if count == 0 { return [] }
        defer { part += count }
        return (part..<part + count).map { index in
            let box = parts[index]
            return PlanarBox(low: SIMD2(box.x, box.y), high: SIMD2(box.z, box.w))
        }
    }

    private static func count(
        from start: Int, to end: UInt64, of available: Int
    ) throws(SectionFile.Failure) -> Int {
        guard end >= UInt64(start), end <= UInt64(available) else { throw fault }
        return Int(end) - start
    }

    private static var fault: SectionFile.Failure {
        SectionFile.Failure("its shapes do not fit together")
    }
}
