import RegionMonitoring

/// What a Traccar server forwards: JSON objects with `position` and `device`, or a position alone.
///
/// The device is its `uniqueId`, else the server's number for it. Speed is in knots, an accuracy of 0
/// stands for none. A position that is not `valid`, or `outdated`, is none. Members of the position's
/// `attributes` can be carried along.
struct TraccarPayload: PayloadFormat {
    private let maker: PayloadFixMaker

    init(_ options: FixReaderOptions) {
        func either(_ name: String) -> [String] { ["position." + name, name] }
        let layout = PayloadLayout(
            paths: [
                .device: ["device.uniqueId", "uniqueId", "position.deviceId", "deviceId"],
                .time: either("fixTime"), .lat: either("latitude"), .lon: either("longitude"),
                .accuracy: either("accuracy"), .altitude: either("altitude"),
                .speed: either("speed"), .course: either("course"),
                .simulated: either("attributes.mock"),
            ],
            speedUnit: SpeedUnit.knot, zeroAccuracyIsNone: true,
            dilution: either("attributes.hdop"),
            carriedPrefixes: [
                "position.attributes.", "attributes.", "position.", "", "device.attributes.",
                "device.",
            ])
        maker = PayloadFixMaker(layout: layout, options: options)
    }

    func read(
        _ text: Span<UInt8>, _ batch: inout FixBatch
    ) throws(FixDecodingError) -> (device: DeviceID, fix: Location, members: [FixMember]) {
        let payload = try Payload(
            json: text, carriesJSON: !maker.options.carriedMembers.isEmpty)
        if payload["event"] != nil, payload["position"] == nil {
            throw .noPosition("an event without a position")
        }
        for prefix in ["position.", ""] {
            if payload.isFalse(prefix + "valid") { throw .noPosition("the position is not valid") }
            if payload.isTrue(prefix + "outdated") {
                throw .noPosition("the position is outdated")
            }
        }
        let device = try maker.device(payload, &batch.devices)
        let fix = try maker.fix(payload, &batch.counters)
        return (device, fix, maker.members(payload))
    }
}
