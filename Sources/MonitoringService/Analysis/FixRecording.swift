package import FixStreams
package import RegionMonitoring

/// The fixes of finite inputs, in memory, to be evaluated more than once.
package struct FixRecording: Sendable {
    /// A fix and whose it is.
    package struct Entry: Sendable {
        /// The device.
        package var device: DeviceID

        /// The fix.
        package var fix: Location
    }

    /// The fixes, in the order of the input.
    package private(set) var entries: [Entry] = []

    /// How many records were defective.
    package private(set) var defectCount = 0

    /// Creates a recording without fixes.
    package init() {}

    /// Adds a fix.
    package mutating func append(_ fix: Location, of device: DeviceID) {
        entries.append(Entry(device: device, fix: fix))
    }

    /// How many devices there are.
    package var deviceCount: Int { Set(entries.map(\.device)).count }

    /// Reads a reader to its end, or until the end is asked for.
    ///
    /// - Parameters:
    ///   - coordinates: What the coordinates of the fixes are in.
    ///   - note: Takes a line for people on each of the first ten defective records.
    package mutating func read(
        _ reader: FixReader, in coordinates: CoordinateSystem, requests: any RunRequests,
        note: (String) -> Void
    ) throws(FixInputError) {
        while !requests.isEndRequested {
            switch try reader.next() {
            case .end: return
            case .woken: requests.drain()
            case .idle: break
            case .records:
                let file = reader.input?.name ?? ""
                for record in reader.records {
                    switch record.content {
                    case .fix(let device, var fix):
                        fix.coordinate = coordinates.toWGS84(fix.coordinate)
                        append(fix, of: device)
                    case .defect(let error):
                        guard error.isDefect else { continue }
                        defectCount += 1
                        guard defectCount <= 10 else { continue }
                        let reason = RecordRejection(error.reason).rawValue
                        note("\(file):\(record.line):\(error.column): \(reason): \(error.detail)")
                    case .control:
                        // Only where the reader's options allow control records.
                        break
                    }
                }
            }
        }
    }
}
