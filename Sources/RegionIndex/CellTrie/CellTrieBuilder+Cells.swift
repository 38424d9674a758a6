extension CellTrieBuilder {
    /// Pushes what a child cell keeps of its parent's items, and gives back the child's reference
    /// point: the first choice, or a place near it that lies on no edge.
    mutating func inherit(
        _ items: Range<Int>, from reference: SIMD2<Double>, into corner: SIMD2<Double>,
        _ childWidth: Double, firstChoice: SIMD2<Double>
    ) -> SIMD2<Double> {
        // An edge is kept if it touches the cell padded by more than the look-up can round.
        let pad = childWidth * 1e-7 + width * 1e-13 + 1e-13
        let low = corner - pad
        let high = corner + childWidth + pad
        let firstItem = itemStack.count
        let firstEdge = edgeStack.count
        var place = firstChoice
        var attempt = 1.0
        while !push(items, reference, place, low, high) {
            itemStack.removeSubrange(firstItem...)
            edgeStack.removeSubrange(firstEdge...)
            place += SIMD2(1.7e-3, 0.9e-3) * (childWidth * attempt)
            attempt += 1
        }
        return place
    }

    /// Gives up, with false, when the child's reference point lies on an edge.
    private mutating func push(
        _ items: Range<Int>, _ reference: SIMD2<Double>, _ place: SIMD2<Double>,
        _ low: SIMD2<Double>, _ high: SIMD2<Double>
    ) -> Bool {
        for index in items {
            var item = itemStack[index]
            if item.coversCell {
                itemStack.append(item)
                continue
            }
            switch regions[item.region].form {
            case .distance(let relation):
                let center = (low + high) / 2
                switch relation(center, (high - low).max() / 2) {
                case .isApart: break
                case .covers:
                    item.coversCell = true
                    itemStack.append(item)
                case .mayCross: itemStack.append(item)
                }
            case .edges:
                guard let crosses = crosses(from: reference, to: place, item.edges) else {
                    return false
                }
                let first = edgeStack.count
                for position in item.edges {
                    let edge = Int(edgeStack[position])
                    if mayTouch(vertices[edge], vertices[edge + 1], low, high) {
                        edgeStack.append(UInt32(edge))
                    }
                }
                item.holdsReference = item.holdsReference != crosses
                item.edges = first..<edgeStack.count
                item.coversCell = item.edges.isEmpty
                if item.holdsReference || !item.edges.isEmpty { itemStack.append(item) }
            }
        }
        return true
    }

    /// Whether a step crosses an odd number of edges; `nil` when it ends on one.
    private func crosses(
        from reference: SIMD2<Double>, to place: SIMD2<Double>, _ edges: Range<Int>
    ) -> Bool? {
        var isOdd = false
        for position in edges {
            let edge = Int(edgeStack[position])
            switch crossing(
                from: reference, to: place, edge: vertices[edge], vertices[edge + 1])
            {
            case .none: break
            case .flips: isOdd.toggle()
            case .onBoundary: return nil
            }
        }
        return isOdd
    }

    /// Whether an edge may touch a box: true in doubt.
    private func mayTouch(
        _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ low: SIMD2<Double>, _ high: SIMD2<Double>
    ) -> Bool {
        if max(a.x, b.x) < low.x || min(a.x, b.x) > high.x { return false }
        if max(a.y, b.y) < low.y || min(a.y, b.y) > high.y { return false }
        // The box lies on one side of the edge's line if its corners do, with room for rounding.
        let direction = b - a
        let center = (low + high) / 2
        let half = (high - low) / 2
        let offset = direction.x * (center.y - a.y) - direction.y * (center.x - a.x)
        let reach = direction.x.magnitude * half.y + direction.y.magnitude * half.x
        let doubt =
            1e-14
            * (direction.x.magnitude * (center.y.magnitude + a.y.magnitude)
                + direction.y.magnitude * (center.x.magnitude + a.x.magnitude))
        return offset.magnitude <= reach + doubt
    }

    /// Writes an entry for all places of the root grid, or of the block, that a cell spans.
    mutating func fill(_ cell: Cell, _ entry: TrieEntry, _ block: Block) {
        if cell.level <= rootLevel {
            let shift = rootLevel - cell.level
            for row in (cell.row << shift)..<((cell.row + 1) << shift) {
                for column in (cell.column << shift)..<((cell.column + 1) << shift) {
                    entries[row * rootSize + column] = entry
                }
            }
        } else {
            let shift = block.level - cell.level
            for row in (cell.row << shift)..<((cell.row + 1) << shift) {
                for column in (cell.column << shift)..<((cell.column + 1) << shift) {
                    entries[block.firstEntry + (row & 3) * 4 + (column & 3)] = entry
                }
            }
        }
    }

    mutating func makeLeaf(_ items: Range<Int>, _ reference: SIMD2<Double>) -> TrieEntry {
        var covers: [UInt32] = []
        var boundary: [UInt32] = []
        for item in itemStack[items] {
            let slot = UInt32(regions[item.region].slot)
            if item.coversCell {
                covers.append(slot)
            } else if item.edges.isEmpty {
                boundary.append(slot | CellTrie.asksRegion)
            } else {
                boundary.append(slot | (item.holdsReference ? CellTrie.holdsReference : 0))
                appendRuns(of: item.edges, to: &boundary)
            }
        }
        if boundary.isEmpty { return makeCovers(covers) }
        if covers.count > 1 { covers.sort() }
        let entry = TrieEntry.boundary(at: words.count)
        words.append(UInt32(boundary.count))
        words.append(UInt32(covers.count))
        for value in [reference.x, reference.y] {
            words.append(UInt32(truncatingIfNeeded: value.bitPattern))
            words.append(UInt32(truncatingIfNeeded: value.bitPattern >> 32))
        }
        words += boundary
        words += covers
        return entry
    }

    /// The entry of a cell that regions cover and none crosses: equal for equal regions.
    private mutating func makeCovers(_ slots: [UInt32]) -> TrieEntry {
        if slots.isEmpty { return .empty }
        if slots.count == 1 { return .single(slots[0]) }
        let sorted = slots.sorted()
        if let known = coverLeaves[sorted] { return known }
        let entry = TrieEntry.covers(at: words.count)
        words.append(UInt32(sorted.count))
        words += sorted
        coverLeaves[sorted] = entry
        return entry
    }

    /// Appends runs of consecutive edges, each as its first edge and its length.
    private func appendRuns(of edges: Range<Int>, to words: inout [UInt32]) {
        var start = edges.lowerBound
        while start < edges.upperBound {
            var end = start + 1
            while end < edges.upperBound, edgeStack[end] == edgeStack[end - 1] + 1 { end += 1 }
            words.append(edgeStack[start])
            words.append(UInt32(end - start) | (end == edges.upperBound ? CellTrie.lastRun : 0))
            start = end
        }
    }
}
