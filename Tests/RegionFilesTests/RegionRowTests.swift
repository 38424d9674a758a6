import Geodesy
import RegionMonitoring
import Testing

@testable import RegionFiles

/// Regions that a database gives as rows.
struct RegionRowTests {
    private struct Rows: RegionRows {
        var columns: [String]
        var rows: [[String?]]

        var count: Int { rows.count }
        func text(row: Int, column: Int) -> String? { rows[row][column] }
    }

    private func read(_ columns: [String], _ rows: [String?]...) -> RegionFile {
        var reader = RegionFileReader()
        return reader.read(rows: Rows(columns: columns, rows: rows), named: "db")
    }

    /// A point of longitude 1.5 and latitude −2, as PostGIS writes it.
    private let point = "0101000020E6100000000000000000F83F00000000000000C0"
    private let triangle =
        "0103000000010000000400000000000000000000000000000000000000000000000000F03F0000000000000000"
        + "000000000000F03F000000000000F03F00000000000000000000000000000000"

    @Test func geometries() {
        let file = read(
            ["id", "geom", "radius", "width", "name", "zone", "policy"],
            ["p", point, "25", nil, "Yard", "7", #"{"preset":"site"}"#],
            ["t", triangle, nil, nil, nil, nil, nil],
            // The same triangle with a Z in ISO's way and the other byte order.
            [
                "z",
                "00000003EB0000000100000004"
                    + "000000000000000000000000000000004014000000000000"
                    + "3FF000000000000000000000000000004014000000000000"
                    + "3FF00000000000003FF00000000000004014000000000000"
                    + "000000000000000000000000000000004014000000000000", nil, nil, nil, nil, nil,
            ],
            ["w", "SRID=4326;POLYGON((5 0,6 0,6 1,5 0))", nil, nil, nil, nil, nil],
            ["l", "LINESTRING(5 0,6 0)", nil, "3", nil, nil, nil])
        #expect(file.identifiers == ["p", "t", "z", "w", "l"])
        let center = LocationCoordinate2D(latitude: -2, longitude: 1.5)
        #expect(file.regions[0].shape == .circle(Circle(center: center, radius: 25)))
        #expect(file.regions[0].name == "Yard")
        #expect(file.regions[0].properties == ["zone": #""7""#])
        #expect(file.regions[0].policy.preset == .site)
        #expect(file.regions[1].shape == file.regions[2].shape)
        #expect(file.findings.map(\.position.line) == [3])
    }

    @Test(arguments: [
        (nil, "empty"), ("", "empty"), ("xyz", "hexadecimal"), ("0", "the rest of it"),
        ("01", "the rest of it"), ("07", "byte order"), ("0107000000", "GeometryCollection"),
        ("0101000020110F0000000000000000F83F00000000000000C0", "EPSG:3857"),
        ("0103000000FFFFFFFF", "the rest of it"), ("010300000000000000", "empty"),
        ("0101000000000000000000F87F000000000000F87F", "empty"),
        ("0101000000000000000000F83F000000000000F07F", "latitude inf"),
        ("0101000000000000000000F83F00000000000000C000", "further bytes"),
    ])
    func refusals(_ geometry: String?, _ words: String) {
        let file = read(
            ["id", "geom", "radius"], ["a", point, "5"], ["x", geometry, "5"], [nil, point, "5"])
        #expect(file.identifiers == ["a"])
        #expect(file.findings.map(\.position.line) == [2, 3])
        #expect(file.findings.first?.description.contains(words) == true, "\(file.findings)")
    }

    @Test func columnsAreNeeded() {
        #expect(!read(["geom"], [point]).isReadable)
        #expect(!read(["id"], ["a"]).isReadable)
    }
}
