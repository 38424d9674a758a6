import RegionMonitoring

/// What OsmAnd and the Traccar client send: the query of a URL, or a JSON object.
///
/// A query is what follows the question mark of a line, or all of it: `id=7&lat=1&lon=2&timestamp=…`.
/// Its speed is in knots, that of JSON in metres a second. A record with cells or networks in place of
/// coordinates carries no position.
struct OsmAndPayload: PayloadFormat {
    private let query: PayloadFixMaker
    private let json: PayloadFixMaker

    init(_ options: FixReaderOptions) {
        let query = PayloadLayout(
            paths: [
                .device: ["id", "deviceid", "device_id"], .time: ["timestamp", "time"],
                .lat: ["lat"], .lon: ["lon"], .accuracy: ["accuracy", "hacc"],
                .altitude: ["altitude"], .speed: ["speed"], .course: ["bearing", "heading"],
                .simulated: ["mock"],
            ],
            speedUnit: SpeedUnit.knot, zeroAccuracyIsNone: true, dilution: ["hdop"])
        let json = PayloadLayout(
            paths: [
                .device: ["device_id", "location.extras.device_id"],
                .time: ["location.timestamp"], .lat: ["location.coords.latitude"],
                .lon: ["location.coords.longitude"], .accuracy: ["location.coords.accuracy"],
                .altitude: ["location.coords.altitude"], .speed: ["location.coords.speed"],
                .course: ["location.coords.heading"], .simulated: ["location.mock"],
            ],
            carriedPrefixes: ["location.extras.", "location.", "", "location.coords."])
        self.query = PayloadFixMaker(layout: query, options: options)
        self.json = PayloadFixMaker(layout: json, options: options)
    }

    func read(
        _ text: Span<UInt8>, _ batch: inout FixBatch
    ) throws(FixDecodingError) -> (device: DeviceID, fix: Location, members: [FixMember]) {
        var index = 0
        while index < text.count, text[index] <= 0x20 { index += 1 }
        let payload: Payload
        let maker: PayloadFixMaker
        if index < text.count, text[index] == UInt8(ascii: "{") {
            maker = json
            payload = try Payload(json: text, carriesJSON: !json.options.carriedMembers.isEmpty)
        } else {
            maker = query
            payload = try Payload(query: text)
            let isElsewhere = payload["cell"] != nil || payload["wifi"] != nil
            if isElsewhere, payload["lat"] == nil, payload["lon"] == nil {
                throw .noPosition("cells and networks instead of a position")
            }
            if payload.isFalse("valid") { throw .noPosition("the position is not valid") }
        }
        let device = try maker.device(payload, &batch.devices)
        let fix = try maker.fix(payload, &batch.counters)
        return (device, fix, maker.members(payload))
    }
}

extension Payload {
    /// The most names of a query.
    private static let nameLimit = 256

    /// Reads the query of a URL: names and values with `=` between, `&` between pairs, `+` for spaces
    /// and `%` with two digits for bytes. Of pairs with one name the last counts; an empty value is the
    /// same as none. `location=lat,lon` stands for both.
    init(query text: Span<UInt8>) throws(FixDecodingError) {
        self.init()
        var start = 0
        for index in text.indices where text[index] == UInt8(ascii: "?") {
            start = index + 1
            break
        }
        // A request as a log has it: `GET /?id=1 HTTP/1.1`.
        var end = start
        while end < text.count, text[end] > 0x20 { end += 1 }
        var count = 0
        while start < end {
            var next = start
            while next < end, text[next] != UInt8(ascii: "&") { next += 1 }
            try addPair(start..<next, text)
            count += 1
            guard count <= Self.nameLimit else {
                throw FixDecodingError(
                    reason: .malformed, field: nil,
                    detail: "found more than \(Self.nameLimit) names in a query", column: 1)
            }
            start = next + 1
        }
        guard !values.isEmpty else {
            throw FixDecodingError(
                reason: .malformed, field: nil, detail: "found no query, expected name=value",
                column: 1)
        }
        splitLocation()
    }

    private mutating func addPair(
        _ range: Range<Int>, _ text: Span<UInt8>
    ) throws(FixDecodingError) {
        let equals = range.first { text[$0] == UInt8(ascii: "=") } ?? range.upperBound
        let name = try Self.decoded(range.lowerBound..<equals, text)
        let value = try Self.decoded(min(equals + 1, range.upperBound)..<range.upperBound, text)
        let path = String(decoding: name, as: UTF8.self)
        self[path] =
            value.isEmpty
            ? nil
            : PayloadValue(
                kind: .text, bytes: value,
                column: LineExcerpt.column(of: range.lowerBound, in: text))
    }

    private mutating func splitLocation() {
        guard let location = self["location"], location.kind == .text, self["lat"] == nil,
            let comma = location.bytes.firstIndex(of: UInt8(ascii: ","))
        else { return }
        self["lat"] = PayloadValue(
            kind: .text, bytes: Array(location.bytes[..<comma]), column: location.column)
        self["lon"] = PayloadValue(
            kind: .text, bytes: Array(location.bytes[(comma + 1)...]), column: location.column)
    }

    private static func decoded(
        _ range: Range<Int>, _ text: Span<UInt8>
    ) throws(FixDecodingError) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            var byte = text[index]
            if byte == UInt8(ascii: "+") { byte = UInt8(ascii: " ") }
            if byte == UInt8(ascii: "%") {
                guard index + 2 < range.upperBound, let high = hexDigit(text[index + 1]),
                    let low = hexDigit(text[index + 2])
                else { throw malformed("found %, expected two digits behind it", index, text) }
                byte = high << 4 | low
                index += 2
            }
            bytes.append(byte)
            index += 1
        }
        guard (try? UTF8Span(validating: bytes.span)) != nil else {
            throw malformed(
                "found a byte that is no part of a character, expected UTF-8", range.lowerBound,
                text)
        }
        return bytes
    }

    private static func malformed(
        _ detail: String, _ place: Int, _ text: Span<UInt8>
    ) -> FixDecodingError {
        FixDecodingError(
            reason: .malformed, field: nil, detail: detail,
            column: LineExcerpt.column(of: place, in: text))
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
