import RegionMonitoring
import StrictJSON

extension NDJSONFixDecoder {
    private enum Kind: String, CaseIterable {
        case putRegion
        case removeRegion
        case removeDevice
        case advance
        case requestState
    }

    /// Reads a line that has a member `control`.
    mutating func control(
        _ token: JSONToken, in text: Span<UInt8>
    ) throws(FixDecodingError) -> ControlRecord {
        guard allowsControl else {
            throw FixDecodingError(
                reason: .invalid, field: "control",
                detail: "control records are refused; --control allows them",
                column: LineExcerpt.column(of: token.position, in: text))
        }
        let kind = Kind.allCases.first {
            token.kind == .string && JSONString.text(of: token, in: text, equals: $0.rawValue)
        }
        switch kind {
        case .putRegion:
            return try putRegion(in: text)
        case .removeRegion:
            return .removeRegion(try region(in: text))
        case .removeDevice:
            return .removeDevice(try controlledDevice(in: text))
        case .advance:
            guard let to = value(of: .to) else { throw .missing("to") }
            return .advance(to: try timestamp(to, "to", in: text))
        case .requestState:
            return .requestState(
                device: try controlledDevice(in: text), region: try region(in: text))
        case nil:
            throw unusable(
                token, "control",
                "it must be putRegion, removeRegion, removeDevice, advance or requestState",
                in: text)
        }
    }

    private func putRegion(in text: Span<UInt8>) throws(FixDecodingError) -> ControlRecord {
        guard let token = value(of: .feature) else { throw .missing("feature") }
        guard token.kind == .objectStart else {
            throw unusable(token, "feature", "it must be a GeoJSON feature", in: text)
        }
        return .putRegion(
            feature: feature.map { text[$0] },
            column: LineExcerpt.column(of: token.position, in: text))
    }

    /// Reads the device of a control, which has the names that it has in fixes.
    private mutating func controlledDevice(
        in text: Span<UInt8>
    ) throws(FixDecodingError) -> DeviceID {
        guard let (token, slot) = value(of: .device) else {
            throw .missing(names.preferredName(of: .device))
        }
        return try device(token, names.names[slot], in: text).identifier(in: text)
    }

    /// Reads a region's identifier: a text, or a number in its one canonical form.
    private func region(in text: Span<UInt8>) throws(FixDecodingError) -> RegionID {
        guard let token = value(of: .region) else { throw .missing("region") }
        switch token.kind {
        case .string where token.start < token.end:
            return RegionID(JSONString.text(of: token, in: text))
        case .number:
            if let canonical = JSONNumber(token, in: text).canonicalText(in: text) {
                return RegionID(canonical)
            }
        default:
            break
        }
        throw unusable(token, "region", "it must be the identifier of a region", in: text)
    }
}
