extension CellTrieBuilder {
    /// Pushes what a cell keeps of its parent's items, with a reference point of its own: the first
    /// choice, or a place near it that lies on no edge.
    mutating func inherit(_ contents: Contents, into cell: Cell) -> Contents {
        let cellWidth = width(atLevel: cell.level)
        // An edge is kept if it touches the cell padded by more than the look-up can round.
        let pad = cellWidth * 1e-7 + width * 1e-13 + 1e-13
        let low = cell.corner - pad
        let high = cell.corner + (cellWidth + pad)
        let firstItem = itemStack.count
        let firstEdge = edgeStack.count
        let firstCover = coverStack.count
        var place = Self.reference(of: cell.corner, cellWidth)
        var attempt = 1.0
        while !push(contents, place, low, high) {
            itemStack.removeLast(itemStack.count - firstItem)
            edgeStack.removeLast(edgeStack.count - firstEdge)
            coverStack.removeLast(coverStack.count - firstCover)
            coverLists.removeLast(coverLists.count - firstCover - 1)
            place += SIMD2(1.7e-3, 0.9e-3) * (cellWidth * attempt)
            attempt += 1
        }
        return Contents(
            items: firstItem..<itemStack.count, coverCount: coverStack.count, reference: place,
            credit: contents.credit)
    }

    /// Gives up, with false, when the cell's reference point lies on an edge.
    private mutating func push(
        _ contents: Contents, _ place: SIMD2<Double>, _ low: SIMD2<Double>, _ high: SIMD2<Double>
    ) -> Bool {
        for index in contents.items {
            let item = itemStack[index]
            let outline = outlines[Int(item.region)]
            if outline.low.x > high.x || outline.high.x < low.x || outline.low.y > high.y
                || outline.high.y < low.y
            {
                continue
            }
            let relation: Relation
            switch outline.kind {
            case .edges:
                guard pushEdges(of: item, outline, contents.reference, place, low, high) else {
                    return false
                }
                continue
            case .circle: relation = circles[Int(outline.number)].relation(toBox: low, high)
            case .distance:
                guard case .distance(let ask) = regions[Int(item.region)].form else { continue }
                relation = ask((low + high) / 2, (high - low).max() / 2)
            }
            switch relation {
            case .isApart: break
            case .covers: push(cover: outline.slot)
            case .mayCross: itemStack.append(item)
            }
        }
        return true
    }

    private mutating func pushEdges(
        of item: Item, _ outline: Outline, _ reference: SIMD2<Double>, _ place: SIMD2<Double>,
        _ low: SIMD2<Double>, _ high: SIMD2<Double>
    ) -> Bool {
        var item = item
        // Outside of its box a region holds nothing; within, the parity of the step tells.
        let mayHold =
            outline.low.x <= place.x && outline.high.x >= place.x && outline.low.y <= place.y
            && outline.high.y >= place.y
        if mayHold {
            guard let crosses = crosses(from: reference, to: place, item.edges) else {
                return false
            }
            item.holdsReference = item.holdsReference != crosses
        } else {
            item.holdsReference = false
        }
        let isWithin =
            outline.low.x >= low.x && outline.high.x <= high.x && outline.low.y >= low.y
            && outline.high.y <= high.y
        if !isWithin {
            let first = edgeStack.count
            for position in item.edges {
                let edge = edgeStack[position]
                if mayTouch(vertices[Int(edge)], vertices[Int(edge) + 1], low, high) {
                    edgeStack.append(edge)
                }
            }
            item.firstEdge = first
            item.edgeCount = edgeStack.count - first
        }
        if item.edgeCount > 0 {
            itemStack.append(item)
        } else if item.holdsReference {
            push(cover: outline.slot)
        }
        return true
    }

    /// Whether a step crosses an odd number of edges; `nil` when it ends on one.
    private func crosses(
        from reference: SIMD2<Double>, to place: SIMD2<Double>, _ edges: Range<Int>
    ) -> Bool? {
        let low = pointwiseMin(reference, place)
        let high = pointwiseMax(reference, place)
        var isOdd = false
        for position in edges {
            let edge = Int(edgeStack[position])
            let a = vertices[edge]
            let b = vertices[edge + 1]
            if max(a.x, b.x) < low.x || min(a.x, b.x) > high.x { continue }
            if max(a.y, b.y) < low.y || min(a.y, b.y) > high.y { continue }
            switch crossing(from: reference, to: place, edge: a, b) {
            case .none: break
            case .flips: isOdd.toggle()
            case .onBoundary: return nil
            }
        }
        return isOdd
    }

    /// Whether an edge may touch a box: true in doubt.
    @inline(__always)
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
            if entry == .empty { return }
            let shift = rootLevel - cell.level
            for row in (cell.row << shift)..<((cell.row + 1) << shift) {
                for column in (cell.column << shift)..<((cell.column + 1) << shift) {
                    entries[row << rootLevel + column] = entry
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
}
