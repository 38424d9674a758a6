extension CellTrieBuilder {
    /// The entry of a cell that is not split further.
    mutating func makeLeaf(_ contents: Contents) -> TrieEntry {
        if contents.items.isEmpty { return coverList(contents.coverCount) }
        let start = words.count
        words.append(0)
        words.append(UInt32(contents.coverCount))
        for value in [contents.reference.x, contents.reference.y] {
            words.append(UInt32(truncatingIfNeeded: value.bitPattern))
            words.append(UInt32(truncatingIfNeeded: value.bitPattern >> 32))
        }
        let firstItem = words.count
        for index in contents.items { append(itemStack[index]) }
        words[start] = UInt32(words.count - firstItem)
        if contents.coverCount <= TrieCells.mostCoversInLeaf {
            let first = words.count
            words += coverStack[..<contents.coverCount]
            if contents.coverCount > 1 { words[first...].sort() }
        } else {
            // Many cells under the same regions: written once, named by each.
            words[start + 1] =
                TrieCells.sharedCovers | UInt32(coverList(contents.coverCount).number)
        }
        return .boundary(at: start)
    }

    private mutating func append(_ item: Item) {
        let outline = outlines[Int(item.region)]
        switch outline.kind {
        case .distance: words.append(outline.slot | TrieCells.asksRegion)
        case .circle:
            words.append(outline.slot | TrieCells.isCircle)
            words.append(UInt32(outline.number))
        case .edges:
            words.append(outline.slot | (item.holdsReference ? TrieCells.holdsReference : 0))
            appendRuns(of: item.edges)
        }
    }

    /// Appends runs of consecutive edges, each as its first edge and its length.
    private mutating func appendRuns(of edges: Range<Int>) {
        var start = edges.lowerBound
        while start < edges.upperBound {
            var end = start + 1
            while end < edges.upperBound, edgeStack[end] == edgeStack[end - 1] + 1 { end += 1 }
            words.append(edgeStack[start])
            words.append(UInt32(end - start) | (end == edges.upperBound ? TrieCells.lastRun : 0))
            start = end
        }
    }

    /// The entry of a cell that the first `count` of `coverStack` cover and none crosses: equal for
    /// equal regions.
    private mutating func coverList(_ count: Int) -> TrieEntry {
        if count == 1 { return .single(coverStack[0]) }
        if let known = coverLists[count] { return known }
        let sorted = coverStack[..<count].sorted()
        let entry: TrieEntry
        if let known = knownLists[sorted] {
            entry = known
        } else {
            entry = .covers(at: words.count)
            words.append(UInt32(count))
            words += sorted
            knownLists[sorted] = entry
        }
        coverLists[count] = entry
        return entry
    }
}
