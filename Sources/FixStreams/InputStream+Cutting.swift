import RegionMonitoring

extension InputStream {
    /// Reads once and cuts off a block of whole records; `nil` where there is none yet.
    ///
    /// - Parameter storage: An array whose storage is used for the bytes that are read next.
    func cutBlock(
        into batch: inout FixBatch, storage: () -> [UInt8]
    ) throws(FixInputError) -> (step: Step, block: FixBlock?) {
        let (step, isLast) = try readOn()
        guard step == .read else { return (step, nil) }
        if decoder == nil { try decide(isLast: isLast) }
        guard let decoder else { return (step, nil) }
        if isCuttable(decoder) {
            return (step, cutRaw(decoder, isLast: isLast, storage))
        }
        return (step, try cutDecoded(isLast: isLast, &batch, storage))
    }

    private func isCuttable(_ decoder: any FixDecoder) -> Bool {
        // A line that is too long is the splitter's matter.
        if bytes.count > LineSplitter.maximumLength + options.blockSize { return false }
        switch decoder.cutting {
        case .nowhere: return false
        case .behindLines: return true
        case .behindLinesWithoutQuotes:
            return !Self.hasQuote(bytes)
        }
    }

    private static func hasQuote(_ bytes: [UInt8]) -> Bool {
        bytes.span.firstIndex(of: UInt8(ascii: "\""), from: 0) != nil
    }

    private static func endOfLastLine(_ bytes: [UInt8], behind start: Int) -> Int? {
        bytes.span.endIndexOfLast(UInt8(ascii: "\n"), from: start)
    }

    /// Cuts behind the last line feed and leaves the decoding to others.
    private func cutRaw(
        _ decoder: any FixDecoder, isLast: Bool, _ storage: () -> [UInt8]
    ) -> FixBlock? {
        let found = Self.endOfLastLine(bytes, behind: openCount)
        openCount = bytes.count
        guard let end = isLast ? bytes.count : found, end > 0 else { return nil }
        lines.restartNumbers()
        let start = lines
        lines = lines.continued(behind: end)
        openCount = bytes.count - end
        return takeBlock(.raw(decoder, isLast: isLast), start, upTo: end, storage)
    }

    /// Decodes what there is and cuts behind the last whole record.
    private func cutDecoded(
        isLast: Bool, _ batch: inout FixBatch, _ storage: () -> [UInt8]
    ) throws(FixInputError) -> FixBlock? {
        openCount = 0
        lines.restartNumbers()
        let start = lines
        batch.counters = FixCounters()
        batch.begin(lines)
        try decode(isLast: isLast, into: &batch)
        let lineCount = lines.endedLineCount
        let end = lines.start
        // The end of an input may complete a record whose bytes came before.
        guard end > 0 || batch.fixes.recordCount > 0 else { return nil }
        lines.forgetConsumed()
        let aside = batch.aside
        return takeBlock(
            .decoded(batch.takeFixes(), batch.counters, lineCount: lineCount),
            start, upTo: end, aside: aside, storage)
    }

    /// Makes a block of the first bytes and keeps the rest.
    private func takeBlock(
        _ content: FixBlock.Content, _ start: LineSplitter, upTo end: Int,
        aside: [UInt8] = [], _ storage: () -> [UInt8]
    ) -> FixBlock {
        var rest = storage()
        rest.removeAll(keepingCapacity: true)
        // Room for the next read, so that it does not move what is there.
        rest.reserveCapacity(bytes.count - end + options.blockSize)
        rest += bytes[end...]
        swap(&rest, &bytes)
        defer { startsFile = false }
        return FixBlock(
            input: input.name, stream: number, startsFile: startsFile, bytes: rest, aside: aside,
            lines: start, content: content)
    }
}
