import Geodesy
import RegionMonitoring
import StrictJSON

/// Rows of a database that are regions.
package protocol RegionRows {
    /// The names of the columns.
    var columns: [String] { get }

    /// How many rows there are.
    var count: Int { get }

    /// The text of a cell; `nil` where it is null.
    func text(row: Int, column: Int) -> String?
}

extension RegionFileReader {
    /// Reads regions that a database has given as rows.
    ///
    /// A column `id` or `identifier` names the region; one named `geom`, `geometry`, `wkb_geometry`,
    /// `the_geom`, `geog` or `way` holds its geometry, as PostGIS's EWKB in hexadecimal digits or as
    /// well-known text. Columns `radius` and `width` make circles of points and corridors of lines;
    /// `name` and `policy` mean what they mean in GeoJSON; all others are properties.
    ///
    /// - Parameter source: What the rows are called in messages; the line is the row's number.
    package mutating func read(rows: some RegionRows, named source: String) -> RegionFile {
        // A line a row, so that places are counted as those of a text are.
        let lines = [UInt8](repeating: 0x0A, count: rows.count)
        return read(lines, named: source) { (bytes, builder) throws(Refusal) in
            let header = try RegionRowHeader(rows.columns)
            for row in 0..<rows.count {
                var region: RegionID?
                do throws(Refusal) {
                    let reader = RegionRow(header: header, place: row) {
                        rows.text(row: row, column: $0)
                    }
                    let identifier = try reader.identifier()
                    region = identifier.region
                    try builder.claim(identifier, featureAt: row, in: bytes)
                    try builder.add(
                        try reader.region(identifier.region), policy: reader.text(header.policy),
                        feature: nil, at: row, coordinates: row, in: bytes)
                } catch {
                    builder.refuse(error, region: region, feature: nil)
                }
            }
        }
    }
}

/// Which column is what.
private struct RegionRowHeader {
    let identifier: Int
    let geometry: Int
    let name: Int?
    let radius: Int?
    let width: Int?
    let policy: Int?
    let properties: [(column: Int, name: String)]

    init(_ columns: [String]) throws(Refusal) {
        func first(of names: [String]) -> Int? {
            names.lazy.compactMap { columns.firstIndex(of: $0) }.first
        }
        guard let identifier = first(of: ["id", "identifier"]) else {
            throw Refusal(at: 0, .missing(member: "id", expected: "a column of the query"))
        }
        let names = ["geom", "geometry", "wkb_geometry", "the_geom", "geog", "way"]
        guard let geometry = first(of: names) else {
            throw Refusal(at: 0, .missing(member: "geom", expected: "a column of the query"))
        }
        self.identifier = identifier
        self.geometry = geometry
        name = first(of: ["name"])
        radius = first(of: ["radius"])
        width = first(of: ["width"])
        policy = first(of: ["policy"])
        let meant = [identifier, geometry, name, radius, width, policy]
        properties = columns.enumerated().filter { !meant.contains($0.offset) }
            .map { ($0.offset, $0.element) }
    }
}

/// One row as a region.
private struct RegionRow {
    let header: RegionRowHeader
    let place: Int
    let cell: (Int) -> String?

    func text(_ column: Int?) -> String? { column.flatMap(cell) }

    func identifier() throws(Refusal) -> FeatureIdentifier {
        guard let text = text(header.identifier), !text.isEmpty else {
            throw Refusal(at: place, .missing(member: "id", expected: "a text or a number"))
        }
        return FeatureIdentifier(region: RegionID(text), offset: place)
    }

    func region(_ identifier: RegionID) throws(Refusal) -> Region {
        var region = Region(identifier: identifier, shape: try shape(), name: text(header.name))
        if let policy = text(header.policy) { region.policy = try self.policy(policy) }
        for (column, name) in header.properties {
            if let text = cell(column) { region.properties[name] = text.jsonQuoted }
        }
        return region
    }

    private func shape() throws(Refusal) -> RegionShape {
        guard let text = text(header.geometry), !text.isEmpty else {
            throw Refusal(at: place, .emptyGeometry)
        }
        let bytes = Array(text.utf8)
        if WKTGeometry.begins(0..<bytes.count, in: bytes.span) {
            var options = RegionFileOptions(pointRadius: try length(header.radius, "radius"))
            options.lineHalfWidth = try length(header.width, "width")
            var geometry = WKTGeometry((0..<bytes.count).trimmed(in: bytes.span), options)
            do throws(Refusal) {
                return try geometry.read(in: bytes.span)
            } catch {
                throw Refusal(at: place, error.reason)
            }
        }
        var geometry = try WKBGeometry(hexadecimal: text, at: place)
        switch try geometry.read() {
        case .polygons(let polygons): return .polygons(polygons)
        case .point(let center):
            guard let radius = try length(header.radius, "radius") else {
                throw missing("radius", "a column with metres above 0, for a point")
            }
            return .circle(Circle(center: center, radius: radius))
        case .lines(let lines):
            guard let width = try length(header.width, "width") else {
                throw missing("width", "a column with metres above 0, for a line")
            }
            return .corridor(Corridor(lines: lines, halfWidth: width))
        }
    }

    private func length(_ column: Int?, _ name: String) throws(Refusal) -> LocationDistance? {
        guard let text = text(column) else { return nil }
        let bytes = Array(text.utf8)
        if let length = DecimalText.double(0..<bytes.count, in: bytes.span), length > 0 {
            return length
        }
        throw Refusal(
            at: place,
            .wrongValue(
                member: name, found: "'\(text.shortened)'", expected: "a number of metres above 0"))
    }

    private func policy(_ text: String) throws(Refusal) -> PolicyOverrides {
        let bytes = Array(text.utf8)
        do throws(Refusal) {
            var cursor = JSONCursor()
            let token = try cursor.token(in: bytes.span)
            let value = try cursor.rest(of: token, in: bytes.span)
            _ = try cursor.token(in: bytes.span)
            return try FeaturePolicy.read(value, in: bytes.span)
        } catch {
            throw Refusal(at: place, error.reason)
        }
    }

    private func missing(_ member: String, _ expected: String) -> Refusal {
        Refusal(at: place, .missing(member: member, expected: expected))
    }
}
