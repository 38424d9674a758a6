import RegionMonitoring
import StrictJSON

/// Where a kind of payload has the parts of a fix, and in which units.
struct PayloadLayout {
    /// The names that lead to each field; the first present one counts.
    var paths: [FixField: [String]]

    /// What a number for speed is of, in metres a second.
    var speedUnit = 1.0

    /// What an altitude is of, in metres.
    var altitudeUnit = 1.0

    /// Whether an accuracy of 0 says that there is none.
    var zeroAccuracyIsNone = false

    /// Where HDOP is.
    var dilution: [String] = []

    /// What stands before the name of a member that is carried along, the first present one counting.
    var carriedPrefixes = [""]

    /// The value of a field and the name that led to it.
    func value(
        _ field: FixField, in payload: Payload, _ names: FixFieldNames
    ) -> (value: PayloadValue, path: String)? {
        let paths = names[field].map { [$0] } ?? self.paths[field] ?? []
        for path in paths {
            if let value = payload[path] { return (value, path) }
        }
        return nil
    }
}

/// Makes fixes of payloads of one layout.
struct PayloadFixMaker {
    let layout: PayloadLayout
    let options: FixReaderOptions

    /// The device of a payload.
    ///
    /// - Parameter fallback: The device where the layout's names lead to none.
    func device(
        _ payload: Payload, fallback: [UInt8]? = nil, _ devices: inout DeviceIDCache
    ) throws(FixDecodingError) -> DeviceID {
        guard let (value, path) = layout.value(.device, in: payload, options.fieldNames) else {
            if let fallback, 1...DeviceRule.byteLimit ~= fallback.count {
                return devices.device(fallback.span)
            }
            if let device = options.deviceOfUnnamed { return device }
            throw .missing(name(.device))
        }
        guard value.kind == .text || value.kind == .number,
            1...DeviceRule.byteLimit ~= value.bytes.count
        else { throw unusable(value, path, DeviceRule.requirement) }
        // `7` and `7.0` are one device.
        if value.kind == .number,
            let number = JSONNumber(0..<value.bytes.count, in: value.bytes.span),
            let canonical = number.canonicalText(in: value.bytes.span)
        {
            return DeviceID(canonical)
        }
        return devices.device(value.bytes.span)
    }

    /// The fix of a payload.
    func fix(
        _ payload: Payload, _ counters: inout FixCounters
    ) throws(FixDecodingError) -> Location {
        let timestamp = try timestamp(payload)
        let coordinate = LocationCoordinate2D(
            latitude: try degrees(.lat, payload, limit: 90, CoordinateRule.latitude),
            longitude: try degrees(.lon, payload, limit: 540, CoordinateRule.longitude))
        let speed = number(.speed, payload, &counters).flatMap { $0 < 0 ? nil : $0 }
        let course = number(.course, payload, &counters).flatMap { $0 < 0 ? nil : $0 }
        return Location(
            coordinate: coordinate, timestamp: timestamp,
            horizontalAccuracy: try accuracy(payload),
            altitude: number(.altitude, payload, &counters).map { $0 * layout.altitudeUnit },
            speed: speed.map { $0 * layout.speedUnit }, course: course,
            isSimulated: isSimulated(payload))
    }

    /// The members that go along.
    func members(_ payload: Payload) -> [FixMember] {
        var members: [FixMember] = []
        for name in options.carriedMembers {
            guard
                let value = layout.carriedPrefixes.lazy.compactMap({ payload[$0 + name] }).first
            else { continue }
            let carried =
                value.json.map { FixMember.Value.json($0) }
                ?? .text(String(decoding: value.bytes, as: UTF8.self))
            members.append(FixMember(name: name, value: carried))
        }
        return members
    }

    private func timestamp(_ payload: Payload) throws(FixDecodingError) -> Timestamp {
        guard let (value, path) = layout.value(.time, in: payload, options.fieldNames) else {
            if options.readsPlaces { return FixReaderOptions.unknownTime }
            throw .missing(name(.time))
        }
        do throws(TimestampDefect) {
            guard value.kind == .text || value.kind == .number else { throw .notATimestamp }
            return try TimestampParser.timestamp(
                of: value.bytes.span, assuming: options.minutesOfTimeOffset)
        } catch {
            throw unusable(value, path, error.requirement)
        }
    }

    private func degrees(
        _ field: FixField, _ payload: Payload, limit: Double, _ requirement: String
    ) throws(FixDecodingError) -> Double {
        guard let (value, path) = layout.value(field, in: payload, options.fieldNames) else {
            throw .missing(name(field))
        }
        guard let degrees = value.double, abs(degrees) <= limit else {
            throw unusable(value, path, requirement)
        }
        return degrees
    }

    private func accuracy(_ payload: Payload) throws(FixDecodingError) -> Double? {
        if let (value, path) = layout.value(.accuracy, in: payload, options.fieldNames) {
            guard let metres = value.double, metres >= 0 else {
                throw unusable(value, path, CoordinateRule.accuracy)
            }
            if metres > 0 || !layout.zeroAccuracyIsNone { return metres }
        }
        guard let unit = options.metresPerHDOP,
            let dilution = layout.dilution.lazy.compactMap({ payload[$0]?.double }).first,
            dilution > 0
        else { return nil }
        return dilution * unit
    }

    private func number(
        _ field: FixField, _ payload: Payload, _ counters: inout FixCounters
    ) -> Double? {
        guard let (value, _) = layout.value(field, in: payload, options.fieldNames) else {
            return nil
        }
        if let number = value.double { return number }
        counters.ignoredMembers += 1
        return nil
    }

    private func isSimulated(_ payload: Payload) -> Bool {
        guard let (_, path) = layout.value(.simulated, in: payload, options.fieldNames) else {
            return false
        }
        return payload.isTrue(path)
    }

    private func name(_ field: FixField) -> String {
        options.fieldNames[field] ?? layout.paths[field]?.first ?? field.rawValue
    }

    private func unusable(
        _ value: PayloadValue, _ path: String, _ requirement: String
    ) -> FixDecodingError {
        .unusable(path, found: value.shown, requirement, column: value.column)
    }
}
