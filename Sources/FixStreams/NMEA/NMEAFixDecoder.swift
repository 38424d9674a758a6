import RegionMonitoring

/// Reads the sentences of a satellite receiver (NMEA 0183): the sentences of one instant are a record.
///
/// RMC, GGA and GNS give positions, ZDA the date, GSA and VTG what else there is; other sentences are
/// passed over. An epoch is over when a sentence of another instant comes, or at the input's end, so
/// the last one of an input that is followed waits. Lines of text without a sentence count as blank.
struct NMEAFixDecoder: FixDecoder {
    private let options: FixReaderOptions
    private let device: DeviceID
    private var clock = NMEAClock()

    /// The number of the line in its file, which a block does not know.
    private var lineNumber: UInt64 = 0
    private var epoch: NMEAEpoch?

    /// Whether it has been said that dates were moved.
    private var hasToldMoved = false

    /// Creates a decoder.
    ///
    /// - Throws: When there is no device.
    init(_ options: FixReaderOptions) throws(UnusableHeader) {
        self.options = options
        device = try options.requiredDevice()
    }

    mutating func restart() {
        lineNumber = 0
        clock = NMEAClock()
        epoch = nil
    }

    mutating func readHeader(_ bytes: [UInt8]) -> Bool { true }

    mutating func takeNotice() -> FollowNotice.Kind? {
        guard clock.hasMovedDates, !hasToldMoved else { return nil }
        hasToldMoved = true
        return .datesMoved
    }

    mutating func decode(
        _ bytes: [UInt8], _ lines: inout LineSplitter, isLast: Bool, into batch: inout FixBatch
    ) {
        let bytes = bytes.span
        while let line = lines.next(in: bytes, isLast: isLast) {
            lineNumber += 1
            switch line.kind {
            case .blank: batch.counters.blank += 1
            case .tooLong: batch.append(FixDecodingError.tooLong, line)
            case .text: decode(bytes.extracting(line.range), line, into: &batch)
            }
        }
        if isLast { endEpoch(into: &batch) }
    }

    private mutating func decode(
        _ text: Span<UInt8>, _ line: LineSplitter.Line, into batch: inout FixBatch
    ) {
        do throws(FixDecodingError) {
            switch try NMEASentence.read(text) {
            case .text: batch.counters.blank += 1
            case .sentence(let sentence):
                if sentence.followsFragment {
                    let defect = NMEASentence.malformed(
                        "a sentence begins within another one", sentence.prefix.upperBound, text)
                    batch.append(defect, line)
                }
                try take(sentence, text, line, into: &batch)
            }
        } catch {
            batch.append(error, line)
        }
    }

    private mutating func take(
        _ sentence: NMEASentence, _ text: Span<UInt8>, _ line: LineSplitter.Line,
        into batch: inout FixBatch
    ) throws(FixDecodingError) {
        guard !sentence.talker.isEmpty else { return }
        switch sentence.kind {
        case "RMC": try takeRMC(sentence, text, line, into: &batch)
        case "GGA": try takeGGA(sentence, text, line, into: &batch)
        case "GNS": try takeGNS(sentence, text, line, into: &batch)
        case "ZDA":
            guard sentence.field(0) != nil, sentence.field(1) != nil else { return }
            let time = try sentence.timeOfDay(0, in: text)
            clock.setDay(try sentence.longDate(1, in: text), at: time)
        case "GSA":
            if let dilution = try sentence.number(15, "HDOP", in: text) {
                epoch?.fill(\.dilution, with: dilution)
            }
        case "VTG":
            if let course = try sentence.number(0, "course", in: text) {
                epoch?.fill(\.course, with: course)
            }
            if let knots = try sentence.number(4, "speed", in: text) {
                epoch?.fill(\.speed, with: knots * SpeedUnit.knot)
            }
        default: break
        }
    }
}

extension NMEAFixDecoder {
    /// Recommended minimum data: the position, its status, speed, course and date.
    private mutating func takeRMC(
        _ sentence: NMEASentence, _ text: Span<UInt8>, _ line: LineSplitter.Line,
        into batch: inout FixBatch
    ) throws(FixDecodingError) {
        let status = sentence.letter(1, in: text)
        guard status == UInt8(ascii: "A") || status == UInt8(ascii: "V") else {
            throw sentence.unusable(1, "status", "it must be A or V", in: text)
        }
        let mode = sentence.letter(11, in: text)
        let isVoid = status == UInt8(ascii: "V") || mode == UInt8(ascii: "N")
        // A receiver that has just been switched on knows no time either.
        guard sentence.field(0) != nil || !isVoid else {
            endEpoch(into: &batch)
            return batch.append(Self.noFix, line)
        }
        let time = try sentence.timeOfDay(0, in: text)
        let position = isVoid ? nil : try sentence.coordinate(2, in: text)
        let knots = isVoid ? nil : try sentence.number(6, "speed", in: text)
        let course = isVoid ? nil : try sentence.number(7, "course", in: text)
        let day = isVoid && sentence.field(8) == nil ? nil : try sentence.date(8, in: text)
        begin(time, .rmc, line, into: &batch)
        epoch?.take(position, from: .rmc, text)
        epoch?.day = day
        if let knots { epoch?.speed = knots * SpeedUnit.knot }
        if let course { epoch?.course = course }
        if mode == UInt8(ascii: "S") { epoch?.isSimulated = true }
    }

    /// Fix data: the position, its quality, HDOP and altitude.
    private mutating func takeGGA(
        _ sentence: NMEASentence, _ text: Span<UInt8>, _ line: LineSplitter.Line,
        into batch: inout FixBatch
    ) throws(FixDecodingError) {
        let quality = sentence.letter(5, in: text)
        let isVoid = quality == nil || quality == UInt8(ascii: "0")
        guard sentence.field(0) != nil || !isVoid else { return }
        let time = try sentence.timeOfDay(0, in: text)
        let position = isVoid ? nil : try sentence.coordinate(1, in: text)
        let dilution = try sentence.number(7, "HDOP", in: text)
        let altitude = try sentence.number(8, "altitude", in: text)
        begin(time, .gga, line, into: &batch)
        epoch?.take(position, from: .gga, text)
        epoch?.set(\.dilution, to: dilution)
        epoch?.set(\.altitude, to: altitude)
        // 7 is entered by hand, 8 simulated.
        if quality == UInt8(ascii: "7") || quality == UInt8(ascii: "8") {
            epoch?.isSimulated = true
        }
    }

    /// Fix data of several satellite systems.
    private mutating func takeGNS(
        _ sentence: NMEASentence, _ text: Span<UInt8>, _ line: LineSplitter.Line,
        into batch: inout FixBatch
    ) throws(FixDecodingError) {
        let modes = sentence.field(5)
        // The sentences of single systems that follow that of all have no position of their own.
        guard sentence.field(1) != nil || modes != nil, sentence.field(0) != nil else { return }
        let time = try sentence.timeOfDay(0, in: text)
        let isVoid = modes?.allSatisfy { text[$0] == UInt8(ascii: "N") } ?? true
        let position = isVoid ? nil : try sentence.coordinate(1, in: text)
        let dilution = try sentence.number(7, "HDOP", in: text)
        let altitude = try sentence.number(8, "altitude", in: text)
        begin(time, .gns, line, into: &batch)
        epoch?.take(position, from: .gns, text)
        epoch?.fill(\.dilution, with: dilution)
        epoch?.fill(\.altitude, with: altitude)
        if modes?.contains(where: { text[$0] == UInt8(ascii: "S") }) == true {
            epoch?.isSimulated = true
        }
    }

    /// Sees to it that the epoch is that of a time, and lacks a sentence of the kind to come.
    private mutating func begin(
        _ time: Int64, _ source: NMEAEpoch.Source, _ line: LineSplitter.Line,
        into batch: inout FixBatch
    ) {
        if let epoch, epoch.time == time, !epoch.has(source) { return }
        endEpoch(into: &batch)
        epoch = NMEAEpoch(
            time: time, start: RecordStart(line: lineNumber, offset: line.offset))
    }

    private mutating func endEpoch(into batch: inout FixBatch) {
        guard let epoch, epoch.isRecord else { return }
        self.epoch = nil
        if let day = epoch.day { clock.setDay(day, at: epoch.time) }
        let time = clock.instant(epoch.time)
        guard let position = epoch.position else {
            return batch.append(.failure(Self.noFix), at: epoch.start, raw: epoch.raw[...])
        }
        guard let time else {
            let defect = FixDecodingError(
                reason: .invalid, field: "date",
                detail: "the date is not known: there is no RMC or ZDA sentence before", column: 1)
            return batch.append(.failure(defect), at: epoch.start, raw: epoch.raw[...])
        }
        var accuracy: Double?
        if let metres = options.metresPerHDOP, let dilution = epoch.dilution, dilution >= 0 {
            accuracy = dilution * metres
        }
        let fix = Location(
            coordinate: position, timestamp: time, horizontalAccuracy: accuracy,
            altitude: epoch.altitude, speed: epoch.speed, course: epoch.course,
            isSimulated: epoch.isSimulated)
        batch.append(.success((device, fix)), at: epoch.start, raw: epoch.raw[...])
    }

    private static let noFix = FixDecodingError.noPosition("the receiver has no fix")
}

/// Units of speed, in metres a second.
enum SpeedUnit {
    static let knot = 1852.0 / 3600
    static let kilometreAnHour = 1.0 / 3.6
}
