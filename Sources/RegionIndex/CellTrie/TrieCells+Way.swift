extension TrieCells {
    /// Appends the regions whose boundary may meet the straight way between two places in the plane.
    ///
    /// Every edge is an item of each cell that it touches, a little more than that, so that only the
    /// edges of the cells around the way need a look. A place's cell follows from its coordinates by
    /// steps that round monotonically: the cells of the way lie between those of its ends.
    ///
    /// - Parameters:
    ///   - cell: The cell of the end.
    ///   - matters: By slot, whether the boundary of a region is of interest.
    ///   - found: A region may come more than once.
    /// - Returns: Whether the way was looked through; ways of many cells are not.
    /// - Complexity: O(1) expected for ways of few cells.
    @inline(__always)
    func appendRegions(
        withBoundaryMetFrom start: SIMD2<Double>, to end: SIMD2<Double>, in cell: IndexCell,
        where matters: borrowing [Bool], into found: inout [Int32]
    ) -> Bool {
        let first = frame.position(of: start)
        let last = frame.position(of: end)
        if first.isInside, last.isInside {
            let change = (first.column ^ last.column) | (first.row ^ last.row)
            if change &>> Int(cell.openBits) == 0 {
                let entry = cell.entry
                if entry.isBoundary { appendRegions(of: entry, start, end, matters, &found) }
                return true
            }
            let low = TriePosition(
                column: min(first.column, last.column), row: min(first.row, last.row))
            let high = TriePosition(
                column: max(first.column, last.column), row: max(first.row, last.row))
            return appendRegions(in: low, high, start, end, matters, &found)
        }
        // What lies outside of the square meets nothing, and no region comes as near to its border as
        // what is left out here.
        let corner = frame.origin + frame.width * (1 - 0x1p-30)
        let low = pointwiseMax(pointwiseMin(start, end), frame.origin)
        let high = pointwiseMin(pointwiseMax(start, end), corner)
        if low.x > high.x || low.y > high.y { return true }
        let lowest = frame.position(of: low)
        let highest = frame.position(of: high)
        guard lowest.isInside, highest.isInside else { return false }
        return appendRegions(in: lowest, highest, start, end, matters, &found)
    }

    /// Looks through the cells of a block of positions.
    @inline(never)
    private func appendRegions(
        in low: TriePosition, _ high: TriePosition, _ start: SIMD2<Double>, _ end: SIMD2<Double>,
        _ matters: borrowing [Bool], _ found: inout [Int32]
    ) -> Bool {
        var left = Self.mostCellsAround
        var row = low.row
        while row <= high.row {
            var nextRow = Int.max
            var column = low.column
            while column <= high.column {
                let (entry, shift) = leaf(at: TriePosition(column: column, row: row))
                if entry.isBoundary { appendRegions(of: entry, start, end, matters, &found) }
                left &-= 1
                if left == 0 { return false }
                nextRow = min(nextRow, (row &>> shift &+ 1) &<< shift)
                column = (column &>> shift &+ 1) &<< shift
            }
            row = nextRow
        }
        return true
    }

    private static let mostCellsAround = 24

    /// Appends the regions of a leaf's items whose boundary may meet a way.
    @inline(never)
    private func appendRegions(
        of entry: TrieEntry, _ start: SIMD2<Double>, _ end: SIMD2<Double>,
        _ matters: borrowing [Bool], _ found: inout [Int32]
    ) {
        let itemWords = Int(words[entry.number])
        var cursor = entry.number &+ 6
        let itemsEnd = cursor &+ itemWords
        while cursor < itemsEnd {
            let item = words[cursor]
            let slot = Int32(truncatingIfNeeded: item & Self.slotMask)
            let isOfInterest = matters[Int(slot)]
            var meets = false
            cursor &+= 1
            if item & Self.isCircle != 0 {
                meets = isOfInterest && circles[Int(words[cursor])].mayMeetRim(from: start, to: end)
                cursor &+= 1
            } else if item & Self.asksRegion != 0 {
                meets = isOfInterest
            } else {
                var length: UInt32
                repeat {
                    length = words[cursor &+ 1]
                    let first = Int(words[cursor])
                    if isOfInterest, !meets {
                        meets = mayMeet(
                            edges: first..<(first &+ Int(length & ~Self.lastRun)), start, end)
                    }
                    cursor &+= 2
                } while length & Self.lastRun == 0
            }
            if meets { found.append(slot) }
        }
    }

    @inline(__always)
    private func mayMeet(
        edges: Range<Int>, _ start: SIMD2<Double>, _ end: SIMD2<Double>
    ) -> Bool {
        let low = pointwiseMin(start, end)
        let high = pointwiseMax(start, end)
        for edge in edges {
            let a = vertices[edge]
            let b = vertices[edge &+ 1]
            if max(a.x, b.x) < low.x || min(a.x, b.x) > high.x { continue }
            if max(a.y, b.y) < low.y || min(a.y, b.y) > high.y { continue }
            // Apart for certain where the ends of one lie on one side of the other.
            if areOnOneSide(a, b, of: start, end) || areOnOneSide(start, end, of: a, b) { continue }
            return true
        }
        return false
    }

    @inline(__always)
    private func areOnOneSide(
        _ p: SIMD2<Double>, _ q: SIMD2<Double>, of a: SIMD2<Double>, _ b: SIMD2<Double>
    ) -> Bool {
        let first = certainSide(of: p, a, b)
        return first != 0 && first == certainSide(of: q, a, b)
    }

    /// 1 or −1 where rounding cannot change it, else 0; with the bound of ``orientation(_:_:_:)``.
    @inline(__always)
    private func certainSide(
        of p: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>
    ) -> Int {
        let left = (a.x - p.x) * (b.y - p.y)
        let right = (a.y - p.y) * (b.x - p.x)
        let determinant = left - right
        let bound = 3.3306690738754716e-16 * (left.magnitude + right.magnitude)
        return determinant > bound ? 1 : determinant < -bound ? -1 : 0
    }
}
