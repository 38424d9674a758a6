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

        init() throws(CompressionDamage) {
            // SAFETY: returns a context of our own or null.
            guard let stream = unsafe ZSTD_createDStream() else {
                throw CompressionDamage("libzstd cannot be used: out of memory")
            }
            unsafe self.stream = stream
        }

        deinit {
            // SAFETY: made by ZSTD_createDStream, freed nowhere else.
            unsafe ZSTD_freeDStream(stream)
        }

        func decompress(
            _ input: [UInt8], from start: Int, into output: inout [UInt8], limit: Int
        ) throws(CompressionDamage) -> Int {
            var taken = 0
            var status = 0
            output.append(addingCapacity: limit) { output in
                // SAFETY: both structures point into buffers that outlive the call and tell their
                // sizes; libzstd reads the one, writes the other and moves both positions.
                unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                    unsafe input.withUnsafeBufferPointer { input in
                        var source = unsafe ZSTD_inBuffer(
                            src: input.baseAddress, size: input.count, pos: start)
                        var target = unsafe ZSTD_outBuffer(
                            dst: buffer.baseAddress, size: initialized + limit, pos: initialized)
                        status = unsafe ZSTD_decompressStream(stream, &target, &source)
                        taken = unsafe source.pos - start
                        initialized = unsafe target.pos
                    }
                }
            }
            takenCount += taken
            if ZSTD_isError(status) != 0 {
                // SAFETY: returns a C string with the life of the library.
                let name = unsafe String(cString: ZSTD_getErrorName(status))
                throw CompressionDamage("damaged zstd data before byte \(takenCount): \(name)")
            }
            // Nothing to do at the end of a frame is no beginning of another one.
            if taken > 0 || !isComplete { isComplete = status == 0 }
            return taken
        }
    }
#endif
