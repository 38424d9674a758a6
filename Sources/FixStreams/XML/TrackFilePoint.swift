import RegionMonitoring
import StrictXML

/// A point of a track file, as its texts have it.
struct TrackFilePoint {
    /// One value of a point: what the file calls it, and its text.
    struct Field {
        let name: String

        /// The bytes, white space around them left out.
        let bytes: [UInt8]

        init(_ name: String, _ text: some BidirectionalCollection<UInt8>) {
            self.name = name
            let isSpace = { (byte: UInt8) in byte <= 0x20 && [0x20, 9, 10, 13].contains(byte) }
            guard let start = text.firstIndex(where: { !isSpace($0) }),
                let last = text.lastIndex(where: { !isSpace($0) })
            else {
                bytes = []
                return
            }
            bytes = Array(text[start...last])
        }

        var number: Double? { DecimalNumber.double(of: bytes.span) }
    }

    /// Where the point's element begins, and the offset behind its end.
    let place: XMLPlace
    var endOffset: UInt64 = 0

    var latitude: Field?
    var longitude: Field?
    var altitude: Field?
    var time: Field?
    var speed: Field?
    var course: Field?
    var dilution: Field?

    init(at place: XMLPlace) {
        self.place = place
        endOffset = place.offset
    }

    /// Whether there is something that should be a time.
    var hasTime: Bool { time.map { !$0.bytes.isEmpty } ?? false }

    /// The fix, at a time that the caller knows or its own.
    ///
    /// - Parameter time: `nil`: the point's own.
    func fix(
        _ options: FixReaderOptions, at assumedTime: Timestamp?, _ counters: inout FixCounters
    ) throws(FixDecodingError) -> Location {
        let timestamp = if let assumedTime { assumedTime } else { try ownTime(options) }
        let coordinate = LocationCoordinate2D(
            latitude: try degrees(latitude, "lat", limit: 90, CoordinateRule.latitude),
            longitude: try degrees(longitude, "lon", limit: 540, CoordinateRule.longitude))
        var accuracy: Double?
        if let metres = options.metresPerHDOP,
            let dilution = optionalNumber(dilution, &counters), dilution >= 0
        {
            accuracy = dilution * metres
        }
        return Location(
            coordinate: coordinate, timestamp: timestamp, horizontalAccuracy: accuracy,
            altitude: optionalNumber(altitude, &counters),
            speed: optionalNumber(speed, &counters), course: optionalNumber(course, &counters))
    }

    private func ownTime(_ options: FixReaderOptions) throws(FixDecodingError) -> Timestamp {
        guard let time, hasTime else {
            if options.readsPlaces { return FixReaderOptions.unknownTime }
            throw missing("time", "; --assume-interval gives points without a time one")
        }
        do throws(TimestampDefect) {
            return try TimestampParser.timestamp(
                of: time.bytes.span, assuming: options.minutesOfTimeOffset)
        } catch {
            throw unusable(time, error.requirement)
        }
    }

    private func degrees(
        _ field: Field?, _ name: String, limit: Double, _ requirement: String
    ) throws(FixDecodingError) -> Double {
        guard let field else { throw missing(name) }
        guard let degrees = field.number, abs(degrees) <= limit else {
            throw unusable(field, requirement)
        }
        return degrees
    }

    private func optionalNumber(_ field: Field?, _ counters: inout FixCounters) -> Double? {
        guard let field, !field.bytes.isEmpty else { return nil }
        if let number = field.number { return number }
        counters.ignoredMembers += 1
        return nil
    }

    private func missing(_ name: String, _ advice: String = "") -> FixDecodingError {
        FixDecodingError(
            reason: .invalid, field: name, detail: "\(name) is missing\(advice)",
            column: place.column)
    }

    private func unusable(_ field: Field, _ requirement: String) -> FixDecodingError {
        let text = String(decoding: field.bytes.prefix(200), as: UTF8.self)
        return .unusable(
            field.name, found: text.isEmpty ? "empty" : LineExcerpt.text(text), requirement,
            column: place.column)
    }
}
