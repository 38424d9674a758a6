package import Geodesy

extension RegionLookup {
    /// The cells of many places: those of ``cell(at:)``, found together so that memory is asked for
    /// before it is needed. What the boundary tests of the cells will read is on its way afterwards.
    ///
    /// - Parameters:
    ///   - latitudes, longitudes: The places, normalised, in columns of equal length.
    ///   - cells: Where the cells go; as long as the columns.
    /// - Complexity: O(n) expected; O(n log² e) while there are e edits to pack.
    package func cells(
        latitudes: Span<LocationDegrees>, longitudes: Span<LocationDegrees>,
        into cells: inout MutableSpan<IndexCell>
    ) {
        let count = latitudes.count
        precondition(longitudes.count == count && cells.count == count, "columns differ in length")
        locate(0..<count, latitudes, longitudes, &cells)
    }

    private func locate(
        _ range: Range<Int>, _ latitudes: Span<Double>, _ longitudes: Span<Double>,
        _ cells: inout MutableSpan<IndexCell>
    ) {
        self.cells.locate(range, latitudes, longitudes, &cells)
        guard hasEdits else { return }
        for index in range {
            let place = LocationCoordinate2D(
                latitude: latitudes[index], longitude: longitudes[index])
            cells[index] = cell(at: place)
        }
    }

    /// Appends a hit for each region that contains one of many places: in the order of the places,
    /// and for each in ascending order of the slots.
    ///
    /// - Parameters:
    ///   - latitudes, longitudes: The places, valid and normalised, in columns of equal length.
    ///   - cells: Room for as many cells.
    ///   - hits: Where the hits go, numbered by the places' positions.
    /// - Complexity: as of the cells, plus the hits, plus the edges near the places.
    package func regions(
        latitudes: Span<LocationDegrees>, longitudes: Span<LocationDegrees>,
        cells: inout MutableSpan<IndexCell>, into hits: inout RegionHits
    ) {
        let count = latitudes.count
        precondition(longitudes.count == count && cells.count == count, "columns differ in length")
        var start = 0
        while start < count {
            let range = start..<min(start &+ 256, count)
            locate(range, latitudes, longitudes, &cells)
            if hasEdits {
                appendEditedHits(range, latitudes, longitudes, cells, &hits)
            } else {
                appendHits(range, latitudes, longitudes, cells, &hits)
            }
            start = range.upperBound
        }
    }

    @inline(__always)
    private func appendHits(
        _ range: Range<Int>, _ latitudes: Span<Double>, _ longitudes: Span<Double>,
        _ cells: borrowing MutableSpan<IndexCell>, _ hits: inout RegionHits
    ) {
        for index in range {
            let cell = cells[index]
            if cell == .empty { continue }
            let place = UInt32(truncatingIfNeeded: index)
            let p = SIMD2(longitudes[index], latitudes[index])
            let first = hits.count
            self.cells.forEachRegion(
                of: cell.entry, containing: p, ask: { asks($0, p) },
                do: { hits.append(RegionHit(place: place, slot: $0)) })
            if !cell.isUniform { hits.sort(from: first) }
        }
    }

    @inline(never)
    private func asks(_ slot: Int32, _ p: SIMD2<Double>) -> Bool {
        geometries[Int(slot)]?.contains(LocationCoordinate2D(latitude: p.y, longitude: p.x))
            ?? false
    }

    @inline(never)
    private func appendEditedHits(
        _ range: Range<Int>, _ latitudes: Span<Double>, _ longitudes: Span<Double>,
        _ cells: borrowing MutableSpan<IndexCell>, _ hits: inout RegionHits
    ) {
        var found: [Int32] = []
        for index in range {
            found.removeAll(keepingCapacity: true)
            let place = LocationCoordinate2D(
                latitude: latitudes[index], longitude: longitudes[index])
            regions(of: cells[index], containing: place, into: &found)
            for slot in found {
                hits.append(RegionHit(place: UInt32(truncatingIfNeeded: index), slot: slot))
            }
        }
    }
}
