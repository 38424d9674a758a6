import Foundation
import RegionMonitoring

// The tolerances are those that the cases state: times within 2 ms, numbers within 1e-6 relative or 2e-3,
// longitudes modulo 360; keys that an expectation lacks are not compared.
extension CaseOutput {
    /// The first difference to what is owed; `nil` when there is none.
    func difference(toEvents expected: [Data], rejects expectedRejects: [String]?) -> String? {
        for (index, line) in expected.enumerated() {
            let wanted = String(decoding: line, as: UTF8.self)
            guard index < events.count else { return "event \(index + 1) is missing: \(wanted)" }
            guard let object = CaseJSON.object(line) else { return "unreadable: \(wanted)" }
            if let key = events[index].firstDifference(to: object) {
                let found = events[index].line
                return "event \(index + 1): \(key) differs; expected \(wanted), got \(found)"
            }
        }
        if events.count > expected.count {
            return "event \(expected.count + 1) is unexpected: \(events[expected.count].line)"
        }
        return expectedRejects.flatMap(difference(toRejects:))
    }

    private func difference(toRejects expected: [String]) -> String? {
        let found = rejects.sorted().map { "\($0.line)\t\($0.reason)" }
        for (index, wanted) in expected.enumerated() {
            guard index < found.count else { return "reject \(wanted) is missing" }
            let parts = wanted.split(separator: "\t")
            let allowed = parts[1].split(separator: "|").map { "\(parts[0])\t\($0)" }
            if !allowed.contains(found[index]) {
                return "reject: expected \(wanted), got \(found[index])"
            }
        }
        return found.count > expected.count ? "reject \(found[expected.count]) is unexpected" : nil
    }
}

extension RegionEvent {
    /// The name of the first expected member that this event lacks or has otherwise.
    fileprivate func firstDifference(to expected: CaseObject) -> String? {
        expected.keys.sorted().first { !agrees(on: $0, with: expected[$0]) }
    }

    private func agrees(on key: String, with value: Any?) -> Bool {
        switch key {
        case "event": kind.rawValue == value as? String
        case "device": device.rawValue == value as? String
        case "region": region.rawValue == value as? String
        case "sequence": sequence == (value as? Int).map(UInt64.init)
        case "visit": visit == (value as? Int).map(UInt64.init)
        case "state": state.rawValue == value as? String
        case "reason": reason?.rawValue == value as? String
        case "evidence": evidence?.rawValue == value as? String
        case "timestamp": timestamp.isNear(value)
        case "decidedAt": decidedAt.isNear(value)
        case "enteredAt": enteredAt?.isNear(value) ?? false
        case "duration": duration.map { ($0 / .seconds(1)).isNear(value) } ?? false
        case "bounds": bounds?.agree(with: value as? [Any]) ?? false
        case "fix": fix?.agrees(with: value as? CaseObject) ?? false
        default: false
        }
    }
}

extension RegionEvent.Bounds {
    fileprivate func agree(with value: [Any]?) -> Bool {
        guard let value, value.count == 2 else { return false }
        let sameStart = earliest?.isNear(value[0]) ?? (value[0] is NSNull)
        return sameStart && latest.isNear(value[1])
    }
}

extension Location {
    fileprivate func agrees(with value: CaseObject?) -> Bool {
        guard let value else { return false }
        let turn = coordinate.longitude - (value["lon"] as? Double ?? .nan)
        return timestamp.isNear(value["timestamp"])
            && abs(coordinate.latitude - (value["lat"] as? Double ?? .nan)) <= 1e-9
            && abs(turn - 360 * (turn / 360).rounded()) <= 1e-9
            && (value["accuracy"] == nil || horizontalAccuracy?.isNear(value["accuracy"]) ?? false)
    }
}

extension Timestamp {
    fileprivate func isNear(_ value: Any?) -> Bool {
        guard let other = (value as? String).flatMap(Timestamp.init(caseText:)) else {
            return false
        }
        return abs(microsecondsSince1970 - other.microsecondsSince1970) <= 2000
    }
}

extension Double {
    fileprivate func isNear(_ value: Any?) -> Bool {
        guard let other = value as? Double else { return false }
        return abs(self - other) <= max(2e-3, 1e-6 * abs(other))
    }
}
