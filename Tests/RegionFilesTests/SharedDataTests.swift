import Foundation
import RegionFiles
import RegionMonitoring
import Testing

/// The folder of shared data that the environment names, if it does.
private let shared = ProcessInfo.processInfo.environment["FENCEWATCH_SHARED"].map {
    URL(fileURLWithPath: $0)
}

/// Reads a file of the shared data; features of files that have no identifiers are numbered, as the
/// reader asks for one.
private func readShared(_ path: String, numbering: Bool = false) throws -> RegionFile {
    let url = try #require(shared).appendingPathComponent("data/regions").appendingPathComponent(
        path)
    var text = try String(decoding: Data(contentsOf: url), as: UTF8.self)
    if numbering {
        var parts = text.split(separator: /"type":\s*"Feature"/, omittingEmptySubsequences: false)
            .map(String.init)
        for index in parts.indices.dropFirst() {
            parts[index] = "\"type\":\"Feature\",\"id\":\(index)" + parts[index]
        }
        text = parts.joined()
    }
    var reader = RegionFileReader()
    return reader.read(Array(text.utf8), named: path)
}

/// A file or folder of the shared data.
private func folder(_ path: String) throws -> URL {
    try #require(shared).appendingPathComponent(path)
}

/// Reads a file of one of the shared cases.
private func readCase(_ path: String) throws -> RegionFile {
    var reader = RegionFileReader()
    return reader.read(Array(try Data(contentsOf: folder("cases/" + path))), named: path)
}

@Suite(.enabled(if: shared != nil)) struct SharedDataTests {
    @Test(arguments: [
        ("circles-korita.geojson", 15, 0), ("cities/denver.geojson", 78, 0),
        ("cities/fairbanks.geojson", 15, 0), ("cities/france-departments.geojson", 96, 0),
        ("cities/nyc-taxi-zones.geojson", 263, 0), ("cities/san-francisco.geojson", 37, 3),
        ("cities/seattle.geojson", 90, 0), ("cities/switzerland.geojson", 26, 0),
        ("cities/zurich-city.geojson", 34, 7),
        ("natural-earth/ne_110m_admin_0_countries.json", 177, 1),
        ("natural-earth/ne_50m_admin_0_countries.json", 241, 0),
        ("natural-earth/ne_50m_geography_marine_polys.json", 119, 0),
        ("natural-earth/ne_50m_urban_areas.json", 2143, 0),
    ])
    func realSetsLoad(_ path: String, _ features: Int, _ invalid: Int) throws {
        let file = try readShared(path, numbering: true)
        let errors = file.findings.filter { $0.severity == .error }
        #expect(file.isReadable)
        #expect(file.entries.count == features - invalid)
        #expect(file.refusedCount == invalid, "\(errors)")
        for error in errors {
            guard case .invalidGeometry = error.reason else {
                Issue.record("\(error)")
                continue
            }
        }
    }

    @Test(arguments: [("us-counties-fips.geojson", 3221), ("cities/amsterdam.geojson", 97)])
    func setsWithIdentifiersLoad(_ path: String, _ features: Int) throws {
        let file = try readShared(path)
        #expect(file.entries.count == features)
        #expect(file.findings.isEmpty, "\(file.findings.prefix(3))")
    }

    @Test(arguments: [("points/ne_10m_airports.json", 891), ("points/ne_10m_ports.json", 1081)])
    func pointsWithoutARadiusAreRefused(_ path: String, _ features: Int) throws {
        let file = try readShared(path, numbering: true)
        #expect(file.entries.isEmpty)
        #expect(file.refusedCount == features)
        let places = Set(file.findings.map(\.position))
        #expect(places.count == features)
        for finding in file.findings {
            guard case .missing("properties.radius", _) = finding.reason else {
                Issue.record("\(finding)")
                continue
            }
        }
    }

    @Test func everyPathologicalFileLoadsOrSaysWhy() throws {
        let root = try folder("data/regions/pathological")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix("json") }
        #expect(paths.count > 100)
        for path in paths.sorted() {
            for numbering in [false, true] {
                let file = try readShared("pathological/" + path, numbering: numbering)
                let errors = file.findings.filter { $0.severity == .error }
                #expect(
                    file.entries.count + errors.count > 0 || path.contains("featurelist"), "\(path)"
                )
                #expect(file.isReadable || file.entries.isEmpty && errors.count == 1, "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("turf-boolean-valid-true", true), ("turf-boolean-valid-false", false),
        ("turf-unkink-polygon", nil),
    ])
    func agreesOnValidity(_ name: String, _ isValid: Bool?) throws {
        let path = "data/regions/pathological/" + name
        for file in try FileManager.default.contentsOfDirectory(atPath: folder(path).path) {
            let read = try readShared("pathological/\(name)/\(file)", numbering: true)
            if let isValid { #expect(read.findings.isEmpty == isValid, "\(file)") }
            #expect(read.entries.isEmpty != read.findings.isEmpty, "\(file)")
        }
    }

    @Test(arguments: [
        ("041-bow-tie/regions.geojson", "Self-intersection at (10.125 50.125)"),
        ("045-second-shell-given-as-hole/regions.geojson", "MultiPolygon"),
        ("053-geojson-containers/bare-array.geojson", "FeatureCollection"),
        ("053-geojson-containers/geometrycollection.geojson", "GeometryCollection"),
        ("053-geojson-containers/geojsonseq-rs.geojson", "FeatureCollection"),
        ("053-geojson-containers/collection-crs3857.geojson", "EPSG::3857"),
    ])
    func casesAreRefused(_ path: String, _ word: String) throws {
        let file = try readCase(path)
        #expect(file.entries.isEmpty)
        #expect(file.findings.count == 1)
        #expect(file.findings.first?.description.contains(word) == true, "\(file.findings)")
    }

    @Test(arguments: [
        ("043-repeated-and-collinear-vertices/regions.geojson", ["dup", "horns"]),
        ("053-geojson-containers/regions.geojson", ["sq"]),
        ("053-geojson-containers/feature.geojson", ["sq"]),
        ("053-geojson-containers/bare-polygon.geojson", ["bare-polygon"]),
        ("053-geojson-containers/collection-crs84.geojson", ["sq"]),
        ("053-geojson-containers/collection-3d-bbox-crsnull.geojson", ["sq"]),
    ])
    func casesLoad(_ path: String, _ identifiers: [String]) throws {
        let file = try readCase(path)
        #expect(file.identifiers == identifiers)
        #expect(file.findings.isEmpty)
    }

    @Test func identifiersOfCase055() throws {
        let file = try readCase("055-feature-ids/regions.geojson")
        #expect(file.identifiers == ["7", "007", "8", "in-props", "dup", "9007199254740993"])
        #expect(file.findings.map(\.feature) == [1, 5, 7, 8, 9, 11])
    }
}
