import RegionMonitoring
import StrictJSON

/// The properties of a feature: those that mean something here, and the rest as JSON texts.
struct FeatureProperties {
    var id: JSONValue?
    var identifier: JSONValue?

    /// The property that was asked for as the identifier.
    var chosenIdentifier: JSONValue?
    var radius: JSONValue?
    var width: JSONValue?
    var radiusUnits: JSONValue?

    /// What is read into the region; the geometry and the identifier are not.
    var name: String?
    var notifyOnEntry: JSONValue?
    var notifyOnExit: JSONValue?
    var notifyOnDwell: JSONValue?
    var policy: JSONValue?

    /// All properties but the name, the notify flags and the policy.
    var others: [String: String] = [:]

    init() {}

    /// Reads the value of a feature's `properties`.
    ///
    /// - Parameter chosen: The name of the property that is the feature's identifier.
    init(_ value: JSONValue?, identifiedBy chosen: String? = nil, in bytes: Span<UInt8>)
        throws(Refusal)
    {
        guard let value, value.kind != .null else { return }
        guard value.kind == .objectStart else {
            throw Refusal("properties", is: value, expected: "an object or null", in: bytes)
        }
        var cursor = JSONCursor(at: value.offset)
        _ = try cursor.token(in: bytes)
        while let (key, value) = try cursor.member(in: bytes) {
            let name = JSONString.text(of: key, in: bytes)
            if name == chosen { chosenIdentifier = value }
            switch name {
            case "name":
                // A name is for people: whatever else stands there is kept, and harms nobody.
                self.name =
                    value.kind == .string ? JSONString.text(of: value.token, in: bytes) : nil
                others[name] = value.kind == .string ? nil : value.compactText(in: bytes)
                continue
            case "notifyOnEntry": notifyOnEntry = value.unlessNull
            case "notifyOnExit": notifyOnExit = value.unlessNull
            case "notifyOnDwell": notifyOnDwell = value.unlessNull
            case "policy": policy = value.unlessNull
            case "id": id = value
            case "identifier": identifier = value
            case "radius": radius = value.unlessNull
            case "width": width = value.unlessNull
            case "radius_units", "radiusUnits": radiusUnits = value.unlessNull
            default: break
            }
            switch name {
            case "notifyOnEntry", "notifyOnExit", "notifyOnDwell", "policy": break
            default: others[name] = value.compactText(in: bytes)
            }
        }
    }

    /// A flag that is true where nothing is said.
    static func flag(
        _ value: JSONValue?, _ name: String, in bytes: Span<UInt8>
    ) throws(Refusal) -> Bool {
        guard let value else { return true }
        switch value.kind {
        case .true: return true
        case .false: return false
        default:
            throw Refusal(
                "properties.\(name)", is: value, expected: "true or false", in: bytes)
        }
    }

    /// The radius of a circle in metres.
    func circleRadius(of feature: Int, in bytes: Span<UInt8>) throws(Refusal) -> Double {
        guard let radius else {
            throw Refusal(
                at: feature,
                .missing(member: "properties.radius", expected: "a number of metres above 0"))
        }
        return try metres(radius, "properties.radius", limit: nil, in: bytes)
    }

    /// The half-width of a corridor in metres: `width`, else `radius`.
    func corridorHalfWidth(of feature: Int, in bytes: Span<UInt8>) throws(Refusal) -> Double {
        let limit = 20_000.0
        if let width {
            return try metres(width, "properties.width", limit: limit, in: bytes)
        }
        if let radius {
            return try metres(radius, "properties.radius", limit: limit, in: bytes)
        }
        throw Refusal(
            at: feature,
            .missing(
                member: "properties.width",
                expected: "half the width as a number of metres, above 0 and at most 20000"))
    }

    private func metres(
        _ value: JSONValue, _ member: String, limit: Double?, in bytes: Span<UInt8>
    ) throws(Refusal) -> Double {
        if let units = radiusUnits {
            let text = units.kind == .string ? JSONString.text(of: units.token, in: bytes) : nil
            guard let text, ["m", "meter", "meters", "metre", "metres"].contains(text) else {
                throw Refusal(
                    "properties.radius_units", is: units, expected: "\"m\": lengths are in metres",
                    in: bytes)
            }
        }
        guard value.kind == .number,
            let length = JSONNumber(value.token, in: bytes).double(in: bytes),
            length > 0, length <= limit ?? .infinity
        else {
            let range = limit == nil ? "above 0" : "above 0 and at most 20000"
            throw Refusal(member, is: value, expected: "a number of metres \(range)", in: bytes)
        }
        return length
    }
}

extension JSONValue {
    /// The value; `nil` for null, which means absent.
    fileprivate var unlessNull: JSONValue? { kind == .null ? nil : self }
}

extension JSONValue {
    /// The value's text without the white space between its tokens, so that it fits on one line.
    func compactText(in bytes: Span<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var isInString = false
        var isEscaped = false
        for index in range {
            let byte = bytes[index]
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte <= 0x20 {
                continue
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
