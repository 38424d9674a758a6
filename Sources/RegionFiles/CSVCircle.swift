import Geodesy
import RegionMonitoring

/// Which column is what in a table of circles.
struct CSVCircleHeader {
    var identifier: Int
    var latitude: Int
    var longitude: Int
    var radius: Int?
    var name: Int?

    /// The columns that are properties.
    var properties: [(column: Int, name: String)] = []

    let columnCount: Int

    /// Reads the names of columns, letters of either case.
    init(
        _ cells: [CSVTable.Cell], at place: Int, _ options: RegionFileOptions, in bytes: Span<UInt8>
    ) throws(Refusal) {
        var columns: [String: Int] = [:]
        var others: [(column: Int, name: String)] = []
        for (column, cell) in cells.enumerated() {
            guard let text = cell.text(in: bytes) else {
                throw Refusal(
                    at: cell.range.lowerBound,
                    .wrongValue(
                        member: "the header", found: bytes.shown(cell.range), expected: "UTF-8"))
            }
            guard !text.isEmpty else { continue }
            let meaning = Self.meanings[text.lowercased()] ?? text
            guard columns.updateValue(column, forKey: meaning) == nil else {
                throw Refusal(
                    at: cell.range.lowerBound,
                    .unexpected(
                        found: "a second column '\(bytes.shown(cell.range))'",
                        expected: "each column once"))
            }
            if Self.meanings[text.lowercased()] == nil { others.append((column, text)) }
        }
        func column(_ name: String) throws(Refusal) -> Int {
            if let column = columns[name] { return column }
            throw Refusal(
                at: place,
                .missing(member: name, expected: "a column of the header: id, lat, lon and radius"))
        }
        latitude = try column("lat")
        longitude = try column("lon")
        identifier = try column("id")
        radius = options.pointRadius == nil ? try column("radius") : columns["radius"]
        name = columns["name"]
        properties = others
        columnCount = cells.count
    }

    /// What columns mean, by their names.
    private static let meanings = [
        "id": "id", "identifier": "id", "lat": "lat", "latitude": "lat", "lon": "lon",
        "lng": "lon", "long": "lon", "longitude": "lon", "radius": "radius", "name": "name",
    ]
}

/// One row of a table of circles.
struct CSVCircle {
    let cells: [CSVTable.Cell]
    let header: CSVCircleHeader
    let start: Int

    /// What may stand for the point of a decimal number.
    let decimalMark: UInt8?

    /// The row's identifier.
    func identifier(in bytes: Span<UInt8>) throws(Refusal) -> FeatureIdentifier {
        guard cells.count == header.columnCount else {
            throw Refusal(
                at: start,
                .unexpected(
                    found: counted(cells.count, "cell"),
                    expected: "\(header.columnCount), as many as the header has"))
        }
        let cell = cells[header.identifier]
        var identifier = try FeatureIdentifier(text: cell.range, in: bytes)
        if cell.hasDoubledQuotes {
            identifier.region = RegionID(try text(header.identifier, "id", in: bytes))
        }
        return identifier
    }

    /// The row as a circle.
    func region(
        _ identifier: RegionID, _ options: RegionFileOptions, in bytes: Span<UInt8>
    ) throws(Refusal) -> Region {
        let center = try PositionChecks.coordinate(
            longitude: try number(header.longitude, "lon", "a longitude in degrees", in: bytes),
            at: cells[header.longitude].range.lowerBound,
            latitude: try number(header.latitude, "lat", "a latitude in degrees", in: bytes),
            at: cells[header.latitude].range.lowerBound)
        var region = Region(
            identifier: identifier, center: center, radius: try radius(options, in: bytes))
        if let name = header.name {
            let text = try text(name, "name", in: bytes)
            region.name = text.isEmpty ? nil : text
        }
        for (column, name) in header.properties {
            region.properties[name] = try text(column, name, in: bytes).jsonQuoted
        }
        return region
    }

    private func radius(
        _ options: RegionFileOptions, in bytes: Span<UInt8>
    ) throws(Refusal) -> LocationDistance {
        let expected = "a number of metres above 0"
        guard let column = header.radius,
            options.pointRadius == nil || !cells[column].range.trimmed(in: bytes).isEmpty
        else { return options.pointRadius ?? 0 }
        let radius = try number(column, "radius", expected, in: bytes)
        guard radius > 0 else { throw wrong(column, "radius", expected, in: bytes) }
        return radius
    }

    private func number(
        _ column: Int, _ name: String, _ expected: String, in bytes: Span<UInt8>
    ) throws(Refusal) -> Double {
        let range = cells[column].range.trimmed(in: bytes)
        if let number = DecimalText.double(range, in: bytes) { return number }
        if let decimalMark, let mark = range.first(where: { bytes[$0] == decimalMark }) {
            var text = bytes.array(range)
            text[mark - range.lowerBound] = UInt8(ascii: ".")
            if let number = DecimalText.double(0..<text.count, in: text.span) { return number }
        }
        throw wrong(column, name, expected, in: bytes)
    }

    private func text(
        _ column: Int, _ name: String, in bytes: Span<UInt8>
    ) throws(Refusal) -> String {
        guard let text = cells[column].text(in: bytes) else {
            throw wrong(column, name, "UTF-8", in: bytes)
        }
        return text
    }

    private func wrong(
        _ column: Int, _ name: String, _ expected: String, in bytes: Span<UInt8>
    ) -> Refusal {
        let cell = cells[column].range
        let found = cell.isEmpty ? "empty" : "'\(bytes.shown(cell))'"
        return Refusal(
            at: cell.lowerBound, .wrongValue(member: name, found: found, expected: expected))
    }
}
