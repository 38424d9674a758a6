// Stand-in until the geometry lands: delete this file then.
import CGeodesic
import Glibc
private nonisolated(unsafe) var g: geod_geodesic = { var g = geod_geodesic(); unsafe geod_init(&g, 6378137.0, 1/298.257223563); return g }()
public enum Geodesic {
    public static func distance(from a: LocationCoordinate2D, to b: LocationCoordinate2D) -> Double {
        var s = 0.0
        unsafe geod_inverse(&g, a.latitude, a.longitude, b.latitude, b.longitude, &s, nil, nil)
        return s
    }
}
