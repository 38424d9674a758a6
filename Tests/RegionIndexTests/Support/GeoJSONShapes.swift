import Foundation
import Geodesy

/// The polygons of GeoJSON files, for tests that run over real regions.
enum GeoJSONShapes {
    /// All files under the repository's sample regions and, where FENCEWATCH_SHARED is set, under
    /// its data.
    static func files() -> [URL] {
        let repository = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var folders = [repository.appending(path: "Regions")]
        if let shared = ProcessInfo.processInfo.environment["FENCEWATCH_SHARED"] {
            folders.append(URL(filePath: shared).appending(path: "data/regions"))
        }
        var files: [URL] = []
        for folder in folders {
            let inside = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let url = inside?.nextObject() as? URL {
                let isPathological = url.path.contains("/pathological/")
                if ["geojson", "json"].contains(url.pathExtension), !isPathological {
                    files.append(url)
                }
            }
        }
        return files.sorted { $0.path < $1.path }
    }

    /// The polygons and multipolygons of a file.
    static func shapes(in file: URL) throws -> [[Polygon]] {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        guard let root = object as? [String: Any] else { return [] }
        let features = root["features"] as? [[String: Any]] ?? [root]
        return features.compactMap { feature in
            guard let geometry = feature["geometry"] as? [String: Any] else { return nil }
            switch geometry["type"] as? String {
            case "Polygon":
                return (geometry["coordinates"] as? [[[Double]]]).map { [polygon($0)] }
            case "MultiPolygon":
                return (geometry["coordinates"] as? [[[[Double]]]]).map { $0.map(polygon) }
            default: return nil
            }
        }
    }

    private static func polygon(_ rings: [[[Double]]]) -> Polygon {
        let rings = rings.map { ring in
            ring.map { LocationCoordinate2D(latitude: $0[1], longitude: $0[0]) }
        }
        return Polygon(exterior: rings.first ?? [], holes: Array(rings.dropFirst()))
    }
}
