import RegionMonitoring
import StrictJSON

/// Finds the fixes of aircraft in one JSON text: an array of objects, or an object of columns.
///
/// The columns are as data frames are written: each an object of one value a row, under the same row
/// names in the same order: `{"timestamp":{"0":…,"1":…},"latitude":{"0":…},…}`.
struct AircraftDocument {
    let maker: PayloadFixMaker

    /// Where the text begins in its file.
    let offset: UInt64

    init(_ options: FixReaderOptions, offset: UInt64) {
        let layout = PayloadLayout(
            paths: Self.paths, speedUnit: SpeedUnit.knot, altitudeUnit: 0.3048)
        maker = PayloadFixMaker(layout: layout, options: options)
        self.offset = offset
    }

    /// Altitudes are in feet, speeds in knots, as aircraft send them.
    static let paths: [FixField: [String]] = [
        .device: ["icao24", "hex", "icao"], .time: ["timestamp", "time"],
        .lat: ["latitude", "lat"], .lon: ["longitude", "lon"],
        .altitude: ["altitude", "alt_baro"], .speed: ["groundspeed", "gs"],
        .course: ["track", "heading"],
    ]

    /// Reads the text; what is no JSON ends it with a defect.
    func read(_ text: Span<UInt8>, into batch: inout FixBatch) {
        var cursor = JSONCursor()
        var places = TextPositionCounter()
        do throws(JSONError) {
            let first = try cursor.next(in: text)
            switch first.kind {
            case .arrayStart: try readRows(&cursor, text, &places, into: &batch)
            case .objectStart: try readColumns(&cursor, text, &places, into: &batch)
            default:
                return refuse(
                    "found \(first.kind.name), expected an array or an object", 0, text, &batch)
            }
            _ = try cursor.next(in: text)
        } catch {
            refuse(
                "\(error.description); the rest of the file is not read", error.offset, text,
                &batch)
        }
    }

    private func refuse(
        _ detail: String, _ place: Int, _ text: Span<UInt8>, _ batch: inout FixBatch
    ) {
        let position = TextPosition(of: place, in: text)
        let defect = FixDecodingError(
            reason: .malformed, field: nil, detail: detail, column: position.column)
        let start = RecordStart(line: UInt64(position.line), offset: offset + UInt64(place))
        batch.append(.failure(defect), at: start, raw: [])
    }
}

// MARK: - Rows

extension AircraftDocument {
    private func readRows(
        _ cursor: inout JSONCursor, _ text: Span<UInt8>, _ places: inout TextPositionCounter,
        into batch: inout FixBatch
    ) throws(JSONError) {
        while true {
            let token = try cursor.next(in: text)
            if token.kind == .arrayEnd { return }
            let range = try cursor.skipRest(of: token, in: text)
            let row = text.extracting(range)
            take(range.lowerBound, &places, text, raw: row, into: &batch) {
                () throws(FixDecodingError) in
                try Payload(json: row, carriesJSON: !maker.options.carriedMembers.isEmpty)
            }
        }
    }

    /// Makes a record of a payload.
    private func take(
        _ place: Int, _ places: inout TextPositionCounter, _ text: Span<UInt8>,
        raw: Span<UInt8>, into batch: inout FixBatch,
        _ payload: () throws(FixDecodingError) -> Payload
    ) {
        let position = places.position(of: place, in: text)
        let start = RecordStart(line: UInt64(position.line), offset: offset + UInt64(place))
        let bytes = (0..<min(raw.count, FixBatch.asideLimit)).map { raw[$0] }
        do throws(FixDecodingError) {
            let payload = try payload()
            let names = maker.options.fieldNames
            // Aircraft send more than positions, and a row is made of all they send.
            if maker.layout.value(.lat, in: payload, names) == nil
                || maker.layout.value(.lon, in: payload, names) == nil
            {
                throw .noPosition("a row without a position")
            }
            let device = try maker.device(payload, &batch.devices)
            let fix = try maker.fix(payload, &batch.counters)
            batch.append(
                .success((device, fix)), at: start, raw: bytes[...],
                members: maker.members(payload))
        } catch {
            batch.append(.failure(error), at: start, raw: bytes[...])
        }
    }
}

// MARK: - Columns

extension AircraftDocument {
    private struct Column {
        let name: String

        /// The row's name and value, one after the other.
        var cells: [(key: JSONToken, value: JSONToken)] = []
    }

    private func readColumns(
        _ cursor: inout JSONCursor, _ text: Span<UInt8>, _ places: inout TextPositionCounter,
        into batch: inout FixBatch
    ) throws(JSONError) {
        let names = maker.options.fieldNames
        var wanted = Set(maker.options.carriedMembers)
        for field in FixField.allCases {
            wanted.formUnion(names[field].map { [$0] } ?? maker.layout.paths[field] ?? [])
        }
        var columns: [Column] = []
        while true {
            let key = try cursor.next(in: text)
            guard key.kind == .key else { break }
            let name = JSONString.text(of: key, in: text)
            let value = try cursor.next(in: text)
            guard wanted.contains(name), value.kind == .objectStart else {
                _ = try cursor.skipRest(of: value, in: text)
                continue
            }
            columns.append(Column(name: name, cells: try cells(&cursor, text)))
        }
        guard let first = columns.first else {
            return refuse("found no column of aircraft, such as icao24", 0, text, &batch)
        }
        for column in columns.dropFirst() where !isAligned(column, first, text) {
            return refuse(
                "the columns \(column.name) and \(first.name) have not the same rows",
                column.cells.first?.key.position ?? 0, text, &batch)
        }
        for row in first.cells.indices { takeRow(row, columns, text, &places, into: &batch) }
    }

    private func cells(
        _ cursor: inout JSONCursor, _ text: Span<UInt8>
    ) throws(JSONError) -> [(key: JSONToken, value: JSONToken)] {
        var cells: [(key: JSONToken, value: JSONToken)] = []
        while true {
            let key = try cursor.next(in: text)
            guard key.kind == .key else { return cells }
            let value = try cursor.next(in: text)
            _ = try cursor.skipRest(of: value, in: text)
            cells.append((key, value))
        }
    }

    private func isAligned(_ column: Column, _ first: Column, _ text: Span<UInt8>) -> Bool {
        guard column.cells.count == first.cells.count else { return false }
        return zip(column.cells, first.cells).allSatisfy { cell, other in
            cell.key.range.count == other.key.range.count
                && zip(cell.key.range, other.key.range).allSatisfy { text[$0] == text[$1] }
        }
    }

    private func takeRow(
        _ row: Int, _ columns: [Column], _ text: Span<UInt8>,
        _ places: inout TextPositionCounter, into batch: inout FixBatch
    ) {
        // The row as an object, as which it is read and shown.
        var object: [UInt8] = [UInt8(ascii: "{")]
        for column in columns {
            let value = column.cells[row].value
            guard value.kind != .objectStart, value.kind != .arrayStart else { continue }
            if object.count > 1 { object.append(UInt8(ascii: ",")) }
            object += "\"\(column.name)\":".utf8
            let isText = value.kind == .string
            for index in (isText ? value.start - 1..<value.end + 1 : value.range) {
                object.append(text[index])
            }
        }
        object.append(UInt8(ascii: "}"))
        take(columns[0].cells[row].value.position, &places, text, raw: object.span, into: &batch) {
            () throws(FixDecodingError) in
            try Payload(json: object.span, carriesJSON: !maker.options.carriedMembers.isEmpty)
        }
    }
}
