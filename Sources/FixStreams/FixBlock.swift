/// A part of an input that was cut off at the end of a record, with what it takes to decode it apart
/// from the parts before it, on whichever thread.
package struct FixBlock: Sendable {
    /// What is in the block.
    enum Content: Sendable {
        /// Lines for a copy of the input's decoder.
        case raw(any FixDecoder, isLast: Bool)

        /// Records that could be decoded only in the input's order.
        case decoded(FixRows, FixCounters, lineCount: UInt64)
    }

    /// The input's name.
    package let input: String

    /// The input's place among its reader's.
    package let stream: Int

    /// Whether lines are counted from 1 again: the block is the first of a file.
    package let startsFile: Bool

    /// The bytes that the records' ranges are about.
    package let bytes: [UInt8]

    /// The bytes of records that the block does not hold as they are.
    let aside: [UInt8]

    /// What cuts the bytes into lines, which count from 1.
    let lines: LineSplitter

    let content: Content

    /// The bytes of one of the block's records, without the line's end.
    package func bytes(of record: FixRecord) -> ArraySlice<UInt8> {
        record.isAside ? aside[record.range] : bytes[record.range]
    }

    /// How many lines before a record are blank.
    ///
    /// - Parameters:
    ///   - start: Where the record begins.
    ///   - ranges: The bytes of the records before it, in their order.
    package func blankLineCount(before start: Int, _ ranges: [Range<Int>]) -> UInt64 {
        // Records that are no lines do not show between which of them a blank one stood.
        if case .decoded(_, let counters, _) = content, !aside.isEmpty { return counters.blank }
        var lines = lines
        var count: UInt64 = 0
        var next = 0
        while let line = lines.next(in: bytes.span, isLast: true) {
            if line.range.lowerBound >= start { break }
            while next < ranges.count, ranges[next].upperBound <= line.range.lowerBound {
                next += 1
            }
            let isWithinRecord = next < ranges.count && ranges[next].contains(line.range.lowerBound)
            if line.kind == .blank, !isWithinRecord { count += 1 }
        }
        return count
    }
}

/// What decoding a block gave.
package struct DecodedFixBlock: Sendable {
    /// The records. Their lines count from 1 within the block.
    package var fixes: FixRows

    /// What was in this block, by kind.
    package var counters: FixCounters

    /// How many lines ended in the block.
    package var lineCount: UInt64
}

/// Decodes blocks, in any order; each thread has its own.
package struct FixBlockDecoder: Sendable {
    private var batch = FixBatch()

    /// Creates a decoder for blocks of any inputs of one reader.
    ///
    /// - Parameter wantsMotion: Whether altitude, speed and course are kept.
    package init(wantsMotion: Bool = false) { batch.wantsMotion = wantsMotion }

    /// Decodes a block.
    ///
    /// - Parameter storage: Rows whose storage is used.
    package mutating func decode(
        _ block: FixBlock, into storage: consuming FixRows = FixRows()
    ) -> DecodedFixBlock {
        switch block.content {
        case .decoded(let fixes, let counters, let lineCount):
            return DecodedFixBlock(fixes: fixes, counters: counters, lineCount: lineCount)
        case .raw(var decoder, let isLast):
            var lines = block.lines
            batch.counters = FixCounters()
            _ = batch.takeFixes(leaving: storage)
            batch.begin(lines)
            do throws(UnusableHeader) {
                try decoder.decode(block.bytes, &lines, isLast: isLast, into: &batch)
            } catch {
                // Blocks are cut behind the header only.
                preconditionFailure("\(block.input) has a second header: \(error.message)")
            }
            return DecodedFixBlock(
                fixes: batch.takeFixes(), counters: batch.counters,
                lineCount: lines.endedLineCount)
        }
    }
}
