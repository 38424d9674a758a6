import RegionMonitoring
import StrictJSON

extension NDJSONFixDecoder {
    /// Reads the line's device.
    mutating func device(
        in text: Span<UInt8>
    ) throws(FixDecodingError) -> FoundDevice {
        guard let (token, slot) = value(of: .device) else {
            guard let defaultDevice else { throw .missing(names.preferredName(of: .device)) }
            return .apart(defaultDevice)
        }
        return try device(token, names.names[slot], in: text)
    }

    /// Reads a device's identifier: a text, or a number in its one canonical form.
    mutating func device(
        _ token: JSONToken, _ name: String, in text: Span<UInt8>
    ) throws(FixDecodingError) -> FoundDevice {
        switch token.kind {
        case .string where !token.hasEscapes, .number where isPlainInteger(token, in: text):
            let found = FoundDevice.within(token.start..<token.end)
            if found.isSound { return found }
        case .string:
            let found = FoundDevice.apart(JSONString.bytes(of: token, in: text))
            if found.isSound { return found }
        case .number:
            if let canonical = JSONNumber(token, in: text).canonicalText(in: text) {
                return .apart(Array(canonical.utf8))
            }
        default:
            throw unusable(token, name, "it must be a text or a number", in: text)
        }
        throw unusable(token, name, DeviceRule.requirement, in: text)
    }

    /// Whether a number's text is its canonical text already.
    private func isPlainInteger(_ token: JSONToken, in text: Span<UInt8>) -> Bool {
        for index in token.start..<token.end where text[index] &- UInt8(ascii: "0") > 9 {
            return false
        }
        return true
    }

    /// Reads the line's fix.
    mutating func fix(
        in text: Span<UInt8>, _ counters: inout FixCounters
    ) throws(FixDecodingError) -> Location {
        let timestamp = try timestamp(in: text)
        let latitude = try degrees(.lat, in: text, limit: 90, CoordinateRule.latitude)
        let longitude = try degrees(.lon, in: text, limit: 540, CoordinateRule.longitude)
        return Location(
            coordinate: LocationCoordinate2D(latitude: latitude, longitude: longitude),
            timestamp: timestamp,
            horizontalAccuracy: try accuracy(in: text),
            altitude: optionalNumber(.altitude, in: text, &counters),
            speed: optionalNumber(.speed, in: text, &counters),
            course: optionalNumber(.course, in: text, &counters),
            isSimulated: isSimulated(&counters))
    }

    /// Reads the line's time.
    private func timestamp(in text: Span<UInt8>) throws(FixDecodingError) -> Timestamp {
        if let (time, slot) = value(of: .time) {
            return try timestamp(time, names.names[slot], in: text)
        }
        if readsPlaces { return FixReaderOptions.unknownTime }
        throw .missing(names.preferredName(of: .time))
    }

    /// Reads an instant: a text, or a number since 1970.
    func timestamp(
        _ token: JSONToken, _ name: String, in text: Span<UInt8>
    ) throws(FixDecodingError) -> Timestamp {
        do throws(TimestampDefect) {
            switch token.kind {
            case .string where token.hasEscapes:
                let bytes = JSONString.bytes(of: token, in: text)
                return try TimestampParser.timestamp(of: bytes.span, assuming: timeOffset)
            case .string:
                return try TimestampParser.timestamp(
                    of: text.extracting(token.start..<token.end), assuming: timeOffset)
            case .number:
                return try TimestampParser.timestamp(
                    of: DecimalNumber(JSONNumber(token, in: text)))
            default:
                throw .notATimestamp
            }
        } catch {
            throw unusable(token, name, error.requirement, in: text)
        }
    }

    /// Reads a latitude or a longitude: a number, or a text that is one.
    private func degrees(
        _ field: FixField, in text: Span<UInt8>, limit: Double, _ requirement: String
    ) throws(FixDecodingError) -> Double {
        guard let (token, slot) = value(of: field) else {
            throw .missing(names.preferredName(of: field))
        }
        let degrees: Double?
        switch token.kind {
        case .number:
            degrees = JSONNumber(token, in: text).double(in: text)
        case .string where token.hasEscapes:
            degrees = DecimalNumber.double(of: JSONString.bytes(of: token, in: text).span)
        case .string:
            degrees = DecimalNumber.double(of: text.extracting(token.start..<token.end))
        default:
            throw unusable(token, names.names[slot], "it must be a number", in: text)
        }
        guard let degrees, abs(degrees) <= limit else {
            throw unusable(token, names.names[slot], requirement, in: text)
        }
        return degrees
    }

    /// Reads the accuracy: a number only, since devices that send it as a text send other things too.
    private func accuracy(in text: Span<UInt8>) throws(FixDecodingError) -> Double? {
        guard let (token, slot) = value(of: .accuracy) else { return nil }
        guard case .number = token.kind,
            let metres = JSONNumber(token, in: text).double(in: text),
            metres >= 0
        else { throw unusable(token, names.names[slot], CoordinateRule.accuracy, in: text) }
        return metres
    }

    private func optionalNumber(
        _ field: FixField, in text: Span<UInt8>, _ counters: inout FixCounters
    ) -> Double? {
        guard let (token, _) = value(of: field) else { return nil }
        if case .number = token.kind, let number = JSONNumber(token, in: text).double(in: text) {
            return number
        }
        counters.ignoredMembers += 1
        return nil
    }

    private func isSimulated(_ counters: inout FixCounters) -> Bool {
        guard let (token, _) = value(of: .simulated) else { return false }
        switch token.kind {
        case .true: return true
        case .false: return false
        default:
            counters.ignoredMembers += 1
            return false
        }
    }

    /// A member that is there, but cannot be used.
    func unusable(
        _ token: JSONToken, _ name: String, _ requirement: String, in text: Span<UInt8>
    ) -> FixDecodingError {
        let found =
            switch token.kind {
            case .number: LineExcerpt.text(token.range, in: text)
            case .string: "\"\(LineExcerpt.text(token.range, in: text))\""
            default: token.kind.name
            }
        return .unusable(
            name, found: found, requirement,
            column: LineExcerpt.column(of: token.position, in: text))
    }
}

/// What a device's identifier must be, in every format.
enum DeviceRule {
    /// The most bytes of an identifier.
    static let byteLimit = 256

    static let requirement = "it must have 1 to 256 bytes"
}

/// What coordinates and accuracies must be, in every format.
enum CoordinateRule {
    static let latitude = "it must be between -90 and 90"
    static let longitude = "it must be between -540 and 540"
    static let accuracy = "it must be a number of metres, 0 or greater"
}
