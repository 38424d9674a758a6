import RegionMonitoring
import StrictJSON

/// Why a file or a feature cannot be used, by byte offset: lines are counted later, all in one pass.
struct Refusal: Error {
    var offset: Int
    var reason: RegionFileFinding.Reason

    init(at offset: Int, _ reason: RegionFileFinding.Reason) {
        self.offset = offset
        self.reason = reason
    }

    init(_ error: JSONError) {
        offset = error.offset
        reason = .notJSON(
            found: error.found.description.printable, expected: error.expected.description)
    }

    /// A member whose value is not what it must be.
    init(
        _ member: String, is value: JSONValue, expected: String, in bytes: Span<UInt8>
    ) {
        offset = value.offset
        reason = .wrongValue(member: member, found: value.shown(in: bytes), expected: expected)
    }
}

extension JSONValue {
    /// The value as a message shows it: a scalar as it is written, cut after 40 characters.
    func shown(in bytes: Span<UInt8>) -> String {
        switch kind {
        case .objectStart, .arrayStart: return kind.name
        default:
            return bytes.shown(range)
        }
    }
}

extension Span<UInt8> {
    /// A copy of some of the bytes.
    func array(_ range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        for index in range { result.append(self[index]) }
        return result
    }
}

extension JSONCursor {
    /// The next token, an error turned into a refusal.
    mutating func token(in bytes: Span<UInt8>) throws(Refusal) -> JSONToken {
        do throws(JSONError) {
            return try next(in: bytes)
        } catch {
            throw Refusal(error)
        }
    }

    /// The next member of an object, an error turned into a refusal.
    mutating func member(
        in bytes: Span<UInt8>
    ) throws(Refusal) -> (key: JSONToken, value: JSONValue)? {
        do throws(JSONError) {
            return try nextMember(in: bytes)
        } catch {
            throw Refusal(error)
        }
    }

    /// What is left of a value, an error turned into a refusal.
    mutating func rest(
        of token: JSONToken, in bytes: Span<UInt8>
    ) throws(Refusal) -> JSONValue {
        do throws(JSONError) {
            return JSONValue(token: token, range: try skipRest(of: token, in: bytes))
        } catch {
            throw Refusal(error)
        }
    }
}
