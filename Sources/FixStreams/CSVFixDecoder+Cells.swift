import RegionMonitoring

extension CSVFixDecoder {
    /// Reads the row's device, which is what the cell holds, spaces included.
    mutating func device(
        _ header: CSVHeader, in text: Span<UInt8>
    ) throws(FixDecodingError) -> FoundDevice {
        guard let column = header.column(of: .device) else {
            // A header without a device column is accepted only where there is a default.
            guard let defaultDevice else { throw .missing(FixField.device.aliases[0]) }
            return .apart(defaultDevice)
        }
        let cell = row.cells[column]
        if readsPlaces, cell.range.isEmpty, let defaultDevice { return .apart(defaultDevice) }
        if cell.hasDoubledQuotes {
            scratch.removeAll(keepingCapacity: true)
            CSVRow.append(cell, in: text, to: &scratch)
            if 1...DeviceRule.byteLimit ~= scratch.count { return .apart(scratch) }
        } else if 1...DeviceRule.byteLimit ~= cell.range.count {
            return .within(cell.range)
        }
        throw unusable(.device, header, DeviceRule.requirement, in: text)
    }

    /// Reads the row's fix.
    ///
    /// - Parameter assumedTime: Its time; `nil`: what its cell says.
    func fix(
        _ header: CSVHeader, in text: Span<UInt8>, at assumedTime: Timestamp?,
        _ counters: inout FixCounters
    ) throws(FixDecodingError) -> Location {
        let timestamp =
            if let assumedTime { assumedTime } else { try timestamp(header, in: text) }
        let latitude = try degrees(.lat, header, in: text, limit: 90, CoordinateRule.latitude)
        let longitude = try degrees(.lon, header, in: text, limit: 540, CoordinateRule.longitude)
        return Location(
            coordinate: LocationCoordinate2D(latitude: latitude, longitude: longitude),
            timestamp: timestamp,
            horizontalAccuracy: try accuracy(header, in: text),
            altitude: optionalNumber(.altitude, header, in: text, &counters),
            speed: optionalNumber(.speed, header, in: text, &counters),
            course: optionalNumber(.course, header, in: text, &counters),
            isSimulated: isSimulated(header, in: text, &counters))
    }

    /// The bytes of a field's cell, spaces around them left out; `nil` when there are none.
    private func range(
        _ field: FixField, _ header: CSVHeader, in text: Span<UInt8>
    ) -> Range<Int>? {
        guard let column = header.column(of: field) else { return nil }
        let range = CSVRow.trimmed(row.cells[column], in: text)
        return range.isEmpty ? nil : range
    }

    private func timestamp(
        _ header: CSVHeader, in text: Span<UInt8>
    ) throws(FixDecodingError) -> Timestamp {
        guard let range = range(.time, header, in: text) else {
            if readsPlaces { return FixReaderOptions.unknownTime }
            throw unusable(.time, header, TimestampDefect.notATimestamp.requirement, in: text)
        }
        let cell = text.extracting(range)
        do throws(TimestampDefect) {
            if let mark = header.alternativeMark, let number = DecimalNumber(cell, mark: mark) {
                return try TimestampParser.timestamp(of: number)
            }
            return try TimestampParser.timestamp(of: cell, assuming: timeOffset)
        } catch {
            throw unusable(.time, header, error.requirement, in: text)
        }
    }

    private func number(_ cell: Span<UInt8>, _ header: CSVHeader) -> Double? {
        if let number = DecimalNumber.double(of: cell) { return number }
        return header.alternativeMark.flatMap { DecimalNumber.double(of: cell, mark: $0) }
    }

    private func degrees(
        _ field: FixField, _ header: CSVHeader, in text: Span<UInt8>, limit: Double,
        _ requirement: String
    ) throws(FixDecodingError) -> Double {
        guard let range = range(field, header, in: text),
            let degrees = number(text.extracting(range), header), abs(degrees) <= limit
        else { throw unusable(field, header, requirement, in: text) }
        return degrees
    }

    private func accuracy(
        _ header: CSVHeader, in text: Span<UInt8>
    ) throws(FixDecodingError) -> Double? {
        guard let range = range(.accuracy, header, in: text) else { return nil }
        guard let metres = number(text.extracting(range), header), metres >= 0 else {
            throw unusable(.accuracy, header, CoordinateRule.accuracy, in: text)
        }
        return metres
    }

    private func optionalNumber(
        _ field: FixField, _ header: CSVHeader, in text: Span<UInt8>,
        _ counters: inout FixCounters
    ) -> Double? {
        guard let range = range(field, header, in: text) else { return nil }
        if let number = number(text.extracting(range), header) { return number }
        counters.ignoredMembers += 1
        return nil
    }

    private func isSimulated(
        _ header: CSVHeader, in text: Span<UInt8>, _ counters: inout FixCounters
    ) -> Bool {
        guard let range = range(.simulated, header, in: text) else { return false }
        switch String(decoding: range.map { text[$0] }, as: UTF8.self).lowercased() {
        case "true", "1": return true
        case "false", "0": return false
        default:
            counters.ignoredMembers += 1
            return false
        }
    }

    /// A cell that cannot be used, or is empty.
    private func unusable(
        _ field: FixField, _ header: CSVHeader, _ requirement: String, in text: Span<UInt8>
    ) -> FixDecodingError {
        guard let column = header.column(of: field) else { return .missing(field.aliases[0]) }
        let cell = row.cells[column]
        let found =
            CSVRow.trimmed(cell, in: text).isEmpty
            ? "empty" : LineExcerpt.text(cell.range, in: text)
        return .unusable(
            header.names[column], found: found, requirement,
            column: LineExcerpt.column(of: cell.range.lowerBound, in: text))
    }
}
