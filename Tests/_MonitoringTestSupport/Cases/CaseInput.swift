import Foundation
import Geodesy
import RegionMonitoring

/// What a monitor gave on a case's input.
struct CaseOutput {
    var events: [RegionEvent] = []

    /// The rejected lines with their reasons.
    var rejects: [Reject] = []

    struct Reject: Comparable {
        var line: Int
        var reason: String

        static func < (lhs: Reject, rhs: Reject) -> Bool { lhs.line < rhs.line }
    }

    mutating func append(_ result: MonitorResult) {
        events += result.events
        rejects += result.rejections.map {
            Reject(line: Int($0.fix.reference), reason: $0.reason.rawValue)
        }
    }
}

/// Feeds lines of a case's NDJSON to a monitor.
struct CaseInput {
    var takesControls: Bool

    /// A clock after all cases but the fix from 2099.
    private static let now = Timestamp(caseText: "2027-01-01T00:00:00Z")

    func feed(
        _ line: String, number: Int, to monitor: inout any MonitorUnderTest,
        _ output: inout CaseOutput
    ) {
        guard line.contains(where: { !$0.isWhitespace }) else { return }
        guard let record = CaseJSON.object(Data(line.utf8)) else {
            output.rejects.append(.init(line: number, reason: "malformed"))
            return
        }
        if let control = record["control"] as? String {
            guard takesControls, let result = apply(control, record, to: &monitor) else {
                output.rejects.append(.init(line: number, reason: "invalid"))
                return
            }
            output.append(result)
        } else if let device = record["device"] as? String, let fix = fix(record, number) {
            output.append(monitor.update(with: fix, from: DeviceID(device), now: Self.now))
        } else {
            output.rejects.append(.init(line: number, reason: "invalid"))
        }
    }

    private func fix(_ record: CaseObject, _ number: Int) -> Location? {
        guard let time = (record["timestamp"] as? String).flatMap(Timestamp.init(caseText:)),
            let latitude = record["lat"] as? Double, let longitude = record["lon"] as? Double
        else { return nil }
        return Location(
            coordinate: LocationCoordinate2D(latitude: latitude, longitude: longitude),
            timestamp: time, horizontalAccuracy: record["accuracy"] as? Double,
            isSimulated: record["simulated"] as? Bool ?? false, reference: UInt64(number))
    }

    /// `nil` for a control record that is defective.
    private func apply(
        _ control: String, _ record: CaseObject, to monitor: inout any MonitorUnderTest
    ) -> MonitorResult? {
        let region = (record["region"] as? String).map { RegionID($0) }
        let device = (record["device"] as? String).map { DeviceID($0) }
        switch control {
        case "putRegion":
            guard let feature = record["feature"] as? CaseObject else { return nil }
            return try? monitor.startMonitoring(for: CaseJSON.region(feature))
        case "removeRegion": return region.map { monitor.stopMonitoring(for: $0) }
        case "removeDevice": return device.map { monitor.removeDevice($0) }
        case "advance":
            return (record["to"] as? String).flatMap(Timestamp.init(caseText:))
                .map { monitor.advance(to: $0) }
        case "requestState":
            guard let region, let device else { return nil }
            return monitor.requestState(for: region, of: device)
        default: return nil
        }
    }
}
