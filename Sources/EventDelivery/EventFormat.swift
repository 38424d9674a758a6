package import RegionMonitoring

/// How a sink's records are written.
package enum EventFormat: String, Hashable, Sendable, CaseIterable {
    /// The records as they are, one JSON object a line.
    case ndjson

    /// CloudEvents 1.0 in its JSON event format, one a line, with the record as `data`.
    case cloudevents
}

extension NDJSONEventWriter {
    /// Appends a message as a line in a format.
    package mutating func append(_ message: DeliveryMessage, as format: EventFormat) {
        switch format {
        case .ndjson: append(message.record, epoch: message.epoch)
        case .cloudevents: appendCloudEvent(message)
        }
    }

    /// `{"specversion":"1.0","id":IDENTITY,"source":"fencewatch","type":"fencewatch.didEnterRegion",
    /// "subject":DEVICE,"time":…,"datacontenttype":"application/json","data":{…}}`
    private mutating func appendCloudEvent(_ message: DeliveryMessage) {
        append(text: "{\"specversion\":\"1.0\",\"id\":")
        append(jsonString: message.identity)
        append(text: ",\"source\":\"fencewatch\",\"type\":\"fencewatch.")
        append(text: message.record.typeName)
        append(text: "\"")
        if let device = message.device {
            append(text: ",\"subject\":")
            append(jsonString: device.rawValue)
        }
        if let time = message.record.time { append(time: time, as: ",\"time\":") }
        append(text: ",\"datacontenttype\":\"application/json\",\"data\":")
        append(message.record, epoch: message.epoch)
        closeEmbedded()
    }
}

extension OutputRecord {
    /// What kind of record it is.
    package var typeName: String {
        switch content {
        case .event(let event): event.kind.rawValue
        case .visit: "visit"
        case .fix: "fix"
        case .failure: "monitoringDidFail"
        }
    }

    /// When what it tells happened.
    package var time: Timestamp? {
        switch content {
        case .event(let event): event.timestamp
        case .visit(let visit): visit.exitedAt
        case .fix(let fix): fix.fix.timestamp
        case .failure: nil
        }
    }
}
