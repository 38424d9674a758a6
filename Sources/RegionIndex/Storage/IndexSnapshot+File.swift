extension IndexSnapshot {
    /// The sections that an index takes of a file; a file may hold others, with greater numbers.
    private enum Section {
        static let frame: UInt32 = 1
        static let entries: UInt32 = 2
        static let words: UInt32 = 3
        static let vertices: UInt32 = 4
        static let circles: UInt32 = 5
        static let boxes: UInt32 = 6
        static let nodes: UInt32 = 7
        static let levels: UInt32 = 8
        static let generations: UInt32 = 9
    }

    /// A box of a region as it is written: without padding.
    private struct BoxRecord: BitwiseCopyable {
        var edges: SIMD4<Float>
        var slot: Int32
        var isOneOfSeveral: UInt32
        var reserved: (UInt32, UInt32) = (0, 0)

        init(_ entry: BoxEntry) {
            edges = entry.box.edges
            slot = entry.slot
            isOneOfSeveral = entry.isOneOfSeveral ? 1 : 0
        }
    }

    /// Adds the index to a file, the geometry that containment needs included.
    package func write(to writer: inout SectionWriter) {
        writer.add(Section.generations, generations)
        if let boxes {
            writer.add(Section.boxes, boxes.entries.map { BoxRecord($0) })
            writer.add(Section.nodes, boxes.nodes.map(\.edges))
            writer.add(Section.levels, boxes.levels.map { UInt64($0) })
        }
        guard let trie else { return }
        writer.add(Section.frame, trie.cells.frame.words)
        writer.add(Section.entries, trie.cells.entries, of: trie)
        writer.add(Section.words, trie.cells.words, of: trie)
        writer.add(Section.vertices, trie.cells.vertices, of: trie)
        writer.add(Section.circles, trie.cells.circles, of: trie)
    }

    /// The index of a file, used where it lies.
    ///
    /// - Complexity: O(n) in the regions, a few nanoseconds each; the trie costs nothing.
    package convenience init(_ file: SectionFile) throws(SectionFile.Failure) {
        let generations = try file.array(Section.generations, of: UInt32.self).array
        guard generations.contains(where: { $0 % 2 == 1 }) else {
            self.init(trie: nil, boxes: nil, generations: generations)
            return
        }
        guard
            let frame = TrieFrame(
                words: try file.array(Section.frame, of: UInt64.self).array)
        else { throw SectionFile.Failure("its index has no sound frame") }
        let cells = TrieCells(
            frame: frame, entries: try file.array(Section.entries, of: TrieEntry.self),
            words: try file.array(Section.words, of: UInt32.self),
            vertices: try file.array(Section.vertices, of: SIMD2<Double>.self),
            circles: try file.array(Section.circles, of: CircleTest.self))
        guard cells.entries.count >= frame.firstBlock, cells.words.count > 0 else {
            throw SectionFile.Failure("its index is cut short")
        }
        var entries: [BoxEntry] = []
        for record in try file.array(Section.boxes, of: BoxRecord.self).array {
            guard generations.indices.contains(Int(record.slot)) else {
                throw SectionFile.Failure("its index names a region it does not have")
            }
            entries.append(
                BoxEntry(
                    box: CompactBox(edges: record.edges), slot: record.slot,
                    generation: generations[Int(record.slot)],
                    isOneOfSeveral: record.isOneOfSeveral != 0))
        }
        let boxes = PackedBoxTree(
            entries: entries,
            nodes: try file.array(Section.nodes, of: SIMD4<Float>.self).array
                .map { CompactBox(edges: $0) },
            levels: try file.array(Section.levels, of: UInt64.self).array.map { Int($0) })
        self.init(trie: CellTrie(cells, in: file), boxes: boxes, generations: generations)
    }
}

extension TrieFrame {
    /// The frame as numbers of 8 bytes.
    fileprivate var words: [UInt64] {
        [
            origin.x.bitPattern, origin.y.bitPattern, width.bitPattern, UInt64(rootLevel),
            UInt64(depth),
        ]
    }

    fileprivate init?(words: [UInt64]) {
        guard words.count == 5 else { return nil }
        let width = Double(bitPattern: words[2])
        let origin = SIMD2(Double(bitPattern: words[0]), Double(bitPattern: words[1]))
        guard width > 0, width.isFinite, origin.x.isFinite, origin.y.isFinite, words[3] <= 15,
            words[4] <= 42, words[4] >= words[3], (words[4] - words[3]) % 2 == 0
        else { return nil }
        self.init(
            origin: origin, width: width, rootLevel: Int(words[3]), depth: Int(words[4]))
    }
}
