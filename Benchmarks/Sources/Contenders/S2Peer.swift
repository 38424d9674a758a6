import CPeers

/// S2's shape index, where the library is installed.
@safe
package final class S2Peer: Contender {
    package let name = "S2"

    // Great circles between the vertices, and circles with 64 corners.
    package let isExact = false

    private let pointer: OpaquePointer

    /// Builds the index; `nil` where S2 is not installed.
    package init?(_ regions: RegionSet) {
        // SAFETY: the columns live through the call, which copies what it keeps.
        guard let pointer = unsafe regions.withColumns({ unsafe s2_peer_create(&$0) }) else {
            return nil
        }
        unsafe self.pointer = pointer
    }

    deinit {
        // SAFETY: made by s2_peer_create, destroyed only here.
        unsafe s2_peer_destroy(pointer)
    }

    /// Whether S2 is installed.
    package static var isAvailable: Bool { s2_peer_is_available() }

    package func take(_ batch: FixBatch) {
        // SAFETY: both columns have `count` values and live through the call.
        unsafe s2_peer_membership(pointer, batch.longitudes, batch.latitudes, batch.count)
    }

    package func answer(to batch: FixBatch) -> Answer {
        // SAFETY: the peer is alive.
        Answer(unsafe s2_peer_pairs(pointer, batch.first))
    }
}
