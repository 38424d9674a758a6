import CPeers

/// What was found, in a form that can be compared: how many pairs (or events), and a sum of their
/// hashes, which no order changes.
package struct Answer: Hashable, Sendable, CustomStringConvertible {
    /// How many.
    package private(set) var count: UInt64 = 0

    /// The sum of the hashes.
    package private(set) var hash: UInt64 = 0

    /// Creates the answer that nothing was found.
    package init() {}

    init(_ answer: peer_answer) {
        count = answer.count
        hash = answer.hash
    }

    mutating func add(pair: UInt64) {
        // As in PairHash.hpp.
        var z = pair &* 0x9E37_79B9_7F4A_7C15
        z ^= z >> 29
        hash &+= z &* 0xBF58_476D_1CE4_E5B9
        count += 1
    }

    mutating func add(place: Int, region: UInt32) {
        add(pair: UInt64(place) << 32 | UInt64(region))
    }

    mutating func add(fix: Int, region: UInt32, isEnter: Bool) {
        add(pair: UInt64(fix) << 33 | UInt64(region) << 1 | (isEnter ? 1 : 0))
    }

    /// Adds what was found in another part.
    package static func += (lhs: inout Answer, rhs: Answer) {
        lhs.count += rhs.count
        lhs.hash &+= rhs.hash
    }

    /// The count and the hash.
    package var description: String { "\(count) (\(String(hash, radix: 16)))" }
}
