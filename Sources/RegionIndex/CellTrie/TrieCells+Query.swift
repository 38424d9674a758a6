extension TrieCells {
    /// The cell that holds a place; the empty one outside of the square.
    @inline(__always)
    func cell(at p: SIMD2<Double>) -> IndexCell {
        let position = frame.position(of: p)
        guard position.isInside else { return .empty }
        let (entry, shift) = leaf(at: position)
        return IndexCell(
            rawValue: entry.rawValue, openBits: UInt8(truncatingIfNeeded: shift))
    }

    /// The entry of a position's cell, never a block, and the number of bits that the cell leaves open.
    @inline(__always)
    func leaf(at position: TriePosition) -> (entry: TrieEntry, openBits: Int) {
        var entry = entries[frame.rootEntry(of: position)]
        var shift = frame.depth &- frame.rootLevel
        while entry.isBlock {
            shift &-= 2
            entry = entries[block(entry) &+ position.child(shift)]
        }
        return (entry, shift)
    }

    /// The first of a block's entries.
    @inline(__always)
    func block(_ entry: TrieEntry) -> Int { frame.firstBlock &+ entry.number &* 16 }

    /// Calls `body` with the regions of an entry that contain a place of its cell, boundary included:
    /// those whose boundary is near, then those that cover the cell, each group in ascending order.
    ///
    /// - Parameters:
    ///   - p: Longitude and latitude in degrees, normalised.
    ///   - ask: Says whether a region that goes by itself contains the place.
    /// - Complexity: O(1) expected, plus the hits, plus the edges near the place.
    @inline(__always)
    func forEachRegion(
        of entry: TrieEntry, containing p: SIMD2<Double>, ask: (Int32) -> Bool,
        do body: (Int32) -> Void
    ) {
        if entry.isSingle {
            body(Int32(truncatingIfNeeded: entry.number))
            return
        }
        var cursor = entry.number
        var coverCount = Int(words[cursor])
        cursor &+= 1
        if entry.isBoundary {
            let itemWords = coverCount
            let covers = words[cursor]
            forEachItem(from: cursor &+ 1, itemWords, containing: p, ask, body)
            if covers & Self.sharedCovers == 0 {
                coverCount = Int(covers)
                cursor &+= 5 &+ itemWords
            } else {
                cursor = Int(covers & ~Self.sharedCovers)
                coverCount = Int(words[cursor])
                cursor &+= 1
            }
        }
        for index in cursor..<(cursor &+ coverCount) {
            body(Int32(truncatingIfNeeded: words[index]))
        }
    }

    @inline(__always)
    private func forEachItem(
        from start: Int, _ itemWords: Int, containing p: SIMD2<Double>, _ ask: (Int32) -> Bool,
        _ body: (Int32) -> Void
    ) {
        let underflows = Self.underflows(p)
        let reference = SIMD2(double(at: start), double(at: start &+ 2))
        var cursor = start &+ 4
        let end = cursor &+ itemWords
        while cursor < end {
            let item = words[cursor]
            let slot = Int32(truncatingIfNeeded: item & Self.slotMask)
            cursor &+= 1
            if item & Self.isCircle != 0 {
                let answer = circles[Int(words[cursor])].answer(at: p)
                if answer == .inside || answer == .open && ask(slot) { body(slot) }
                cursor &+= 1
                continue
            }
            if item & Self.asksRegion != 0 {
                if ask(slot) { body(slot) }
                continue
            }
            var isInside = item & Self.holdsReference != 0
            var isOnBoundary = false
            var length: UInt32
            repeat {
                length = words[cursor &+ 1]
                switch walk(
                    from: reference, to: p, first: Int(words[cursor]),
                    count: Int(length & ~Self.lastRun))
                {
                case .none: break
                case .flips: isInside.toggle()
                case .onBoundary: isOnBoundary = true
                }
                cursor &+= 2
            } while length & Self.lastRun == 0
            if underflows ? ask(slot) : isInside || isOnBoundary { body(slot) }
        }
    }

    /// Whether products with a coordinate could underflow, so that signs are not exact: such a place
    /// lies within 10⁻¹⁵⁰ degrees of the equator or Greenwich, and not on it.
    @inline(__always)
    private static func underflows(_ p: SIMD2<Double>) -> Bool {
        (p.x.magnitude < 1e-150 && p.x != 0) || (p.y.magnitude < 1e-150 && p.y != 0)
    }

    /// How the step from a reference point to a place crosses a run of edges.
    ///
    /// The step's line runs through the place: an edge whose two ends are certainly on one side of it
    /// is neither crossed nor touched. Only the others are looked at.
    @inline(__always)
    private func walk(
        from reference: SIMD2<Double>, to p: SIMD2<Double>, first: Int, count: Int
    ) -> StepCrossing {
        let step = p - reference
        var flips = false
        var a = vertices[first]
        var aSide = Side(of: a, from: reference, step)
        var index = first
        let last = first &+ count
        while index < last {
            index &+= 1
            let b = vertices[index]
            let bSide = Side(of: b, from: reference, step)
            if !(aSide.isLeft && bSide.isLeft || aSide.isRight && bSide.isRight) {
                switch crossing(from: reference, to: p, edge: a, b) {
                case .none: break
                case .flips: flips.toggle()
                case .onBoundary: return .onBoundary
                }
            }
            a = b
            aSide = bSide
        }
        return flips ? .flips : .none
    }

    /// On which side of a step's line a vertex certainly lies, if on any.
    private struct Side {
        let determinant: Double
        let bound: Double

        /// The differences and products are rounded as in ``orientation(_:_:_:)``, with the same
        /// bound of their error.
        @inline(__always)
        init(of vertex: SIMD2<Double>, from reference: SIMD2<Double>, _ step: SIMD2<Double>) {
            let offset = vertex - reference
            let left = step.x * offset.y
            let right = step.y * offset.x
            determinant = left - right
            bound = 3.3306690738754716e-16 * (left.magnitude + right.magnitude)
        }

        @inline(__always) var isLeft: Bool { determinant > bound }
        @inline(__always) var isRight: Bool { determinant < -bound }
    }

    @inline(__always)
    private func double(at index: Int) -> Double {
        Double(bitPattern: UInt64(words[index]) | UInt64(words[index &+ 1]) &<< 32)
    }
}
