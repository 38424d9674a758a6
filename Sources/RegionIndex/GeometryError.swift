/// Why a shape cannot be a region: a sentence for people, with the value found and the value allowed.
package struct GeometryError: Error, Hashable, Sendable, CustomStringConvertible {
    package var reason: String

    package init(reason: String) { self.reason = reason }

    package var description: String { reason }
}
