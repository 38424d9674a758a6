import RegionMonitoring
import StrictJSON

/// The `policy` among a feature's properties.
enum FeaturePolicy {
    /// Reads the values that a feature sets; an unknown name or an unusable value refuses it.
    static func read(_ value: JSONValue?, in bytes: Span<UInt8>) throws(Refusal) -> PolicyOverrides
    {
        var overrides = PolicyOverrides()
        guard let value else { return overrides }
        guard value.kind == .objectStart else {
            throw Refusal("properties.policy", is: value, expected: "an object or null", in: bytes)
        }
        var cursor = JSONCursor(at: value.offset)
        _ = try cursor.token(in: bytes)
        while let (key, value) = try cursor.member(in: bytes) {
            let name = JSONString.text(of: key, in: bytes)
            guard let option = PolicyOption(rawValue: name) else {
                let names = PolicyOption.allCases.map(\.rawValue)
                throw Refusal(
                    at: key.position,
                    .unknownPolicyValue(name: name, nearest: nearestName(to: name, among: names)))
            }
            guard let value = try policyValue(value, named: name, in: bytes) else { continue }
            do throws(PolicyError) {
                try overrides.set(option, to: value.value)
            } catch {
                throw Refusal(at: value.offset, .policy(error.description))
            }
        }
        return overrides
    }

    /// The value as a policy takes it; `nil` for null, which means absent.
    private static func policyValue(
        _ value: JSONValue, named name: String, in bytes: Span<UInt8>
    ) throws(Refusal) -> (value: PolicyValue, offset: Int)? {
        switch value.kind {
        case .null: return nil
        case .true: return (.flag(true), value.offset)
        case .false: return (.flag(false), value.offset)
        case .string:
            return (.text(JSONString.text(of: value.token, in: bytes)), value.offset)
        case .number:
            if let number = JSONNumber(value.token, in: bytes).double(in: bytes) {
                return (.number(number), value.offset)
            }
        case .arrayStart:
            if let list = try texts(of: value, in: bytes) { return (.list(list), value.offset) }
        default: break
        }
        throw Refusal(
            "policy.\(name)", is: value, expected: "a finite number, a text or true or false",
            in: bytes)
    }

    /// The elements of an array of texts; `nil` when other things are among them.
    private static func texts(
        of array: JSONValue, in bytes: Span<UInt8>
    ) throws(Refusal) -> [String]? {
        var cursor = JSONCursor(at: array.offset)
        _ = try cursor.token(in: bytes)
        var result: [String] = []
        while true {
            let token = try cursor.token(in: bytes)
            switch token.kind {
            case .string: result.append(JSONString.text(of: token, in: bytes))
            case .arrayEnd: return result
            default: return nil
            }
        }
    }
}
