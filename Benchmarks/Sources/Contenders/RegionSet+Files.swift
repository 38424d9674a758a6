package import Foundation
import RegionFiles
import RegionMonitoring

extension RegionSet {
    /// The sound regions of GeoJSON files, without corridors, which the other libraries do not know.
    ///
    /// - Throws: when a file cannot be opened.
    package init(name: String, files: [URL]) throws {
        var shapes: [RegionShape] = []
        for file in files {
            var reader = RegionFileReader()
            let bytes = [UInt8](try Data(contentsOf: file))
            for region in reader.read(bytes, named: file.lastPathComponent).regions {
                if case .corridor = region.shape { continue }
                shapes.append(region.shape)
            }
        }
        self.init(name: name, shapes: shapes)
    }

    /// West, south, east and north of the vertices and centres that lie within ±180°.
    package var extent: (west: Double, south: Double, east: Double, north: Double) {
        var (west, south, east, north) = (180.0, 90.0, -180.0, -90.0)
        func include(_ place: LocationCoordinate2D) {
            west = min(west, max(place.longitude, -180))
            east = max(east, min(place.longitude, 180))
            south = min(south, place.latitude)
            north = max(north, place.latitude)
        }
        for region in regions {
            switch region.shape {
            case .circle(let circle): include(circle.center)
            case .polygons(let polygons):
                for place in polygons.flatMap(\.exterior) { include(place) }
            case .corridor: break
            }
        }
        return (west, south, east, north)
    }
}
