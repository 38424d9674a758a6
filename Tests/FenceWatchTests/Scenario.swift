import Foundation

/// The input of most tests: one circle of 100 m at 0, 10, and fixes that are on its centre or a
/// kilometre north of it.
enum Scenario {
    /// A region file with circles, each `id` with a radius of 100 m at 0, 10.
    static func circles(_ identifiers: String...) -> String {
        let features = identifiers.map { identifier in
            """
            {"type":"Feature","id":"\(identifier)","properties":{"radius":100},\
            "geometry":{"type":"Point","coordinates":[10,0]}}
            """
        }
        return """
            {"type":"FeatureCollection","features":[
            \(features.joined(separator: ",\n"))
            ]}

            """
    }

    /// A feature that is refused: its radius is negative.
    static let refusedFeature = """
        {"type":"Feature","id":"bad","properties":{"radius":-5},
        "geometry":{"type":"Point","coordinates":[10,0]}}

        """

    /// A fix `second` seconds after noon, on the centre of the circle or a kilometre north of it.
    static func fix(_ device: String, _ second: Int, inside: Bool) -> String {
        """
        {"device":"\(device)","timestamp":"2026-03-01T12:00:\(second < 10 ? "0" : "")\(second)Z",\
        "lat":\(inside ? "0" : "0.01"),"lon":10,"accuracy":5}

        """
    }

    /// The event of a first fix inside at `second`, of a device assumed to be outside.
    static func enter(
        _ device: String, _ second: Int, sequence: Int = 1, visit: Int = 1, region: String = "depot"
    ) -> String {
        let time = "\"2026-03-01T12:00:\(second < 10 ? "0" : "")\(second)Z\""
        return """
            {"event":"didEnterRegion","device":"\(device)","sequence":\(sequence),\
            "visit":\(visit),"region":"\(region)","timestamp":\(time),"bounds":[null,\(time)],\
            "decidedAt":\(time),"evidence":"fixes","state":"inside",\
            "fix":{"timestamp":\(time),"lat":0,"lon":10,"accuracy":5}}

            """
    }

    /// The options under which a fix on the other side is an event at once.
    static let immediate = ["-r", "r.geojson", "--preset", "immediate", "--assume", "outside"]
}

extension Program {
    /// A program whose folder has the scenario's region file, `r.geojson`, and an input, `fixes.ndjson`.
    convenience init(fixes: String, regions: String = Scenario.circles("depot")) throws {
        try self.init()
        try write(regions, to: "r.geojson")
        try write(fixes, to: "fixes.ndjson")
    }

    /// Runs the program with the immediate policy, outside assumed, and more arguments.
    func watch(_ arguments: String..., input: String = "") throws -> Outcome {
        try run(Scenario.immediate + arguments, input: input)
    }
}
