import CPeers

/// GEOS with an STRtree of boxes and prepared geometries.
@safe
package final class GEOSPeer {
    private let pointer: OpaquePointer

    /// Builds the tree and prepares the geometries.
    package init(_ regions: RegionSet) {
        // SAFETY: the columns live through the call, which copies what it keeps.
        unsafe pointer = unsafe regions.withColumns { unsafe geos_peer_create(&$0) }
    }

    deinit {
        // SAFETY: made by geos_peer_create, destroyed only here.
        unsafe geos_peer_destroy(pointer)
    }

    /// The version of GEOS.
    package static var version: String {
        // SAFETY: a constant text of the library.
        unsafe String(cString: geos_peer_version())
    }

    /// The regions of each place.
    package var membership: any Contender { Membership(peer: self) }

    /// The enters and exits of each fix, from devices that start outside.
    package func tracking(deviceCount: Int) -> any Contender {
        Tracking(peer: self, deviceCount: deviceCount)
    }

    private final class Membership: Contender {
        let name = "GEOS"
        let peer: GEOSPeer

        init(peer: GEOSPeer) { self.peer = peer }

        func take(_ batch: FixBatch) {
            // SAFETY: both columns have `count` values and live through the call.
            unsafe geos_peer_membership(
                peer.pointer, batch.longitudes, batch.latitudes, batch.count)
        }

        func answer(to batch: FixBatch) -> Answer {
            // SAFETY: the peer is alive.
            Answer(unsafe geos_peer_pairs(peer.pointer, batch.first))
        }
    }

    private final class Tracking: Contender {
        let name = "GEOS + enter/exit"
        let peer: GEOSPeer
        let deviceCount: Int

        init(peer: GEOSPeer, deviceCount: Int) {
            self.peer = peer
            self.deviceCount = deviceCount
        }

        func reset() {
            // SAFETY: the peer is alive.
            unsafe geos_peer_reset(peer.pointer, deviceCount)
        }

        func take(_ batch: FixBatch) {
            // SAFETY: the columns have `count` values and live through the call; devices are below
            // the count that `reset` made room for.
            unsafe geos_peer_track(
                peer.pointer, batch.longitudes, batch.latitudes, batch.devices, batch.count)
        }

        func answer(to batch: FixBatch) -> Answer {
            // SAFETY: the peer is alive.
            Answer(unsafe geos_peer_events(peer.pointer, batch.first))
        }
    }
}

extension RegionSet {
    /// Calls a function with the set as C sees it, for the length of the call.
    @unsafe
    func withColumns<Result>(_ body: (inout peer_regions) -> Result) -> Result {
        unsafe vertices.withUnsafeBufferPointer { vertices in
            unsafe ringEnds.withUnsafeBufferPointer { ringEnds in
                unsafe ringPolygons.withUnsafeBufferPointer { ringPolygons in
                    unsafe polygonRegions.withUnsafeBufferPointer { polygonRegions in
                        unsafe circles.withUnsafeBufferPointer { circles in
                            unsafe circleRegions.withUnsafeBufferPointer { circleRegions in
                                // SAFETY: no address is kept beyond `body`.
                                var columns = unsafe peer_regions(
                                    vertices: vertices.baseAddress,
                                    ring_ends: ringEnds.baseAddress,
                                    ring_polygons: ringPolygons.baseAddress,
                                    ring_count: ringEnds.count,
                                    polygon_regions: polygonRegions.baseAddress,
                                    polygon_count: polygonRegions.count,
                                    circles: circles.baseAddress,
                                    circle_regions: circleRegions.baseAddress,
                                    circle_count: circleRegions.count,
                                    region_count: regions.count)
                                return unsafe body(&columns)
                            }
                        }
                    }
                }
            }
        }
    }
}
