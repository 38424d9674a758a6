import Geodesy
import RegionMonitoring

/// The border of an airspace while its records are read.
struct OpenAirBorder {
    private var points: [LocationCoordinate2D] = []
    private var airway: [LocationCoordinate2D] = []
    private var circle: Circle?

    // What `V` has set.
    private var center: LocationCoordinate2D?
    private var isClockwise = true
    private var width: LocationDistance?

    static let nauticalMile: LocationDistance = 1852

    /// How far the chord of an arc may stay inside of it: in metres, or as part of the radius of a
    /// large one, so that no line of a file makes more than some hundred places.
    private static let sagitta = (least: 1.0, part: 1 / 20_000.0)

    /// The largest radius, half the way around the earth, in nautical miles.
    private static let largestRadius = 10_800.0

    /// Takes `V`, `DP`, `DA`, `DB`, `DC` or `DY`.
    mutating func take(_ record: OpenAirRecord, in bytes: Span<UInt8>) throws(Refusal) {
        switch record.name {
        case "V": try takeVariable(record, in: bytes)
        case "DP": points.append(try OpenAirPosition.read(record.value, in: bytes))
        case "DY": airway.append(try OpenAirPosition.read(record.value, in: bytes))
        case "DC":
            guard circle == nil else {
                throw Refusal(
                    at: record.start,
                    .unexpected(found: "a second DC", expected: "one circle an airspace"))
            }
            let radius = try self.radius(record.value, in: bytes)
            circle = Circle(
                center: try centerSet(for: record), radius: radius * Self.nauticalMile)
        case "DA": try takeArcByAngles(record, in: bytes)
        default: try takeArcByPoints(record, in: bytes)
        }
    }

    /// The border as the shape of a region.
    func shape(of place: Int) throws(Refusal) -> RegionShape {
        let kinds = [circle != nil, !points.isEmpty, !airway.isEmpty].count { $0 }
        guard kinds == 1 else {
            if kinds == 0 { throw Refusal(at: place, .emptyGeometry) }
            throw Refusal(
                at: place,
                .unexpected(
                    found: "a border of several kinds",
                    expected: "a circle, points and arcs, or an airway"))
        }
        if let circle { return .circle(circle) }
        if !airway.isEmpty {
            guard let width else {
                throw Refusal(
                    at: place,
                    .missing(member: "V W=", expected: "the airway's width in nautical miles"))
            }
            try PositionChecks.requireLine(airway, number: 0, at: place)
            return .corridor(Corridor(lines: [airway], halfWidth: width * Self.nauticalMile / 2))
        }
        var ring = points
        if ring.first != ring.last, let first = ring.first { ring.append(first) }
        try PositionChecks.requireRing(ring, .init(.ring, 0), at: place)
        return .polygons([Polygon(exterior: ring)])
    }

    private mutating func takeVariable(
        _ record: OpenAirRecord, in bytes: Span<UInt8>
    ) throws(Refusal) {
        let value = record.value
        guard let equals = value.first(where: { bytes[$0] == UInt8(ascii: "=") }) else {
            throw unexpected(value, "a variable, such as X=52:10:00 N 005:00:00 E", in: bytes)
        }
        let name = bytes.shown((value.lowerBound..<equals).trimmed(in: bytes)).uppercased()
        let text = (equals + 1..<value.upperBound).trimmed(in: bytes)
        switch name {
        case "X": center = try OpenAirPosition.read(text, in: bytes)
        case "D":
            let sign = text.count == 1 ? bytes[text.lowerBound] : 0
            guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
                throw unexpected(text, "'+' for clockwise or '-'", in: bytes)
            }
            isClockwise = sign == UInt8(ascii: "+")
        case "W":
            width = try number(text, "a width in nautical miles, above 0", in: bytes) { $0 > 0 }
        // The zoom at which a map shows it, and the like.
        case "Z", "T": break
        default: throw unexpected(value, "the variable X, D or W", in: bytes)
        }
    }

    /// `DA radius, start, end`: an arc between two courses from the centre.
    private mutating func takeArcByAngles(
        _ record: OpenAirRecord, in bytes: Span<UInt8>
    ) throws(Refusal) {
        let parts = parts(of: record.value, in: bytes)
        guard parts.count == 3 else {
            throw unexpected(record.value, "a radius and two angles", in: bytes)
        }
        let radius = try self.radius(parts[0], in: bytes)
        let start = try number(parts[1], "an angle in degrees", in: bytes) { abs($0) <= 360 }
        let end = try number(parts[2], "an angle in degrees", in: bytes) { abs($0) <= 360 }
        let meters = radius * Self.nauticalMile
        addArc(
            around: try centerSet(for: record), from: (start, meters), to: (end, meters))
    }

    /// `DB place, place`: an arc between two places.
    private mutating func takeArcByPoints(
        _ record: OpenAirRecord, in bytes: Span<UInt8>
    ) throws(Refusal) {
        let parts = parts(of: record.value, in: bytes)
        guard parts.count == 2 else { throw unexpected(record.value, "two places", in: bytes) }
        let start = try OpenAirPosition.read(parts[0], in: bytes)
        let end = try OpenAirPosition.read(parts[1], in: bytes)
        let center = try centerSet(for: record)
        points.append(start)
        addArc(
            around: center,
            from: (
                Geodesic.bearing(from: center, to: start),
                Geodesic.distance(from: center, to: start)
            ),
            to: (Geodesic.bearing(from: center, to: end), Geodesic.distance(from: center, to: end)),
            withEnds: false)
        points.append(end)
    }

    /// Adds the places of an arc, its ends only where they are not written.
    ///
    /// The radius changes evenly from start to end, which rounded places do not have the same.
    private mutating func addArc(
        around center: LocationCoordinate2D, from start: (bearing: Double, radius: Double),
        to end: (bearing: Double, radius: Double), withEnds: Bool = true
    ) {
        var sweep = (end.bearing - start.bearing).truncatingRemainder(dividingBy: 360)
        if isClockwise, sweep <= 0 { sweep += 360 }
        if !isClockwise, sweep >= 0 { sweep -= 360 }
        let radius = max(start.radius, end.radius, 2 * Self.sagitta.least)
        // cos(step/2) = 1 − sagitta/radius, in the form that keeps its digits.
        let part = max(Self.sagitta.least / radius, Self.sagitta.part)
        let step = 2 * (2 * part).squareRoot() * 180 / Double.pi
        let count = max(1, Int((abs(sweep) / min(step, 5)).rounded(.up)))
        for index in withEnds ? 0..<count + 1 : 1..<count {
            let part = Double(index) / Double(count)
            points.append(
                Geodesic.destination(
                    from: center, bearing: start.bearing + sweep * part,
                    distance: start.radius + (end.radius - start.radius) * part))
        }
    }

    private func radius(_ range: Range<Int>, in bytes: Span<UInt8>) throws(Refusal) -> Double {
        try number(
            range, "a radius in nautical miles, above 0 and at most 10800", in: bytes
        ) { $0 > 0 && $0 <= Self.largestRadius }
    }

    private func centerSet(for record: OpenAirRecord) throws(Refusal) -> LocationCoordinate2D {
        if let center { return center }
        throw Refusal(
            at: record.start,
            .missing(member: "V X=", expected: "the centre, before \(record.name)"))
    }

    private func parts(of value: Range<Int>, in bytes: Span<UInt8>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = value.lowerBound
        for index in value where bytes[index] == UInt8(ascii: ",") {
            parts.append((start..<index).trimmed(in: bytes))
            start = index + 1
        }
        parts.append((start..<value.upperBound).trimmed(in: bytes))
        return parts
    }

    private func number(
        _ range: Range<Int>, _ expected: String, in bytes: Span<UInt8>,
        allowing isAllowed: (Double) -> Bool
    ) throws(Refusal) -> Double {
        guard let number = DecimalText.double(range, in: bytes), isAllowed(number) else {
            throw unexpected(range, expected, in: bytes)
        }
        return number
    }

    private func unexpected(
        _ range: Range<Int>, _ expected: String, in bytes: Span<UInt8>
    ) -> Refusal {
        OpenAirPosition.unexpected(range, expected, in: bytes)
    }
}
