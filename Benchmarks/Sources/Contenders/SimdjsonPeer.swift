import CPeers

/// The bare reading of a file of fixes by simdjson, where it is installed.
package enum SimdjsonPeer {
    /// Whether it is.
    package static var isAvailable: Bool { simdjson_peer_is_available() }

    /// Reads a file to its end.
    ///
    /// - Returns: How many lines it has; `nil` when it cannot be read.
    package static func read(_ path: String) -> Int? {
        var sum = 0.0
        // SAFETY: the path and the sum live through the call.
        let count = unsafe simdjson_peer_read(path, &sum)
        return count >= 0 && sum.isFinite ? count : nil
    }
}
