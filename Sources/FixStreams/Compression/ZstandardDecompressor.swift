#if Zstandard
    // A wrapper of libzstd.
    import CZstandard

    /// Undoes Zstandard (RFC 8878) through libzstd: one frame after the other.
    @safe
    final class ZstandardDecompressor: Decompressor {
        private let stream: OpaquePointer

        private(set) var isComplete = true

        /// How many compressed bytes have been taken in all.
        private var takenCount = 0

        /// How many bytes libzstd asks for next: to the end of a block and of the head of the next one.
        private var wantedCount = 1

        /// Whether libzstd may hold output for which there was no room.
        private var mayHoldOutput = false

        /// How many bytes the head of a block has: RFC 8878 section 3.1.1.2.
        private static let headCount = 3

        init() throws(CompressionDamage) {
            // SAFETY: returns a context of our own or null.
            guard let stream = unsafe ZSTD_createDStream() else {
                throw CompressionDamage("libzstd cannot be used: out of memory")
            }
            unsafe self.stream = stream
            // SAFETY: `stream` is a context of our own.
            wantedCount = unsafe max(ZSTD_initDStream(stream), 1)
        }

        deinit {
            // SAFETY: made by ZSTD_createDStream, freed nowhere else.
            unsafe ZSTD_freeDStream(stream)
        }

        // A call that finds damage says nothing of what it has written before. So none is given more than
        // a block or the head of one, nor anything while there is output of the one before: all that is
        // sound has been put out when damage is found, however large the pieces are.
        func decompress(
            _ input: [UInt8], from start: Int, into output: inout [UInt8], limit: Int
        ) throws(CompressionDamage) -> Int {
            if mayHoldOutput {
                let before = output.count
                _ = try step(input, start..<start, &output, limit)
                if output.count > before { return 0 }
            }
            let wanted =
                wantedCount > Self.headCount ? wantedCount - Self.headCount : wantedCount
            return try step(input, start..<min(start + wanted, input.count), &output, limit)
        }

        private func step(
            _ input: [UInt8], _ range: Range<Int>, _ output: inout [UInt8], _ limit: Int
        ) throws(CompressionDamage) -> Int {
            var taken = 0
            var status = 0
            output.append(addingCapacity: limit) { output in
                // SAFETY: both structures point into buffers that outlive the call and tell their
                // sizes; libzstd reads the one, writes the other and moves both positions.
                unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                    unsafe input.withUnsafeBufferPointer { input in
                        var source = unsafe ZSTD_inBuffer(
                            src: input.baseAddress, size: range.upperBound, pos: range.lowerBound)
                        var target = unsafe ZSTD_outBuffer(
                            dst: buffer.baseAddress, size: initialized + limit, pos: initialized)
                        status = unsafe ZSTD_decompressStream(stream, &target, &source)
                        taken = unsafe source.pos - range.lowerBound
                        initialized = unsafe target.pos
                        mayHoldOutput = unsafe target.pos == target.size
                    }
                }
            }
            takenCount += taken
            if ZSTD_isError(status) != 0 {
                // SAFETY: returns a C string with the life of the library.
                let name = unsafe String(cString: ZSTD_getErrorName(status))
                throw CompressionDamage("damaged zstd data behind byte \(takenCount): \(name)")
            }
            wantedCount = max(status, 1)
            // Nothing to do at the end of a frame is no beginning of another one.
            if taken > 0 || !isComplete { isComplete = status == 0 }
            return taken
        }
    }
#endif
