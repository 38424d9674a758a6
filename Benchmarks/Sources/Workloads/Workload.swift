/// A place in degrees, longitude first, as the workloads are defined.
public struct PlanePoint: Hashable, Sendable {
    /// Degrees east.
    public var x: Double

    /// Degrees north.
    public var y: Double
}

/// A circle of a workload.
public struct WorkloadCircle: Hashable, Sendable {
    /// The centre.
    public var center: PlanePoint

    /// Metres.
    public var radius: Double
}

/// A made-up region set and fixes over it, the same on every machine.
public struct Workload: Sendable {
    /// Which one.
    public enum Name: String, CaseIterable, Sendable {
        /// 263 adjoining polygons of 512 vertices: a city's zones.
        case w1 = "W1"

        /// 10,000 circles and 1,000 polygons of 20 to 2,000 vertices that overlap.
        case w2 = "W2"

        /// 100,000 small polygons around 200 cities.
        case w3 = "W3"

        /// 3,000 adjoining polygons of 1,024 vertices, and fixes at random.
        case w4 = "W4"
    }

    /// Which one.
    public let name: Name

    /// Closed rings: the last vertex is the first.
    public internal(set) var rings: [[PlanePoint]] = []

    /// The circles.
    public internal(set) var circles: [WorkloadCircle] = []

    /// The fixes, all devices in turn, a second apart for each device.
    public internal(set) var fixes: [PlanePoint] = []

    /// The device of each fix.
    public internal(set) var devices: [UInt32] = []

    /// The number of devices.
    public static let deviceCount: UInt32 = 10_000

    /// Makes a workload.
    public init(_ name: Name) {
        self.name = name
        switch name {
        case .w1: makeCity()
        case .w2: makeOverlaps()
        case .w3: makeCountry()
        case .w4: makeTiles()
        }
    }

    /// Metres per degree of latitude, as the workloads are defined.
    static let metersPerDegree = 111_320.0

    private mutating func makeCity() {
        let box = Box(x0: -74.26, y0: 40.49, x1: -73.70, y1: 40.92)
        tessellate(seed: 101, box, columns: 17, rows: 16, levels: 7, limit: 263)
        walk(seed: 102, cosine: 0.7577, box) { generator in
            let a = generator.unit()
            let b = generator.unit()
            return PlanePoint(x: -74.26 + a * 0.56, y: 40.49 + b * 0.43)
        }
    }

    private mutating func makeOverlaps() {
        let cosine = 0.7577
        let (x0, y0, width, height) = (-74.30, 40.45, 0.72, 0.54)
        var generator = WorkloadGenerator(seed: 201)
        for _ in 0..<1000 {
            let x = x0 + generator.unit() * width
            let y = y0 + generator.unit() * height
            let first = generator.unit()
            let radius = 300 + 2700 * first * generator.unit()
            let t = generator.unit()
            let count = 20 + UInt32(1981 * t * t * t)
            addStar(
                &generator, PlanePoint(x: x, y: y), radius: radius, vertices: count, cosine: cosine)
        }
        generator = WorkloadGenerator(seed: 202)
        for _ in 0..<10_000 {
            let x = x0 + generator.unit() * width
            let y = y0 + generator.unit() * height
            circles.append(
                WorkloadCircle(center: PlanePoint(x: x, y: y), radius: 50 + 450 * generator.unit()))
        }
        let box = Box(x0: x0, y0: y0, x1: x0 + width, y1: y0 + height)
        walk(seed: 203, cosine: cosine, box) { generator in
            let a = generator.unit()
            let b = generator.unit()
            return PlanePoint(x: x0 + a * width, y: y0 + b * height)
        }
    }

    private mutating func makeCountry() {
        let cosine = 0.7880
        let (x0, y0, width, height) = (-124.0, 25.0, 57.0, 24.0)
        var generator = WorkloadGenerator(seed: 301)
        let cities = (0..<200).map { _ in
            let a = generator.unit()
            let b = generator.unit()
            return PlanePoint(x: x0 + 1 + a * (width - 2), y: y0 + 1 + b * (height - 2))
        }
        func place(_ generator: inout WorkloadGenerator) -> PlanePoint {
            let t = generator.unit()
            let a = generator.unit()
            let b = generator.unit()
            guard t < 0.7 else { return PlanePoint(x: x0 + a * width, y: y0 + b * height) }
            let city = cities[Int(generator.below(200))]
            let c = generator.unit()
            let d = generator.unit()
            return PlanePoint(x: city.x + (a + c - 1) * 0.5, y: city.y + (b + d - 1) * 0.4)
        }
        generator = WorkloadGenerator(seed: 302)
        for _ in 0..<100_000 {
            let center = place(&generator)
            let first = generator.unit()
            let radius = 200 + 1800 * first * generator.unit()
            let count = 8 + generator.below(33)
            addStar(&generator, center, radius: radius, vertices: count, cosine: cosine)
        }
        walk(
            seed: 303, cosine: cosine,
            Box(x0: x0, y0: y0, x1: x0 + width, y1: y0 + height), start: place)
    }

    private mutating func makeTiles() {
        tessellate(
            seed: 401, Box(x0: -124, y0: 25, x1: -67, y1: 49), columns: 60, rows: 50, levels: 8,
            limit: 3000)
        var generator = WorkloadGenerator(seed: 402)
        for index in 0..<1_000_000 {
            let a = generator.unit()
            let b = generator.unit()
            fixes.append(PlanePoint(x: -124 + a * 57, y: 25 + b * 24))
            devices.append(UInt32(index) % Self.deviceCount)
        }
    }
}

/// A rectangle in degrees.
struct Box {
    var x0: Double
    var y0: Double
    var x1: Double
    var y1: Double
}
