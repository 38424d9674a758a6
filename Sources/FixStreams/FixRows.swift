package import RegionMonitoring

/// One fix of a block, as plain numbers.
package struct FixRow: Sendable {
    /// When.
    package var timestamp = FixReaderOptions.unknownTime

    /// Degrees north.
    package var latitude = 0.0

    /// Degrees east.
    package var longitude = 0.0

    /// The accuracy in metres; NaN where none was reported.
    package var accuracy = Double.nan

    /// How the device moved, which is not evaluated: metres, metres per second, degrees. NaN where
    /// nothing was reported, or nobody asked for it.
    var altitude = Double.nan
    var speed = Double.nan
    var course = Double.nan

    /// Where the device's identifier is, and how many bytes it has: among those of the block, or
    /// among ``FixRows/identifiers``.
    var deviceStart: UInt32 = 0
    var deviceCount: UInt32 = 0
    package var isDeviceApart = false

    /// Where the record begins in its block, and how many bytes it has.
    package var start: UInt32 = 0
    package var count: UInt32 = 0

    /// The record's line, counted from the block's first.
    package var line: UInt32 = 0

    /// Whether the position was made by software.
    package var isSimulated = false

    /// Where the device's identifier is, among the block's bytes or those apart.
    package var deviceRange: Range<Int> {
        Int(deviceStart)..<Int(deviceStart) + Int(deviceCount)
    }

    /// Where the record's bytes are in its block.
    package var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// What one block of an input holds: its fixes as rows, and between them the records that are none.
package struct FixRows: Sendable {
    /// A record that is a control or a defect, or a fix that is no line of the block.
    package struct Other: Sendable {
        /// How many of the block's fixes stand before the record.
        package var row: Int

        /// The record.
        package var record: FixRecord
    }

    /// The fixes, in the order of the input.
    package internal(set) var rows: [FixRow] = []

    /// The other records, in the order of the input.
    package internal(set) var others: [Other] = []

    /// Identifiers of devices that do not stand in the block as they are.
    package internal(set) var identifiers: [UInt8] = []

    /// The members carried along from each row's record; empty where none are asked for.
    package internal(set) var members: [[FixMember]] = []

    /// Creates an empty block.
    package init() {}

    /// The number of the block's first line in its file, from 1.
    package internal(set) var firstLine: UInt64 = 1

    /// How many bytes of the file stand before the block.
    package internal(set) var offset: UInt64 = 0

    /// How many records of the reader stand before the block, blank ones not counted.
    package internal(set) var firstRecord: UInt64 = 0

    /// How many records the block has.
    package var recordCount: Int { rows.count + others.count }

    /// The number of a row's line in its file, from 1.
    package func line(of row: FixRow) -> UInt64 { firstLine + UInt64(row.line) }

    /// How many bytes of the file stand before a row.
    package func offset(of row: FixRow) -> UInt64 { offset + UInt64(row.start) }

    /// The number of a row's device in a table of them.
    ///
    /// - Parameter bytes: Those of the block.
    @inline(__always)
    package func device(
        of row: FixRow, in bytes: Span<UInt8>, _ names: inout DeviceNames
    ) -> UInt32 {
        let range = row.deviceRange
        return row.isDeviceApart
            ? names.number(of: range, in: identifiers.span) : names.number(of: range, in: bytes)
    }

    /// Empties the block, keeps its storage, and begins the next.
    mutating func begin(firstLine: UInt64, offset: UInt64) {
        firstRecord += UInt64(recordCount)
        rows.removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
        identifiers.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        self.firstLine = firstLine
        self.offset = offset
    }

    /// Empties the block and keeps its storage.
    package mutating func removeAll() { begin(firstLine: 1, offset: 0) }

    /// Removes what stands behind one of the ``others``.
    package mutating func removeAll(behind other: Int) {
        let row = others[other].row
        others.removeSubrange((other + 1)...)
        rows.removeSubrange(row...)
        if !members.isEmpty { members.removeSubrange(row...) }
    }

    /// The bytes of all records, in the order of the input.
    package var ranges: [Range<Int>] {
        (rows.map(\.range) + others.map(\.record.range)).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The place of one of the ``others`` among all records.
    package func recordIndex(ofOther index: Int) -> Int { others[index].row + index }

    /// The place of a row among all records.
    ///
    /// - Complexity: O(log *n*) in the number of ``others``.
    package func recordIndex(ofRow row: Int) -> Int {
        var low = 0
        var high = others.count
        while low < high {
            let middle = (low + high) / 2
            if others[middle].row <= row { low = middle + 1 } else { high = middle }
        }
        return row + low
    }

    /// Adds an identifier that does not stand in the block as it is; where it begins.
    mutating func append(identifier: [UInt8]) -> UInt32 {
        defer { identifiers += identifier }
        return UInt32(identifiers.count)
    }

    /// Gives rows a device that their records do not name.
    mutating func name(_ range: Range<Int>, _ device: DeviceID) {
        let bytes = Array(device.rawValue.utf8)
        let start = append(identifier: bytes)
        for index in range {
            rows[index].deviceStart = start
            rows[index].deviceCount = UInt32(bytes.count)
            rows[index].isDeviceApart = true
        }
    }

    /// The block's records.
    ///
    /// - Parameter bytes: Those of the block.
    func records(in bytes: [UInt8], _ devices: inout KnownDevices) -> [FixRecord] {
        var records: [FixRecord] = []
        records.reserveCapacity(recordCount)
        var others = others[...]
        for index in rows.indices {
            while let other = others.first, other.row == index {
                records.append(other.record)
                others.removeFirst()
            }
            let device = devices.identifier(device(of: rows[index], in: bytes.span, &devices.names))
            records.append(
                record(index, device: device, number: firstRecord + UInt64(records.count)))
        }
        return records + others.map(\.record)
    }

    /// A row as a record.
    func record(_ index: Int, device: DeviceID, number: UInt64) -> FixRecord {
        let row = rows[index]
        let fix = Location(
            coordinate: LocationCoordinate2D(latitude: row.latitude, longitude: row.longitude),
            timestamp: row.timestamp,
            horizontalAccuracy: row.accuracy.isNaN ? nil : row.accuracy,
            altitude: row.altitude.isNaN ? nil : row.altitude,
            speed: row.speed.isNaN ? nil : row.speed,
            course: row.course.isNaN ? nil : row.course,
            isSimulated: row.isSimulated, reference: number)
        return FixRecord(
            content: .fix(device, fix), line: line(of: row), offset: offset(of: row),
            members: members.isEmpty ? [] : members[index], range: row.range)
    }
}

/// Devices by number, and their identifiers.
struct KnownDevices: Sendable {
    var names = DeviceNames()
    private var identifiers: [DeviceID] = []

    /// Knows no device yet.
    init() {}

    /// The identifier of a device.
    mutating func identifier(_ number: UInt32) -> DeviceID {
        while identifiers.count <= Int(number) {
            identifiers.append(names.identifier(UInt32(identifiers.count)))
        }
        return identifiers[Int(number)]
    }
}

/// Where a decoder found a device.
enum FoundDevice {
    /// Within the record's text.
    case within(Range<Int>)

    /// Nowhere in this form.
    case apart([UInt8])

    /// A device that does not stand in the text.
    static func apart(_ device: DeviceID) -> FoundDevice { .apart(Array(device.rawValue.utf8)) }

    /// The identifier.
    func identifier(in text: Span<UInt8>) -> DeviceID {
        switch self {
        case .within(let range):
            DeviceID(String(decoding: range.map { text[$0] }, as: UTF8.self))
        case .apart(let bytes): DeviceID(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Whether the identifier has as many bytes as it may.
    var isSound: Bool {
        switch self {
        case .within(let range): 1...DeviceRule.byteLimit ~= range.count
        case .apart(let bytes): 1...DeviceRule.byteLimit ~= bytes.count
        }
    }
}
