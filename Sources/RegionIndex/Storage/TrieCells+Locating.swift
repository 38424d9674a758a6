extension TrieCells {
    /// How many places are on their way at a time: as many as there may be lines of memory asked for,
    /// and a few more.
    private static let stage = 64

    /// Finds the entries of many places in stages: all roots, then all next levels, and so on.
    ///
    /// - Parameter all: Which places of the columns, and which of the cells.
    func locate(
        _ all: Range<Int>, _ latitudes: Span<Double>, _ longitudes: Span<Double>,
        _ cells: inout MutableSpan<IndexCell>
    ) {
        let count = Self.stage
        // SAFETY: the allocations are written before they are read, within their bounds, and not kept.
        unsafe withUnsafeTemporaryAllocation(of: TriePosition.self, capacity: count) { places in
            unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: count) { slots in
                unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { pending in
                    var start = all.lowerBound
                    while start < all.upperBound {
                        let end = min(start &+ Self.stage, all.upperBound)
                        unsafe locate(
                            start..<end, latitudes, longitudes, &cells, places, slots, pending)
                        start = end
                    }
                }
            }
        }
    }

    // SAFETY: the three buffers hold `stage` elements, and no range is longer.
    @inline(__always)
    private func locate(
        _ range: Range<Int>, _ latitudes: Span<Double>, _ longitudes: Span<Double>,
        _ cells: inout MutableSpan<IndexCell>,
        _ places: UnsafeMutableBufferPointer<TriePosition>,
        _ slots: UnsafeMutableBufferPointer<Int>, _ pending: UnsafeMutableBufferPointer<UInt8>
    ) {
        var waiting = 0
        for index in range {
            let place = index &- range.lowerBound
            let position = frame.position(of: SIMD2(longitudes[index], latitudes[index]))
            unsafe places[place] = position
            cells[index] = .empty
            guard position.isInside else { continue }
            let root = frame.rootEntry(of: position)
            entries.prefetch(root)
            unsafe slots[place] = root
            unsafe pending[waiting] = UInt8(truncatingIfNeeded: place)
            waiting &+= 1
        }
        var shift = frame.depth &- frame.rootLevel
        while waiting > 0 {
            var left = 0
            shift &-= 2
            for number in 0..<waiting {
                let place = Int(unsafe pending[number])
                let entry = entries[unsafe slots[place]]
                guard entry.isBlock else {
                    cells[range.lowerBound &+ place] = IndexCell(
                        rawValue: entry.rawValue,
                        openBits: UInt8(truncatingIfNeeded: shift &+ 2))
                    if !entry.isSingle { words.prefetch(entry.number) }
                    continue
                }
                let next = unsafe block(entry) &+ places[place].child(shift)
                entries.prefetch(next)
                unsafe slots[place] = next
                unsafe pending[left] = UInt8(truncatingIfNeeded: place)
                left &+= 1
            }
            waiting = left
        }
        for index in range { prefetchEdges(of: cells[index].entry) }
    }

    /// Asks for the vertices or the circle of a leaf's first item.
    @inline(__always)
    private func prefetchEdges(of entry: TrieEntry) {
        guard entry.isBoundary else { return }
        let first = entry.number &+ 6
        let item = words[first]
        if item & Self.asksRegion != 0 { return }
        if item & Self.isCircle != 0 {
            circles.prefetch(Int(words[first &+ 1]))
            return
        }
        let vertex = Int(words[first &+ 1])
        vertices.prefetch(vertex)
        vertices.prefetch(vertex &+ 4)
    }
}
