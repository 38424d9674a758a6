public import RegionMonitoring

extension NDJSONEventWriter {
    /// Appends a visit as a line; members that do not apply are left out.
    ///
    /// `{"visit":3,"device":…,"region":…,"enteredAt":…,"exitedAt":…,"duration":…,"enteredBounds":[…],
    /// "exitedBounds":[…],"decidedAt":…,"reason":…,"dwelled":true}`
    ///
    /// - Complexity: O(length of the line).
    public mutating func append(_ visit: Visit) { append(visit, properties: JSONMembers()) }

    /// Appends a fix and the regions of its device as a line; members that do not apply are left out.
    ///
    /// `{"device":…,"timestamp":…,"lat":…,"lon":…,"accuracy":…,"regions":[…]}`
    ///
    /// - Complexity: O(length of the line).
    public mutating func append(_ fix: DeliveredFix) { append(fix, fixMembers: JSONMembers()) }

    /// Appends a record as a line, with what is carried along.
    ///
    /// - Parameter epoch: The durable state that an event's number belongs to; 0, which is not written,
    ///   for a run without one.
    package mutating func append(_ record: OutputRecord, epoch: UInt64 = 0) {
        switch record.content {
        case .event(let event):
            append(
                event, fixMembers: record.fixMembers, properties: record.properties, epoch: epoch)
        case .visit(let visit):
            append(visit, properties: record.properties)
        case .fix(let fix):
            append(fix, fixMembers: record.fixMembers)
        case .failure(let failure):
            append(failure)
        }
    }

    private mutating func append(_ visit: Visit, properties: JSONMembers) {
        append(text: "{")
        if let number = visit.number {
            append(text: "\"visit\":")
            append(decimal: number)
            append(text: ",")
        }
        append(text: "\"device\":")
        append(jsonString: visit.device.rawValue)
        append(text: ",\"region\":")
        append(jsonString: visit.region.rawValue)
        if let enteredAt = visit.enteredAt { append(time: enteredAt, as: ",\"enteredAt\":") }
        append(time: visit.exitedAt, as: ",\"exitedAt\":")
        if let duration = visit.duration {
            append(text: ",\"duration\":")
            append(seconds: duration.wholeMicroseconds)
        }
        if let bounds = visit.enteredBounds { append(bounds, as: ",\"enteredBounds\":") }
        if let bounds = visit.exitedBounds { append(bounds, as: ",\"exitedBounds\":") }
        append(time: visit.decidedAt, as: ",\"decidedAt\":")
        if let reason = visit.reason {
            append(text: ",\"reason\":\"")
            append(text: reason.rawValue)
            append(text: "\"")
        }
        if visit.hasDwelled { append(text: ",\"dwelled\":true") }
        append(properties: properties)
        append(text: "}\n")
    }

    private mutating func append(_ delivered: DeliveredFix, fixMembers: JSONMembers) {
        append(text: "{\"device\":")
        append(jsonString: delivered.device.rawValue)
        append(text: ",")
        append(membersOf: delivered.fix, and: fixMembers)
        append(text: ",\"regions\":[")
        for (index, region) in delivered.regions.enumerated() {
            if index > 0 { append(text: ",") }
            append(jsonString: region.rawValue)
        }
        append(text: "]}\n")
    }
}
