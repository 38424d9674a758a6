import EventDelivery
import FixStreams
import MonitoringService
import RegionFiles
import RegionMonitoring

extension Subcommand {
    /// Says which regions contain points.
    static let locate = Subcommand(
        name: .locate,
        usage: "fencewatch locate -r REGIONS [options] [POINTS ...]",
        summary: "say which regions contain each point",
        discussion: """
            Writes one JSON object for each point, with the ids of the regions that contain it. POINTS \
            are places as 'LAT,LON' in degrees, or files of fixes of which the device and the time may \
            be missing, '-' or none for standard input; a line may also be LAT,LON alone. Nothing is \
            remembered from point to point.
            """,
        run: { settings throws(UsageError) in
            try settings.validateInputs()
            do throws(CannotRun) {
                var command = LocateCommand(settings)
                return try command.run()
            } catch {
                Console.note("error: \(error.description)")
                return .failure
            }
        })
}

/// One run of `locate`.
private struct LocateCommand {
    /// A run of operands that are of one kind.
    private enum Source {
        case place(LocationCoordinate2D)
        case reader(FixReader)
    }

    private let settings: Settings
    private var locator = RegionLocator()
    private var output = ResultOutput()
    private var defectCount = 0

    private static let defectNoteLimit = 10

    init(_ settings: Settings) { self.settings = settings }

    mutating func run() throws(CannotRun) -> ExitStatus {
        let signals = ProcessSignals()
        let (entries, refused) = try settings.readRegions()
        for entry in entries { locator.insert(entry.region.identifier, entry.geometry) }
        locator.optimize()
        let sources = try openSources(signals)
        for source in sources {
            switch source {
            case .place(let place):
                locate(settings.coordinates.toWGS84(place), nil, nil)
            case .reader(let reader):
                do throws(FixInputError) {
                    try locateAll(of: reader, signals)
                } catch {
                    output.flush()
                    throw CannotRun(error.description)
                }
            }
        }
        output.flush()
        if defectCount > Self.defectNoteLimit {
            Console.note("\(defectCount - Self.defectNoteLimit) more defective records")
        }
        if let failure = output.failure { Console.note("\(failure)") }
        let isClean = refused == 0 && defectCount == 0 && output.failure == nil
        return isClean ? .success : .defects
    }

    /// Opens all inputs before the first point is located.
    private func openSources(_ signals: ProcessSignals) throws(CannotRun) -> [Source] {
        var options = settings.reading
        options.readsPlaces = true
        var sources: [Source] = []
        for operand in settings.operands.isEmpty ? ["-"] : settings.operands {
            if let place = PlaceText.place(operand) {
                sources.append(.place(place))
                continue
            }
            do throws(FixInputError) {
                let input = FixInput(operand: operand)
                sources.append(
                    .reader(
                        try FixReader([input], options, wakeDescriptor: signals.wakeDescriptor)))
            } catch {
                throw CannotRun(error.description)
            }
        }
        return sources
    }

    private mutating func locateAll(
        of reader: FixReader, _ signals: ProcessSignals
    ) throws(FixInputError) {
        while output.isOpen, !signals.isEndRequested {
            switch try reader.next() {
            case .end: return
            case .woken: signals.drain()
            case .idle: break
            case .records:
                for record in reader.records { take(record, of: reader) }
                // What a live input has sent is answered before more is waited for.
                output.flush()
            }
        }
    }

    private mutating func take(_ record: FixRecord, of reader: FixReader) {
        switch record.content {
        case .fix(let device, let fix):
            let time = fix.timestamp == FixReaderOptions.unknownTime ? nil : fix.timestamp
            locate(
                settings.coordinates.toWGS84(fix.coordinate),
                device == FixReaderOptions.unnamedDevice ? nil : device, time)
        case .defect(let error):
            guard error.isDefect else { return }
            defectCount += 1
            guard defectCount <= Self.defectNoteLimit else { return }
            Console.note(
                "\(reader.input?.name ?? ""):\(record.line):\(error.column): "
                    + "\(RecordRejection(error.reason).rawValue): \(error.detail)")
        case .control:
            // Only where the options allow control records.
            break
        }
    }

    private mutating func locate(
        _ place: LocationCoordinate2D, _ device: DeviceID?, _ time: Timestamp?
    ) {
        let place = place.normalized
        output.bytes.append(text: "{")
        if let device {
            output.bytes.append(text: "\"device\":")
            output.bytes.append(jsonString: device.rawValue)
            output.bytes.append(text: ",")
        }
        if let time { output.bytes.append(text: "\"timestamp\":\"\(time)\",") }
        output.bytes.append(text: "\"lat\":")
        output.bytes.append(json: place.latitude)
        output.bytes.append(text: ",\"lon\":")
        output.bytes.append(json: place.longitude)
        output.bytes.append(text: ",\"regions\":[")
        let regions = locator.regions(containing: place)
        for (index, region) in regions.enumerated() {
            if index > 0 { output.bytes.append(text: ",") }
            output.bytes.append(jsonString: region.rawValue)
        }
        output.bytes.append(text: "]")
        if settings.tellsDistance { appendDistances(place, regions) }
        output.bytes.append(text: "}\n")
        output.settle()
    }

    private mutating func appendDistances(_ place: LocationCoordinate2D, _ regions: [RegionID]) {
        guard !regions.isEmpty else {
            guard let nearest = locator.nearestRegion(to: place) else { return }
            output.bytes.append(text: ",\"nearest\":{\"region\":")
            output.bytes.append(jsonString: nearest.region.rawValue)
            output.bytes.append(text: ",\"distance\":")
            output.bytes.append(json: nearest.distance.roundedToMillimeters)
            output.bytes.append(text: "}")
            return
        }
        output.bytes.append(text: ",\"distances\":{")
        for (index, region) in regions.enumerated() {
            let distance = locator.signedDistance(from: place, to: region) ?? 0
            if index > 0 { output.bytes.append(text: ",") }
            output.bytes.append(jsonString: region.rawValue)
            output.bytes.append(text: ":")
            output.bytes.append(json: distance.roundedToMillimeters)
        }
        output.bytes.append(text: "}")
    }
}

extension LocationDistance {
    /// To the millimetre, which is as exact as distances of a kilometre are; never −0.
    fileprivate var roundedToMillimeters: LocationDistance { (self * 1000).rounded() / 1000 + 0 }
}
