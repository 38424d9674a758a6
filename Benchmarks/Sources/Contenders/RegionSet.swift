package import RegionMonitoring
package import Workloads

/// Regions to compare on: the engine's and the same as flat columns for the others. A region's
/// identifier is its number, so that events can be compared by number.
package struct RegionSet: Sendable {
    /// What the set is called in results.
    package let name: String

    /// The regions, in the order of their numbers.
    package private(set) var regions: [Region] = []

    var vertices: [Double] = []
    var ringEnds: [UInt32] = []
    var ringPolygons: [UInt32] = []
    var polygonRegions: [UInt32] = []
    var circles: [Double] = []
    var circleRegions: [UInt32] = []

    /// Creates a set without regions.
    package init(name: String) { self.name = name }

    /// Creates a set of shapes.
    ///
    /// - Precondition: No shape is a corridor.
    package init(name: String, shapes: some Sequence<RegionShape>) {
        self.init(name: name)
        for shape in shapes { add(shape) }
    }

    /// The regions of a workload: its polygons, then its circles.
    package init(_ workload: Workload) {
        self.init(name: workload.name.rawValue)
        for ring in workload.rings {
            let exterior = ring.map { LocationCoordinate2D(latitude: $0.y, longitude: $0.x) }
            add(.polygons([Polygon(exterior: exterior)]))
        }
        for circle in workload.circles {
            let center = LocationCoordinate2D(
                latitude: circle.center.y, longitude: circle.center.x)
            add(.circle(Circle(center: center, radius: circle.radius)))
        }
    }

    /// The set without regions that the engine refuses: polygons of W4 whose fractal edges cross.
    /// The others are numbered anew.
    package var withoutInvalid: RegionSet {
        var locator = RegionLocator()
        let shapes = regions.filter { (try? locator.insert($0)) != nil }.map(\.shape)
        return shapes.count == regions.count ? self : RegionSet(name: name, shapes: shapes)
    }

    /// The set without regions that have rings across ±180°, which planar libraries read as bands
    /// round the world. The others are numbered anew.
    package var withoutSeamCrossings: RegionSet {
        let shapes = regions.map(\.shape).filter { !$0.crossesSeam }
        return shapes.count == regions.count ? self : RegionSet(name: name, shapes: shapes)
    }

    /// How many vertices the polygons have, the repeated ones included.
    package var vertexCount: Int { vertices.count / 2 }

    private mutating func add(_ shape: RegionShape) {
        let number = UInt32(regions.count)
        regions.append(Region(identifier: RegionID(String(number)), shape: shape))
        switch shape {
        case .circle(let circle):
            circles += [circle.center.longitude, circle.center.latitude, circle.radius]
            circleRegions.append(number)
        case .polygons(let polygons):
            for polygon in polygons {
                for ring in [polygon.exterior] + polygon.holes {
                    for vertex in ring { vertices += [vertex.longitude, vertex.latitude] }
                    ringEnds.append(UInt32(vertexCount))
                    ringPolygons.append(UInt32(polygonRegions.count))
                }
                polygonRegions.append(number)
            }
        case .corridor: preconditionFailure("the other libraries know no corridors")
        }
    }
}

extension RegionShape {
    /// Whether a ring leaves the longitudes from -180° to 180°, or goes the shorter way across ±180°.
    fileprivate var crossesSeam: Bool {
        guard case .polygons(let polygons) = self else { return false }
        return polygons.contains { polygon in
            ([polygon.exterior] + polygon.holes).contains { ring in
                let longitudes = ring.map(\.longitude)
                return longitudes.contains { abs($0) > 180 }
                    || zip(longitudes, longitudes.dropFirst() + longitudes.prefix(1))
                        .contains { abs($0 - $1) > 180 }
            }
        }
    }
}
