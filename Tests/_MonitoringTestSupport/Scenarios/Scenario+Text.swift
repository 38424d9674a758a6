import Geodesy
import RegionMonitoring

extension Scenario: CustomStringConvertible {
    /// The scenario as text, one record a line, times in seconds since 1970-01-01.
    public var description: String {
        let policies =
            policy.smaller == policy.larger ? [policy.smaller] : [policy.smaller, policy.larger]
        let head = policies.map { "policy \($0.summary)" } + ["filter \(filter.summary)"]
        return (head + steps.map(\.line)).joined(separator: "\n")
    }
}

extension Scenario.Difference: CustomStringConvertible {
    /// Both results, event by event.
    public var description: String {
        let texts = results.map { result in
            guard let result else { return "refused" }
            let rejections = result.rejections.map {
                "rejected \($0.reason.rawValue) \($0.fix.brief)"
            }
            return (result.events.map(\.line) + rejections).joined(separator: "\n  ")
        }
        return "at record \(step):\n  \(texts.joined(separator: "\n against\n  "))"
    }
}

extension Scenario.Step {
    /// The record in one line.
    public var line: String {
        switch self {
        case .fix(let device, let fix, let now):
            "fix \(device.rawValue) \(fix.brief)" + (now.map { " now \($0.seconds)" } ?? "")
        case .put(let region): "put \(region.identifier.rawValue) \(region.summary)"
        case .remove(let region): "remove \(region.rawValue)"
        case .forget(let device): "forget \(device.rawValue)"
        case .advance(let time): "advance \(time.seconds)"
        case .request(let region, let device): "request \(region.rawValue) of \(device.rawValue)"
        case .flush: "flush"
        }
    }
}

extension Location {
    fileprivate var brief: String {
        "\(timestamp.seconds) \(coordinate.brief) a \(horizontalAccuracy.map { "\($0)" } ?? "none")"
    }
}

extension LocationCoordinate2D {
    fileprivate var brief: String { "(\(latitude), \(longitude))" }
}

extension Region {
    fileprivate var summary: String {
        let flags = [(notifyOnEntry, "entry"), (notifyOnExit, "exit"), (notifyOnDwell, "dwell")]
            .filter { !$0.0 }.map { " no \($0.1)" }.joined()
        let values = policy == PolicyOverrides() ? "" : " own policy \(policy.summary)"
        return "\(shape.summary)\(flags)\(values)"
    }
}

extension RegionShape {
    fileprivate var summary: String {
        func text(_ ring: [LocationCoordinate2D]) -> String {
            ring.map(\.brief).joined(separator: " ")
        }
        switch self {
        case .circle(let circle): return "circle \(circle.center.brief) r \(circle.radius)"
        case .polygons(let parts):
            return parts.map { part in
                ([part.exterior] + part.holes).map(text).joined(separator: " hole ")
            }.joined(separator: " and polygon ")
        case .corridor(let corridor):
            let lines = corridor.lines.map(text).joined(separator: " and ")
            return "corridor w \(corridor.halfWidth) \(lines)"
        }
    }
}

extension TransitionPolicy {
    /// The values that are not those of a plain policy.
    fileprivate var summary: String {
        Self.differences(of: self, to: TransitionPolicy()) { label, value, plain in
            label == "entry" || label == "exit" ? Self.differences(of: value, to: plain) : value
        }
    }

    /// The members of one value that are not as in another of its type.
    fileprivate static func differences(
        of value: Any, to plain: Any, _ show: (String, Any, Any) -> Any = { _, value, _ in value }
    ) -> String {
        let members = zip(Mirror(reflecting: value).children, Mirror(reflecting: plain).children)
        let texts = members.compactMap { member, plain -> String? in
            guard "\(member.value)" != "\(plain.value)", let label = member.label else {
                return nil
            }
            return "\(label): \(show(label, member.value, plain.value))"
        }
        return "{\(texts.joined(separator: ", "))}"
    }
}

extension PolicyOverrides {
    /// What is changed.
    fileprivate var summary: String {
        TransitionPolicy.differences(of: self, to: PolicyOverrides()) { label, value, plain in
            label == "entry" || label == "exit"
                ? TransitionPolicy.differences(of: value, to: plain) : value
        }
    }
}

extension LocationFilter {
    fileprivate var summary: String {
        TransitionPolicy.differences(of: self, to: LocationFilter())
    }
}
