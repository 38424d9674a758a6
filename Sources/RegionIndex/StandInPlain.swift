// Stand-in until the geometry lands: delete this file then.
import Geodesy
import Glibc
struct TempGeometry {
    let shape: RegionShape
    var inradius = 0.0
    var area = 0.0
    var box: (Double, Double, Double, Double) = (0,0,0,0)
    init(_ s: RegionShape) throws {
        shape = s
        switch s {
        case .circle(let c): inradius = c.radius; area = Double.pi*c.radius*c.radius
        case .corridor(let c):
            inradius = c.halfWidth
            var l = 0.0
            for line in c.lines { for i in 1..<line.count { l += Geodesic.distance(from: line[i-1], to: line[i]) } }
            area = 2*l*c.halfWidth + Double.pi*c.halfWidth*c.halfWidth
        case .polygons(let ps):
            var a = 0.0, cx = 0.0, cy = 0.0
            for p in ps { for (k, r) in ([p.exterior]+p.holes).enumerated() {
                let u = Self.unwrap(r); var ra = 0.0, rx = 0.0, ry = 0.0
                let o = u[0]
                for i in 1..<u.count { let x0=u[i-1].longitude-o.longitude,y0=u[i-1].latitude-o.latitude,x1=u[i].longitude-o.longitude,y1=u[i].latitude-o.latitude; let c = x0*y1-x1*y0; ra += c; rx += (x0+x1)*c; ry += (y0+y1)*c }
                let sgn = (ra > 0 ? 1.0 : -1.0) * (k == 0 ? 1 : -1)
                cx += sgn*(rx/6 + o.longitude*ra/2); cy += sgn*(ry/6+o.latitude*ra/2); a += sgn*ra/2
            } }
            cy /= a
            let (m, n) = Self.metric(cy)
            area = a*m*n
            // inradius by refining grid
            var pts: [LocationCoordinate2D] = ps.flatMap { Self.unwrap($0.exterior) }
            pts = pts.map { $0 }
            var (x0,x1,y0,y1) = (pts.map(\.longitude).min()!, pts.map(\.longitude).max()!, pts.map(\.latitude).min()!, pts.map(\.latitude).max()!)
            var best = 0.0, bx = 0.0, by = 0.0
            for _ in 0..<6 {
                for i in 0...24 { for j in 0...24 {
                    let x = x0 + (x1-x0)*Double(i)/24, y = y0 + (y1-y0)*Double(j)/24
                    let d = -signedDistance(to: .init(latitude: y, longitude: x))
                    if d > best { best = d; bx = x; by = y }
                } }
                let w = (x1-x0)/6, h = (y1-y0)/6
                (x0,x1,y0,y1) = (bx-w,bx+w,by-h,by+h)
            }
            inradius = best
        }
    }
    static func metric(_ lat: Double) -> (Double, Double) {
        let a = 6378137.0, f = 1/298.257223563, e2 = f*(2-f)
        let s = sin(lat * .pi/180), w = 1-e2*s*s
        return (a*(1-e2)/(w*w.squareRoot()) * .pi/180, a/w.squareRoot()*cos(lat * .pi/180) * .pi/180)
    }
    static func unwrap(_ r: [LocationCoordinate2D]) -> [LocationCoordinate2D] {
        var out = [r[0]]; var shift = 0.0
        for i in 1..<r.count {
            let d = r[i].longitude - r[i-1].longitude
            if d > 180 { shift -= 360 } else if d < -180 { shift += 360 }
            out.append(.init(latitude: r[i].latitude, longitude: r[i].longitude + shift))
        }
        return out
    }
    func segDist(_ p: LocationCoordinate2D, _ a: LocationCoordinate2D, _ b: LocationCoordinate2D) -> Double {
        var best = Double.infinity
        for k in [-360.0,0,360] {
            let px = p.longitude+k
            var t = 0.5
            for _ in 0..<3 {
                let lat = (p.latitude + a.latitude + t*(b.latitude-a.latitude))/2
                let (m,n) = Self.metric(lat)
                let ax = (a.longitude-px)*n, ay = (a.latitude-p.latitude)*m, bx = (b.longitude-px)*n, by = (b.latitude-p.latitude)*m
                let dx = bx-ax, dy = by-ay, l = dx*dx+dy*dy
                t = l == 0 ? 0 : max(0,min(1, -(ax*dx+ay*dy)/l))
                best = min(best, hypot(ax+t*dx, ay+t*dy))
                if true { let qx = ax+t*dx, qy = ay+t*dy; if t == t { best = min(best, hypot(qx,qy)) } }
            }
        }
        return best
    }
    func covers(_ p: LocationCoordinate2D) -> Bool {
        guard case .polygons(let ps) = shape else { return signedDistance(to: p) <= 0 }
        for poly in ps { for k in [-360.0,0,360] {
            var c = 0
            for r in [poly.exterior]+poly.holes {
                let u = Self.unwrap(r)
                for i in 1..<u.count {
                    let a = u[i-1], b = u[i], x = p.longitude+k, y = p.latitude
                    if (a.latitude > y) != (b.latitude > y) {
                        let xx = a.longitude + (y-a.latitude)/(b.latitude-a.latitude)*(b.longitude-a.longitude)
                        if xx > x { c ^= 1 }
                    }
                }
            }
            if c == 1 { return true }
        } }
        return false
    }
    func signedDistance(to p: LocationCoordinate2D) -> Double {
        switch shape {
        case .circle(let c): return Geodesic.distance(from: c.center, to: p) - c.radius
        case .corridor(let c):
            var best = Double.infinity
            for l in c.lines { let u = Self.unwrap(l); for i in 1..<u.count { best = min(best, segDist(p, u[i-1], u[i])) } }
            return best - c.halfWidth
        case .polygons(let ps):
            var best = Double.infinity
            for q in ps { for r in [q.exterior]+q.holes { let u = Self.unwrap(r); for i in 1..<u.count {
                if abs(abs(u[i].longitude) - 180) < 1e-12, u[i].longitude == u[i-1].longitude { continue }
                best = min(best, segDist(p, u[i-1], u[i])) } } }
            return covers(p) ? -best : best
        }
    }
    func at(_ a: LocationCoordinate2D, _ b: LocationCoordinate2D, _ t: Double) -> LocationCoordinate2D {
        var d = b.longitude-a.longitude
        if d > 180 { d -= 360 } else if d < -180 { d += 360 }
        return LocationCoordinate2D(latitude: a.latitude+t*(b.latitude-a.latitude), longitude: a.longitude+t*d).normalized
    }
    func insideIntervals(from a: LocationCoordinate2D, to b: LocationCoordinate2D) -> [ClosedRange<Double>] {
        let n = 400
        var out: [ClosedRange<Double>] = []
        var start: Double? = signedDistance(to: a) <= 0 ? 0 : nil
        var prev = signedDistance(to: a)
        var prev2 = Double.infinity
        func root(_ lo: Double, _ hi: Double) -> Double {
            var lo = lo, hi = hi
            let inLo = signedDistance(to: at(a,b,lo)) <= 0
            for _ in 0..<50 { let m = (lo+hi)/2; if (signedDistance(to: at(a,b,m)) <= 0) == inLo { lo = m } else { hi = m } }
            return (lo+hi)/2
        }
        var ts: [Double] = []
        for i in 0...n { ts.append(Double(i)/Double(n)) }
        for i in 1...n {
            let s = signedDistance(to: at(a,b,ts[i]))
            // refine local minimum outside
            if prev > 0, s > 0, i >= 2, prev2 > prev, s > prev || i == n {
                var lo = ts[i-2], hi = ts[i]
                for _ in 0..<60 { let m1 = lo+(hi-lo)/3, m2 = hi-(hi-lo)/3
                    if signedDistance(to: at(a,b,m1)) < signedDistance(to: at(a,b,m2)) { hi = m2 } else { lo = m1 } }
                let m = (lo+hi)/2
                if signedDistance(to: at(a,b,m)) <= 0 { out.append(root(ts[i-2], m)...root(m, ts[i])) }
            }
            if prev > 0, s <= 0 { start = root(ts[i-1], ts[i]) }
            if prev <= 0, s > 0 { out.append((start ?? 0)...root(ts[i-1], ts[i])); start = nil }
            prev2 = prev; prev = s
        }
        if let start { out.append(start...1) }
        return out
    }
    func depth(from a: LocationCoordinate2D, to b: LocationCoordinate2D, within c: ClosedRange<Double>) -> Double {
        var best = 0.0
        for i in 0...200 { best = max(best, -signedDistance(to: at(a,b,c.lowerBound+(c.upperBound-c.lowerBound)*Double(i)/200))) }
        return best
    }
}
