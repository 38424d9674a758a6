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
        bytes.append(text: "{\"event\":\"")
        bytes.append(text: event.kind.rawValue)
        bytes.append(text: "\",\"device\":")
        bytes.append(jsonString: event.device.rawValue)
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
        if let bounds = event.bounds { append(bounds) }
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
        if let fix = event.fix { append(fix) }
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

    private mutating func append(_ bounds: RegionEvent.Bounds) {
        bytes.append(text: ",\"bounds\":[")
        if let earliest = bounds.earliest {
            append(time: earliest)
        } else {
            bytes.append(text: "null")
        }
        bytes.append(UInt8(ascii: ","))
        append(time: bounds.latest)
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func append(_ fix: Location) {
        let coordinate = fix.coordinate.normalized
        bytes.append(text: ",\"fix\":{\"timestamp\":")
        append(time: fix.timestamp)
        bytes.append(text: ",\"lat\":")
        bytes.append(json: coordinate.latitude)
        bytes.append(text: ",\"lon\":")
        bytes.append(json: coordinate.longitude)
        if let accuracy = fix.horizontalAccuracy {
            bytes.append(text: ",\"accuracy\":")
            bytes.append(json: accuracy)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func append(time: Timestamp) {
        bytes.append(UInt8(ascii: "\""))
        time.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}
