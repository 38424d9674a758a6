import RegionMonitoring

/// What the OwnTracks apps publish: JSON objects with a member `_type`.
///
/// A `location` is a fix, its `vel` in km/h. The device is the tracker's id (`tid`), else what the
/// topic ends with. Farewells (`lwt`), waypoints, transitions and the like carry no position of the
/// device.
struct OwnTracksPayload: PayloadFormat {
    private let maker: PayloadFixMaker

    init(_ options: FixReaderOptions) {
        let layout = PayloadLayout(
            paths: [
                .device: ["tid"], .time: ["tst"], .lat: ["lat"], .lon: ["lon"],
                .accuracy: ["acc"], .altitude: ["alt"], .speed: ["vel"], .course: ["cog"],
            ],
            speedUnit: SpeedUnit.kilometreAnHour)
        maker = PayloadFixMaker(layout: layout, options: options)
    }

    func read(
        _ text: Span<UInt8>, _ batch: inout FixBatch
    ) throws(FixDecodingError) -> (device: DeviceID, fix: Location, members: [FixMember]) {
        let payload = try Payload(
            json: text, carriesJSON: !maker.options.carriedMembers.isEmpty)
        guard let type = payload["_type"] else { throw .missing("_type") }
        switch String(decoding: type.bytes.prefix(64), as: UTF8.self) {
        case "location": break
        case "encrypted":
            throw .unusable(
                "_type", found: type.shown, "encrypted payloads cannot be read",
                column: type.column)
        default: throw .noPosition("a payload of type \(type.shown) carries no position")
        }
        let device = try maker.device(
            payload, fallback: payload["topic"].flatMap { Self.name(inTopic: $0.bytes) },
            &batch.devices)
        let fix = try maker.fix(payload, &batch.counters)
        return (device, fix, maker.members(payload))
    }

    /// `user/device` of `owntracks/user/device`.
    private static func name(inTopic topic: [UInt8]) -> [UInt8]? {
        let parts = topic.split(separator: UInt8(ascii: "/"))
        return parts.isEmpty ? nil : Array(parts.suffix(2).joined(separator: [UInt8(ascii: "/")]))
    }
}
