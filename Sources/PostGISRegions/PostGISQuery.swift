/// A query for regions as `--regions` names it: `postgres://user@host/database?sql=SELECT …`.
package struct PostGISQuery: Sendable {
    /// Why a text is no such query.
    package struct Failure: Error {
        /// The reason, in one line.
        package var message: String

        /// Creates a failure.
        package init(message: String) { self.message = message }
    }

    /// The connection URI for libpq, without the query.
    package let connection: String

    /// The statement.
    package let statement: String

    /// What messages call it: the URI without user, password and parameters.
    package let name: String

    /// Whether a text names a database rather than a file.
    package static func isNamed(by text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    /// Takes a URI apart: all that follows `sql=` is the statement.
    ///
    /// In it `%20` and the like stand for bytes, as in any URI; a percent sign is written `%25`.
    package init(_ text: String) throws(Failure) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parameters = parts.count == 2 ? parts[1] : ""
        var rest = parameters
        var kept: [Substring] = []
        var statement: Substring?
        while !rest.isEmpty {
            if rest.hasPrefix("sql=") {
                statement = rest.dropFirst(4)
                break
            }
            let parameter = rest.prefix { $0 != "&" }
            kept.append(parameter)
            rest = rest.dropFirst(parameter.count + 1)
        }
        guard let statement, let decoded = Self.decoded(statement), !decoded.isEmpty else {
            throw Failure(
                message:
                    "the URI must end with '?sql=' and a statement in UTF-8, in which a percent "
                    + "sign is written '%25'")
        }
        self.statement = decoded
        let base = String(parts[0])
        connection = kept.isEmpty ? base : base + "?" + kept.joined(separator: "&")
        let scheme = base.prefix { $0 != ":" } + "://"
        let place = base.dropFirst(scheme.count)
        let host = place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place
        name = String(scheme) + String(host)
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = String(Substring(rest.prefix(2)))
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2,
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        // libpq takes C strings.
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}
