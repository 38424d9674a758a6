import RegionMonitoring
import StrictXML

/// Finds the points of a track in XML.
protocol TrackFileHandler: XMLHandler {
    /// The points that have been found whole since this was last emptied.
    var points: [TrackFilePoint] { get set }

    /// Where the point begins that is still open; `nil` when none is.
    var openPlace: XMLPlace? { get }

    init()
}

// SAFETY: an input in XML is cut nowhere, so that one thread at a time decodes it, and no copy is used.

/// Reads a track file in XML: each point is a record.
///
/// A file that is not well formed is read up to that place, which is a defect of its own. Such files
/// name no device: it must be given.
struct TrackFileDecoder<Handler: TrackFileHandler>: FixDecoder, @unchecked Sendable {
    /// The most points that wait for one without a time.
    static var heldLimit: Int { 1 << 20 }

    /// The most bytes that are kept of what is not whole yet.
    private static var carriedLimit: Int { 1 << 16 }

    private let options: FixReaderOptions
    private let device: DeviceID
    private var parser = XMLStreamParser()
    private var handler = Handler()

    /// Whether the file is of no further use.
    private var isBroken = false

    /// The beginning of what is not whole yet, from former blocks, and where it stands in the file.
    private var carried: [UInt8] = []
    private var carriedOffset: UInt64 = 0

    /// Whether times are assumed, which the first point without one decides.
    private var assumesTimes = false

    /// Points whose times count unless one without a time follows, and their bytes.
    private var held: [(point: TrackFilePoint, raw: [UInt8])] = []

    /// Creates a decoder.
    ///
    /// - Throws: When there is no device.
    init(_ options: FixReaderOptions) throws(UnusableHeader) {
        self.options = options
        device = try options.requiredDevice()
    }

    mutating func restart() {
        parser = XMLStreamParser()
        handler = Handler()
        isBroken = false
        carried = []
        carriedOffset = 0
        assumesTimes = false
        held = []
    }

    mutating func readHeader(_ bytes: [UInt8]) -> Bool { true }

    mutating func decode(
        _ bytes: [UInt8], _ lines: inout LineSplitter, isLast: Bool, into batch: inout FixBatch
    ) throws(UnusableHeader) {
        defer { lines.takeAll(to: bytes.count) }
        guard !isBroken else { return }
        let chunk = bytes[lines.start...]
        let base = lines.offset
        var failure: XMLFailure?
        do throws(XMLFailure) {
            try parser.parse(
                bytes.span.extracting(lines.start..<bytes.count), isLast: isLast,
                telling: handler)
        } catch {
            failure = error
            isBroken = true
        }
        for point in handler.points {
            try take(point, raw: raw(of: point, chunk, base), into: &batch)
        }
        handler.points.removeAll(keepingCapacity: true)
        if isLast || isBroken { releaseHeld(into: &batch) }
        carry(chunk, base)
        if let failure {
            let defect = FixDecodingError(
                reason: .malformed, field: nil,
                detail: "\(failure.message); the rest of the file is not read",
                column: failure.place.column)
            let start = RecordStart(line: failure.place.line, offset: failure.place.offset)
            batch.append(.failure(defect), at: start, raw: [])
        }
    }
}

extension TrackFileDecoder {
    /// The bytes of a point, as far as they are at hand.
    ///
    /// It may be over before the chunk began: the parser waits for more before it looks again at a tag
    /// that was not whole.
    private func raw(
        of point: TrackFilePoint, _ chunk: ArraySlice<UInt8>, _ base: UInt64
    ) -> ArraySlice<UInt8> {
        let range = point.place.offset..<max(point.endOffset, point.place.offset)
        let former = slice(range, of: carried[...], at: carriedOffset)
        guard carriedOffset + UInt64(carried.count) == base || range.lowerBound >= base else {
            return former
        }
        return former + slice(range, of: chunk, at: base)
    }

    /// The part of some bytes, which stand at `offset` of the file, that is in a range of the file.
    private func slice(
        _ range: Range<UInt64>, of bytes: ArraySlice<UInt8>, at offset: UInt64
    ) -> ArraySlice<UInt8> {
        let part = range.clamped(to: offset..<offset + UInt64(bytes.count))
        return bytes.dropFirst(Int(part.lowerBound - offset)).prefix(part.count)
    }

    /// Keeps the beginning of a point, or of a tag, that is not whole yet.
    private mutating func carry(_ chunk: ArraySlice<UInt8>, _ base: UInt64) {
        let start = handler.openPlace?.offset ?? parser.understoodCount
        if start >= base {
            carried = Array(chunk.dropFirst(Int(start - base)).prefix(Self.carriedLimit))
        } else {
            let isWhole = carriedOffset + UInt64(carried.count) == base
            carried.removeFirst(min(Int(start - min(carriedOffset, start)), carried.count))
            if isWhole { carried += chunk.prefix(max(0, Self.carriedLimit - carried.count)) }
        }
        carriedOffset = start
    }

    private mutating func take(
        _ point: TrackFilePoint, raw: ArraySlice<UInt8>, into batch: inout FixBatch
    ) throws(UnusableHeader) {
        guard options.assumedInterval != nil, !assumesTimes else {
            return append(point, raw, into: &batch)
        }
        held.append((point, Array(raw)))
        if !point.hasTime {
            assumesTimes = true
            releaseHeld(into: &batch)
        } else if held.count > Self.heldLimit {
            throw UnusableHeader(
                message: "more than \(Self.heldLimit) points, of which the first all have times: "
                    + "too many for --assume-interval")
        }
    }

    private mutating func releaseHeld(into batch: inout FixBatch) {
        for (point, raw) in held { append(point, raw[...], into: &batch) }
        held = []
    }

    private func append(
        _ point: TrackFilePoint, _ raw: ArraySlice<UInt8>, into batch: inout FixBatch
    ) {
        var time: Timestamp?
        if assumesTimes, let interval = options.assumedInterval {
            time = batch.nextAssumedTime(interval)
        }
        let start = RecordStart(line: point.place.line, offset: point.place.offset)
        do throws(FixDecodingError) {
            let fix = try point.fix(options, at: time, &batch.counters)
            batch.append(.success((device, fix)), at: start, raw: raw)
        } catch {
            batch.append(.failure(error), at: start, raw: raw)
        }
    }
}

extension FixReaderOptions {
    /// The device of a format that names none.
    ///
    /// - Throws: When none was given.
    func requiredDevice() throws(UnusableHeader) -> DeviceID {
        guard let device = deviceOfUnnamed else {
            throw UnusableHeader(
                message: "this format names no device: give one (--device NAME)")
        }
        return device
    }
}
