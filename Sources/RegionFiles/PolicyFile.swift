package import RegionMonitoring
import StrictJSON

/// Reads a policy that stands in a file of its own: a JSON object with the names that a region's
/// `policy` has, such as `{"preset":"site","exitDistance":30}`.
package enum PolicyFile {
    /// The values that a file sets; `nil` when it is a JSON object with a `type`, and so GeoJSON.
    ///
    /// - Throws: What is wrong, with its place.
    package static func read(
        _ bytes: [UInt8], named file: String
    ) throws(RegionFileFinding) -> PolicyOverrides? {
        let bytes = bytes.span
        do throws(Refusal) {
            var cursor = JSONCursor()
            let token = try cursor.token(in: bytes)
            let value = try cursor.rest(of: token, in: bytes)
            _ = try cursor.token(in: bytes)
            guard token.kind == .objectStart else {
                throw Refusal("the file", is: value, expected: "an object", in: bytes)
            }
            var members = JSONCursor(at: value.offset)
            _ = try members.token(in: bytes)
            while let (key, _) = try members.member(in: bytes) {
                if JSONString.text(of: key, in: bytes) == "type" { return nil }
            }
            return try FeaturePolicy.read(value, in: bytes)
        } catch {
            let place = TextPosition(of: error.offset, in: bytes)
            throw RegionFileFinding(
                position: SourcePosition(file: file, line: place.line, column: place.column),
                reason: error.reason)
        }
    }
}
