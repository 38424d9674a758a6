public import RegionMonitoring

/// Writes events as NDJSON: one JSON object a line, with its members in a fixed order.
///
/// Text is appended to one buffer, without formatters and, apart from its growth, without allocation.
public struct NDJSONEventWriter: Sendable {
    /// What was written and not yet removed.
    public private(set) var bytes: [UInt8] = []

    /// Creates a writer with an empty buffer.
    public init() {}

    /// Empties the buffer and keeps its memory.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends one event as a line. Members that do not apply are left out.
    ///
    /// - Complexity: O(length of the line).
    public mutating func append(_ event: RegionEvent) {
        append(event, fixMembers: JSONMembers(), properties: JSONMembers())
    }

    /// Appends one event as a line, with what is carried along.
    mutating func append(
        _ event: RegionEvent, fixMembers: JSONMembers, properties: JSONMembers, epoch: UInt64 = 0
    ) {
        bytes.append(text: "{\"event\":\"")
        bytes.append(text: event.kind.rawValue)
        bytes.append(text: "\",\"device\":")
        bytes.append(jsonString: event.device.rawValue)
        if epoch != 0 {
            bytes.append(text: ",\"epoch\":")
            bytes.append(decimal: epoch)
        }
        bytes.append(text: ",\"sequence\":")
        bytes.append(decimal: event.sequence)
        if let visit = event.visit {
            bytes.append(text: ",\"visit\":")
            bytes.append(decimal: visit)
        }
        bytes.append(text: ",\"region\":")
        bytes.append(jsonString: event.region.rawValue)
        bytes.append(text: ",\"timestamp\":")
        append(time: event.timestamp)
        if let bounds = event.bounds { append(bounds, as: ",\"bounds\":") }
        bytes.append(text: ",\"decidedAt\":")
        append(time: event.decidedAt)
        if let evidence = event.evidence {
            bytes.append(text: ",\"evidence\":\"")
            bytes.append(text: evidence.rawValue)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(text: ",\"state\":\"")
        bytes.append(text: event.state.rawValue)
        bytes.append(UInt8(ascii: "\""))
        if let reason = event.reason {
            bytes.append(text: ",\"reason\":\"")
            bytes.append(text: reason.rawValue)
            bytes.append(UInt8(ascii: "\""))
        }
        if let enteredAt = event.enteredAt {
            bytes.append(text: ",\"enteredAt\":")
            append(time: enteredAt)
        }
        if let duration = event.duration {
            bytes.append(text: ",\"duration\":")
            bytes.append(seconds: duration.wholeMicroseconds)
        }
        if let fix = event.fix {
            bytes.append(text: ",\"fix\":{")
            append(membersOf: fix, and: fixMembers)
            bytes.append(UInt8(ascii: "}"))
        }
        append(properties: properties)
        bytes.append(text: "}\n")
    }

    /// Appends one failure as a `monitoringDidFail` line.
    public mutating func append(_ failure: MonitoringFailure) {
        bytes.append(text: "{\"event\":\"monitoringDidFail\"")
        if let region = failure.region {
            bytes.append(text: ",\"region\":")
            bytes.append(jsonString: region.rawValue)
        }
        bytes.append(text: ",\"reason\":")
        bytes.append(jsonString: failure.reason)
        bytes.append(text: ",\"detail\":")
        bytes.append(jsonString: failure.detail)
        bytes.append(text: "}\n")
    }
}

// MARK: - Parts of lines

extension NDJSONEventWriter {
    mutating func append(text: String) { bytes.append(text: text) }

    mutating func append(jsonString text: String) { bytes.append(jsonString: text) }

    mutating func append(json number: Double) { bytes.append(json: number) }

    mutating func append(decimal number: UInt64) { bytes.append(decimal: number) }

    mutating func append(seconds microseconds: Int64) { bytes.append(seconds: microseconds) }

    /// Appends a time after the text that names it.
    mutating func append(time: Timestamp, as name: String = "") {
        bytes.append(text: name)
        bytes.append(UInt8(ascii: "\""))
        time.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends bounds after the text that names them.
    mutating func append(_ bounds: RegionEvent.Bounds, as name: String) {
        bytes.append(text: name)
        bytes.append(UInt8(ascii: "["))
        if let earliest = bounds.earliest {
            append(time: earliest)
        } else {
            bytes.append(text: "null")
        }
        bytes.append(UInt8(ascii: ","))
        append(time: bounds.latest)
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends what a fix is, and then the members carried along from its record.
    mutating func append(membersOf fix: Location, and carried: JSONMembers) {
        let coordinate = fix.coordinate.normalized
        bytes.append(text: "\"timestamp\":")
        append(time: fix.timestamp)
        bytes.append(text: ",\"lat\":")
        bytes.append(json: coordinate.latitude)
        bytes.append(text: ",\"lon\":")
        bytes.append(json: coordinate.longitude)
        if let accuracy = fix.horizontalAccuracy {
            bytes.append(text: ",\"accuracy\":")
            bytes.append(json: accuracy)
        }
        if !carried.isEmpty {
            bytes.append(UInt8(ascii: ","))
            bytes.append(contentsOf: carried.bytes)
        }
    }

    /// Appends a region's properties, if there are any.
    mutating func append(properties: JSONMembers) {
        if properties.isEmpty { return }
        bytes.append(text: ",\"properties\":{")
        bytes.append(contentsOf: properties.bytes)
        bytes.append(UInt8(ascii: "}"))
    }
}

extension NDJSONEventWriter {
    /// Removes the end of the last line.
    mutating func removeLineEnd() {
        precondition(bytes.last == UInt8(ascii: "\n"), "there is a line")
        bytes.removeLast()
    }

    /// Makes the last line the last member of an object around it, and ends that in its place.
    mutating func closeEmbedded() {
        removeLineEnd()
        bytes.append(text: "}\n")
    }
}
