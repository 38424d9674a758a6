extension CellTrie {
    /// Appends the regions that contain a place, boundary included.
    ///
    /// - Parameters:
    ///   - p: Longitude and latitude in degrees, normalised.
    ///   - ask: Says whether a region that goes by itself contains the place.
    /// - Complexity: O(1) expected, plus the hits, plus the edges near the place.
    @inline(__always)
    package func appendRegions(
        containing p: SIMD2<Double>, to hits: inout [Int32], ask: (Int32) -> Bool
    ) {
        var cursor = leaf(at: p)
        let itemWords = Int(words[cursor])
        let coverCount = Int(words[cursor + 1])
        cursor += 2
        if itemWords > 0 {
            let underflows = Self.underflows(p)
            let reference = SIMD2(double(at: cursor), double(at: cursor + 2))
            cursor += 4
            let end = cursor + itemWords
            while cursor < end {
                let item = words[cursor]
                let slot = Int32(item & Self.slotMask)
                cursor += 1
                if item & Self.asksRegion != 0 {
                    if ask(slot) { hits.append(slot) }
                    continue
                }
                let runs = Int(words[cursor])
                cursor += 1
                if underflows {
                    if ask(slot) { hits.append(slot) }
                } else if holds(p, from: reference, item & Self.holdsReference != 0, cursor, runs) {
                    hits.append(slot)
                }
                cursor += 2 * runs
            }
        }
        for index in cursor..<cursor + coverCount { hits.append(Int32(words[index])) }
    }

    /// Whether products with a coordinate could underflow, so that signs are not exact: such a place
    /// lies within 10⁻¹⁵⁰ degrees of the equator or Greenwich, and not on it.
    @inline(__always)
    private static func underflows(_ p: SIMD2<Double>) -> Bool {
        (p.x.magnitude < 1e-150 && p.x != 0) || (p.y.magnitude < 1e-150 && p.y != 0)
    }

    /// The leaf of the cell that holds a place; that of no region outside the indexed square.
    @inline(__always)
    private func leaf(at p: SIMD2<Double>) -> Int {
        var place = (p - origin) * cellsPerDegree
        let limit = Double(rootSize)
        guard place.x >= 0, place.y >= 0, place.x < limit, place.y < limit else { return 0 }
        var column = Int(place.x)
        var row = Int(place.y)
        var entry = entries[row &* rootSize &+ column]
        while entry.isBlock {
            place = (place - SIMD2(Double(column), Double(row))) * 4
            // The parts below one, times four, round to less than four or to four itself.
            column = min(Int(place.x), 3)
            row = min(Int(place.y), 3)
            entry = entries[firstBlock &+ entry.blockNumber &* 16 &+ row &* 4 &+ column]
        }
        return entry.leafOffset
    }

    @inline(__always)
    private func holds(
        _ p: SIMD2<Double>, from reference: SIMD2<Double>, _ holdsReference: Bool, _ cursor: Int,
        _ runs: Int
    ) -> Bool {
        var isInside = holdsReference
        for run in 0..<runs {
            let first = Int(words[cursor + 2 * run])
            for edge in first..<first + Int(words[cursor + 2 * run + 1]) {
                switch crossing(from: reference, to: p, edge: vertices[edge], vertices[edge + 1]) {
                case .none: break
                case .flips: isInside.toggle()
                case .onBoundary: return true
                }
            }
        }
        return isInside
    }

    @inline(__always)
    private func double(at index: Int) -> Double {
        Double(bitPattern: UInt64(words[index]) | UInt64(words[index + 1]) << 32)
    }
}
