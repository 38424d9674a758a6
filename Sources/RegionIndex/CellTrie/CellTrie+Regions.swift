import GEOSBridge
import Geodesy

extension CellTrie {
    /// Builds the trie of regions by their slots; `nil` when there are none.
    ///
    /// - Complexity: O(*v* log *v*) in the vertices.
    convenience init?(_ geometries: [RegionGeometry?], limits: CellTrieLimits = CellTrieLimits()) {
        var vertices: [SIMD2<Double>] = []
        var regions: [TrieRegion] = []
        var low = SIMD2(Double.infinity, .infinity)
        var high = -low
        for (index, geometry) in geometries.enumerated() {
            guard let geometry else { continue }
            let region = TrieRegion(geometry, slot: Int32(index), &vertices)
            low = pointwiseMin(low, region.low)
            high = pointwiseMax(high, region.high)
            regions.append(region)
        }
        guard !regions.isEmpty else { return nil }
        self.init(
            CellTrieBuilder(
                vertices: vertices, regions: regions, low: low, high: high, limits: limits))
    }
}

extension TrieRegion {
    /// A region for the builder; the rings of one that goes by edges are added to `vertices`.
    fileprivate init(
        _ geometry: RegionGeometry, slot: Int32, _ vertices: inout [SIMD2<Double>]
    ) {
        var low = SIMD2(Double.infinity, .infinity)
        var high = -low
        for box in geometry.boxes(margin: 0) {
            low = pointwiseMin(low, SIMD2(box.west, box.south))
            high = pointwiseMax(high, SIMD2(box.east, box.north))
        }
        let form: Form
        if let rings = geometry.planarRings {
            let start = vertices.count
            vertices += rings.vertices
            form = .edges(
                (0..<rings.ringCount).map { ring in
                    let range = rings.vertexRange(ofRing: ring)
                    return start + range.lowerBound..<start + range.upperBound
                })
        } else if case .circle(let circle) = geometry.shape, let test = CircleTest(circle) {
            form = .circle(test)
        } else {
            form = .distance { center, half in
                geometry.relation(toCell: center, halfWidth: half)
            }
        }
        self.init(slot: slot, form: form, low: low, high: high)
    }
}

extension RegionGeometry {
    /// How the region lies to the square cell around a place: the signed distance of the centre
    /// changes by no more than the way from there to any place of the cell.
    fileprivate func relation(
        toCell center: SIMD2<Double>, halfWidth: Double
    ) -> CellTrieBuilder.Relation {
        // The root's square may stick out beyond what coordinates there are.
        let nearest = SIMD2(
            min(max(center.x, -180), 180.0.nextDown), min(max(center.y, -90), 90))
        let outside = (nearest - center)
        guard outside.x.magnitude <= halfWidth, outside.y.magnitude <= halfWidth else {
            return .isApart
        }
        let half = SIMD2(repeating: halfWidth) + SIMD2(outside.x.magnitude, outside.y.magnitude)
        // Straight in longitude and latitude: no meridian's degree is longer than that at a pole, no
        // parallel's longer than that of the latitude nearest the equator.
        let widest = LocalMetric(latitude: max(0, nearest.y.magnitude - half.y))
        let north = half.y * LocalMetric(latitude: 90).metersPerDegreeOfLatitude
        let east = half.x * widest.metersPerDegreeOfLongitude
        let reach = (north * north + east * east).squareRoot() * (1 + 1e-9)
        let s = signedDistance(
            to: LocationCoordinate2D(latitude: nearest.y, longitude: nearest.x))
        let doubt = distanceDoubt(at: reach)
        if s <= -(reach + doubt) { return .covers }
        return s > reach + doubt ? .isApart : .mayCross
    }
}
