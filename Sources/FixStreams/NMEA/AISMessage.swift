import RegionMonitoring

/// The bits of an AIS message, unpacked from the six-bit characters of its sentences.
struct AISPayload {
    private var bytes: [UInt8] = []

    /// How many bits there are.
    private(set) var count = 0

    /// Appends the characters of a sentence.
    ///
    /// - Parameter fillCount: How many bits at the end are padding.
    /// - Returns: The place of a character that is none of the 64; `nil` when all are.
    mutating func append(
        _ range: Range<Int>, of text: Span<UInt8>, fillCount: Int
    ) -> Int? {
        for index in range {
            let character = text[index]
            guard 48...87 ~= character || 96...119 ~= character else { return index }
            let value = character - 48 > 40 ? character - 56 : character - 48
            for bit in 0..<6 {
                if count % 8 == 0 { bytes.append(0) }
                bytes[bytes.count - 1] |= (value >> (5 - bit) & 1) << (7 - UInt8(count % 8))
                count += 1
            }
        }
        count -= min(fillCount, count)
        return nil
    }

    /// An unsigned number of `width` bits from the bit at `start` on.
    func unsigned(_ start: Int, _ width: Int) -> Int {
        precondition(start + width <= count, "bits \(start)+\(width) of \(count)")
        var value = 0
        for bit in start..<start + width {
            value = value << 1 | Int(bytes[bit / 8] >> (7 - UInt8(bit % 8)) & 1)
        }
        return value
    }

    /// A signed number of `width` bits from the bit at `start` on.
    func signed(_ start: Int, _ width: Int) -> Int {
        let value = unsigned(start, width)
        return value >> (width - 1) == 0 ? value : value - 1 << width
    }
}

/// A position report of AIS (ITU-R M.1371-5): types 1 to 3 of class A, 18 and 19 of class B.
struct AISPositionReport {
    /// The ship's number.
    let mmsi: Int

    /// Where it is; `nil` when the report says that this is not known.
    let position: LocationCoordinate2D?

    /// The second of the minute of the report; `nil` when it does not say.
    let second: Int?

    /// Metres a second.
    let speed: Double?

    /// Degrees from north.
    let course: Double?

    /// Reads a message; `nil` when it is one of another type.
    ///
    /// - Throws: When it is too short for its type, or its numbers are no position.
    init?(_ payload: AISPayload, line column: Int) throws(FixDecodingError) {
        guard payload.count >= 38 else { throw Self.tooShort(payload.count, 38, column) }
        // Where speed, longitude, latitude, course and second begin, and how long all is.
        let layout: (speed: Int, lon: Int, lat: Int, course: Int, second: Int, count: Int)
        switch payload.unsigned(0, 6) {
        case 1, 2, 3: layout = (50, 61, 89, 116, 137, 168)
        case 18: layout = (46, 57, 85, 112, 133, 168)
        case 19: layout = (46, 57, 85, 112, 133, 312)
        default: return nil
        }
        // Some stations leave off the last bits, which say how the radio is used.
        guard payload.count >= layout.second + 6 else {
            throw Self.tooShort(payload.count, layout.count, column)
        }
        mmsi = payload.unsigned(8, 30)
        let second = payload.unsigned(layout.second, 6)
        self.second = second < 60 ? second : nil
        let speed = payload.unsigned(layout.speed, 10)
        self.speed = speed < 1023 ? Double(speed) / 10 * SpeedUnit.knot : nil
        let course = payload.unsigned(layout.course, 12)
        self.course = course < 3600 ? Double(course) / 10 : nil
        // In ten-thousandths of a minute; 181° and 91° stand for none.
        let longitude = payload.signed(layout.lon, 28)
        let latitude = payload.signed(layout.lat, 27)
        guard longitude != 181 * 600_000, latitude != 91 * 600_000 else {
            position = nil
            return
        }
        guard abs(longitude) <= 180 * 600_000, abs(latitude) <= 90 * 600_000 else {
            throw .unusable(
                "position",
                found: "\(Double(latitude) / 600_000), \(Double(longitude) / 600_000)",
                "it must be within 90 and 180 degrees", column: column)
        }
        position = LocationCoordinate2D(
            latitude: Double(latitude) / 600_000, longitude: Double(longitude) / 600_000)
    }

    private static func tooShort(
        _ found: Int, _ expected: Int, _ column: Int
    ) -> FixDecodingError {
        FixDecodingError(
            reason: .malformed, field: nil,
            detail: "found a message of \(found) bits, expected \(expected)", column: column)
    }
}
