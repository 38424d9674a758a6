// A wrapper of zlib.
import CZlib

/// Undoes gzip (RFC 1952) through zlib: one member after the other, as `cat a.gz b.gz` makes them.
///
/// Zeros after the last member, as tapes and some tools leave them, are passed over.
@safe
final class GzipDecompressor: Decompressor {
    // zlib keeps a pointer to the structure itself, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Where the bytes are that come next.
    private enum Place {
        case member
        case betweenMembers
        case padding
    }

    private var place = Place.betweenMembers

    /// How many compressed bytes have been taken in all.
    private var takenCount = 0

    init() throws(CompressionDamage) {
        // SAFETY: one structure is allocated and initialized, and freed in deinit only.
        unsafe stream = .allocate(capacity: 1)
        // SAFETY: `stream` is allocated; all zero is what zlib asks for before its first call.
        unsafe stream.initialize(to: z_stream())
        // 15 is the largest window, 16 more asks for gzip alone.
        // SAFETY: `stream` is initialized; the size is that of the structure this was compiled with.
        let status = unsafe inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            throw CompressionDamage("zlib cannot be used: out of memory")
        }
    }

    deinit {
        // SAFETY: initialized by init; a failed inflateInit2_ leaves a state that inflateEnd accepts.
        unsafe inflateEnd(stream)
        // SAFETY: allocated by init, freed nowhere else.
        unsafe stream.deallocate()
    }

    var isComplete: Bool { place != .member }

    func decompress(
        _ input: [UInt8], from start: Int, into output: inout [UInt8], limit: Int
    ) throws(CompressionDamage) -> Int {
        if place != .member, try !beginMember(input, start) {
            takenCount += input.count - start
            return input.count - start
        }
        let (taken, status) = inflate(input, from: start, into: &output, limit: limit)
        takenCount += taken
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: place = .betweenMembers
        case Z_MEM_ERROR: throw CompressionDamage("zlib is out of memory")
        default: throw CompressionDamage("damaged gzip data before byte \(takenCount): \(message)")
        }
        return taken
    }

    /// Whether a member begins; `false` when all there is are zeros.
    private func beginMember(_ input: [UInt8], _ start: Int) throws(CompressionDamage) -> Bool {
        guard start < input.count else { return false }
        if input[start] == 0, takenCount > 0 {
            place = .padding
            guard input[start...].allSatisfy({ $0 == 0 }) else {
                throw CompressionDamage(
                    "there is something other than gzip data after byte \(takenCount)")
            }
            return false
        }
        guard place == .betweenMembers, takenCount == 0 || input[start] == 0x1F else {
            throw CompressionDamage(
                "there is something other than gzip data after byte \(takenCount)")
        }
        // SAFETY: `stream` is initialized for inflating.
        if takenCount > 0 { unsafe inflateReset(stream) }
        place = .member
        return true
    }

    private func inflate(
        _ input: [UInt8], from start: Int, into output: inout [UInt8], limit: Int
    ) -> (taken: Int, status: Int32) {
        var result = (taken: 0, status: Z_OK)
        output.append(addingCapacity: limit) { output in
            // SAFETY: next_in and next_out point into buffers that outlive the call, with as many
            // bytes from there on as avail_in and avail_out say; zlib only reads the former, and
            // what it wrote to the latter is told by how much avail_out shrank.
            unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                unsafe input.withUnsafeBufferPointer { input in
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(
                        mutating: input.baseAddress.map { unsafe $0 + start })
                    unsafe stream.pointee.avail_in = UInt32(input.count - start)
                    unsafe stream.pointee.next_out =
                        buffer.baseAddress.map { unsafe $0 + initialized }
                    unsafe stream.pointee.avail_out = UInt32(limit)
                    result.status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                    result.taken = unsafe input.count - start - Int(stream.pointee.avail_in)
                    initialized += unsafe limit - Int(stream.pointee.avail_out)
                }
            }
        }
        return result
    }

    /// What zlib says about its last failure.
    private var message: String {
        // SAFETY: `msg` is null or a C string with the life of the library.
        unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "no message"
    }
}
