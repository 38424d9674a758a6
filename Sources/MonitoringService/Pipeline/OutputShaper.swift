import EventDelivery
import FixStreams
import RegionMonitoring

/// Makes the records that go out from what the monitor made, where they are more than events.
///
/// What is carried along is that of the moment of the decision: the properties of a region as they were
/// then, the members of the record that brought the deciding fix.
struct OutputShaper: Sendable {
    /// The records that have gathered.
    private(set) var records: [OutputRecord] = []

    private let shape: OutputShape

    /// The members of held fixes.
    var held: HeldRecords<JSONMembers>?

    /// The members of the record that is being taken, and its number.
    private var current = JSONMembers()
    private var currentReference: UInt64 = 0

    /// The properties of the regions in force that were asked for so far.
    private var properties: [RegionID: JSONMembers] = [:]

    init(_ shape: OutputShape, reorderWindow: Duration?) {
        self.shape = shape
        if shape.carriesFixMembers, let reorderWindow {
            held = HeldRecords(window: reorderWindow)
        }
    }

    /// What the monitor must report.
    var reports: MonitorReports {
        switch shape.emission {
        case .events: []
        case .visits: .visits
        case .fixes: .deliveredFixes
        }
    }

    /// Whether what could not be monitored is told.
    var tellsFailures: Bool { shape.emission == .events }

    /// Takes the members of the record whose fix the monitor is to be given.
    mutating func begin(_ members: [FixMember], reference: UInt64) {
        currentReference = reference
        current = JSONMembers()
        guard shape.carriesFixMembers else { return }
        for member in members {
            switch member.value {
            case .json(let text): current.append(member.name, json: text)
            case .text(let text): current.append(member.name, text: text)
            }
        }
    }

    /// Remembers the members of a fix that the monitor may hold back.
    mutating func hold(_ fix: Location, from device: DeviceID) {
        held?.hold(current, of: fix, from: device)
    }

    /// Forgets the members of fixes that were released.
    mutating func release(_ release: HeldRelease) { held?.release(release) }

    /// Empties the records and keeps their storage.
    mutating func removeRecords() { records.removeAll(keepingCapacity: true) }

    /// Reads the properties of a region that is about to be changed or removed, since events that are
    /// decided before that are still to come.
    mutating func prepareChange(of region: RegionID, in monitor: borrowing RegionMonitor) {
        _ = properties(of: region, in: monitor)
    }

    /// Forgets the properties of a region that was changed or removed.
    mutating func didChange(_ region: RegionID) { properties[region] = nil }

    /// Takes what a call of the monitor made.
    mutating func take(_ output: borrowing MonitorOutput, of monitor: borrowing RegionMonitor) {
        switch shape.emission {
        case .events:
            for event in output.events {
                var record = OutputRecord(.event(event))
                if let fix = event.fix { record.fixMembers = members(of: fix) }
                record.properties = properties(of: event.region, in: monitor)
                records.append(record)
            }
        case .visits:
            for visit in output.visits {
                var record = OutputRecord(.visit(visit))
                record.properties = properties(of: visit.region, in: monitor)
                records.append(record)
            }
        case .fixes:
            for delivered in output.deliveredFixes {
                var record = OutputRecord(.fix(delivered))
                record.fixMembers = members(of: delivered.fix)
                records.append(record)
            }
        }
    }

    private func members(of fix: Location) -> JSONMembers {
        if fix.reference == currentReference { return current }
        return held?[fix.reference] ?? JSONMembers()
    }

    private mutating func properties(
        of identifier: RegionID, in monitor: borrowing RegionMonitor
    ) -> JSONMembers {
        if shape.regionProperties.isEmpty { return JSONMembers() }
        if let known = properties[identifier] { return known }
        guard let region = monitor.monitoredRegion(identifier) else { return JSONMembers() }
        var members = JSONMembers()
        for name in shape.regionProperties {
            if name == "name", let text = region.name {
                members.append(name, text: text)
            } else if let json = region.properties[name] {
                members.append(name, json: json)
            }
        }
        properties[identifier] = members
        return members
    }
}
