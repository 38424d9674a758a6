/// A pattern of names as shells have it: `*` stands for any text, `?` for one character (a Unicode
/// scalar), everything else for itself.
package struct Glob: Hashable, Sendable {
    private let pattern: [Unicode.Scalar]

    /// Creates a pattern; every text is one.
    package init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

    /// Whether the whole name is of this pattern.
    ///
    /// - Complexity: O(name · pattern) at worst, by going back to the last `*` only.
    package func matches(_ name: String) -> Bool {
        let name = Array(name.unicodeScalars)
        var place = 0
        var next = 0
        var retry: (place: Int, next: Int)?
        while place < name.count {
            if next < pattern.count, pattern[next] == "*" {
                retry = (place, next + 1)
                next += 1
            } else if next < pattern.count, pattern[next] == "?" || pattern[next] == name[place] {
                place += 1
                next += 1
            } else if let (start, afterStar) = retry {
                place = start + 1
                next = afterStar
                retry = (place, afterStar)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
