import RegionMonitoring

/// The shapes that the lines of an input have had, the commonest first.
struct LineShapes {
    /// More would cost more than they save.
    private static let limit = 4

    private var shapes: [LineShape] = []

    /// How many lines had each shape, halved now and then.
    private var useCounts: [Int] = []

    private var reader = LineReader()

    /// After how many lines of unknown shape the next one is learnt, and how many are still to come:
    /// where no line is like another, learning is in vain.
    private var patience = 1
    private var remaining = 1

    /// How many rows are made room for at once.
    static let rowCount = 1024

    /// Reads lines as long as they have a known shape and plain values.
    ///
    /// - Parameter lastFeed: The place of a line feed with ``LineReader/margin`` bytes behind it.
    mutating func read(
        _ bytes: Span<UInt8>, _ lines: inout LineSplitter, lastFeed: Int, defaultDevice: DeviceID?,
        carried: CarriedMembers?, wantsMotion: Bool, _ fixes: inout FixRows,
        _ counters: inout FixCounters
    ) {
        guard lines.isAtLine else { return }
        var place = 0
        while place < shapes.count, lines.start <= lastFeed {
            let count = fixes.rows.count
            var end = lines.start
            let line = UInt32(truncatingIfNeeded: lines.number - fixes.firstLine)
            fixes.rows.append(addingCapacity: Self.rowCount) { rows in
                end = reader.read(
                    bytes, from: lines.start, lastFeed: lastFeed, line: line, shapes[place],
                    wantsMotion: wantsMotion, &counters.ignoredMembers, into: &rows)
            }
            let rows = count..<fixes.rows.count
            if rows.isEmpty {
                place += 1
                continue
            }
            useCounts[place] += rows.count
            counters.fixes += UInt64(rows.count)
            lines.take(rows.count, to: end)
            if let defaultDevice, !shapes[place].hasDevice { fixes.name(rows, defaultDevice) }
            if let carried {
                for row in rows {
                    let text = bytes.extracting(fixes.rows[row].range)
                    fixes.members.append(carried.read(from: text))
                }
            }
            place = 0
        }
    }

    /// Remembers the shape of a line that is a fix and had no known one.
    mutating func learn(
        _ text: Span<UInt8>, names: inout MemberTable, defaultsDevice: Bool, defaultsTime: Bool
    ) {
        remaining -= 1
        guard remaining <= 0 else { return }
        sort()
        // In vain so far: be slower to learn; else quicker again.
        let isInVain = useCounts.last.map { $0 < patience } ?? false
        patience = isInVain ? min(patience * 2, 1 << 12) : max(patience / 2, 1)
        remaining = patience
        guard
            let shape = LineShape(
                text, names: &names, defaultsDevice: defaultsDevice, defaultsTime: defaultsTime)
        else { return }
        if shapes.count == Self.limit {
            shapes.removeLast()
            useCounts.removeLast()
        }
        shapes.append(shape)
        useCounts.append(0)
    }

    /// Puts the commonest first, and lets the past fade.
    private mutating func sort() {
        let order = shapes.indices.sorted { useCounts[$0] > useCounts[$1] }
        shapes = order.map { shapes[$0] }
        useCounts = order.map { useCounts[$0] / 2 }
    }
}
