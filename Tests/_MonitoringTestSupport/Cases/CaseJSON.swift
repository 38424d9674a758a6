import Foundation
import Geodesy
import RegionMonitoring

/// A JSON object of a case file.
typealias CaseObject = [String: Any]

/// Reading the JSON of case files: well-formed, and as loosely as their makers wrote it.
enum CaseJSON {
    static func object(_ data: Data) -> CaseObject? {
        try? JSONSerialization.jsonObject(with: data) as? CaseObject
    }

    /// The regions of a GeoJSON collection; a feature that is refused is left out.
    static func regions(_ data: Data) throws(CaseError) -> [Region] {
        guard let features = object(data)?["features"] as? [CaseObject] else {
            throw CaseError("no FeatureCollection")
        }
        return features.compactMap { try? region($0) }
    }

    static func region(_ feature: CaseObject) throws(CaseError) -> Region {
        let properties = feature["properties"] as? CaseObject ?? [:]
        guard let identifier = feature["id"] as? String else { throw CaseError("no id") }
        guard let geometry = feature["geometry"] as? CaseObject else {
            throw CaseError("no geometry")
        }
        var region = Region(
            identifier: RegionID(identifier), shape: try shape(geometry, properties))
        region.name = properties["name"] as? String
        region.notifyOnEntry = properties["notifyOnEntry"] as? Bool ?? true
        region.notifyOnExit = properties["notifyOnExit"] as? Bool ?? true
        region.notifyOnDwell = properties["notifyOnDwell"] as? Bool ?? true
        for (name, value) in properties["policy"] as? CaseObject ?? [:] {
            let text = value as? String ?? (value as? [String])?.joined(separator: ",")
            if name == "passThrough", let isOn = value as? Bool {
                region.policy.passThrough = isOn
            } else {
                try region.policy.take(name, text ?? "\(value)")
            }
        }
        return region
    }

    private static func shape(
        _ geometry: CaseObject, _ properties: CaseObject
    ) throws(CaseError) -> RegionShape {
        let coordinates = geometry["coordinates"]
        let width = properties["width"] as? Double ?? properties["radius"] as? Double
        switch geometry["type"] as? String {
        case "Point":
            guard let position = coordinates as? [Double], let width else { break }
            return .circle(Circle(center: coordinate(position), radius: width))
        case "Polygon":
            guard let rings = coordinates as? [[[Double]]] else { break }
            return .polygons([try polygon(rings)])
        case "MultiPolygon":
            guard let polygons = coordinates as? [[[[Double]]]] else { break }
            var parts: [Polygon] = []
            for rings in polygons { parts.append(try polygon(rings)) }
            return .polygons(parts)
        case "LineString":
            guard let line = coordinates as? [[Double]], let width else { break }
            return .corridor(Corridor(lines: [line.map(coordinate)], halfWidth: width))
        case "MultiLineString":
            guard let lines = coordinates as? [[[Double]]], let width else { break }
            return .corridor(Corridor(lines: lines.map { $0.map(coordinate) }, halfWidth: width))
        default: break
        }
        throw CaseError("geometry of an unknown form")
    }

    private static func polygon(_ rings: [[[Double]]]) throws(CaseError) -> Polygon {
        guard let exterior = rings.first else { throw CaseError("no ring") }
        return Polygon(
            exterior: exterior.map(coordinate),
            holes: rings.dropFirst().map { $0.map(coordinate) })
    }

    /// Longitude first, as in every GeoJSON position.
    private static func coordinate(_ position: [Double]) -> LocationCoordinate2D {
        LocationCoordinate2D(latitude: position[1], longitude: position[0])
    }
}

extension Timestamp {
    /// Reads an RFC 3339 time in UTC, with a fraction or without.
    init?(caseText text: String) {
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard text.hasSuffix("Z"), let whole = parts.first, whole.count == 19 else { return nil }
        let numbers = whole.split { "-T:".contains($0) }.compactMap { Int64($0) }
        guard numbers.count == 6 else { return nil }
        var microseconds = 0.0
        if parts.count == 2 {
            guard let fraction = Double("0." + parts[1]) else { return nil }
            microseconds = (fraction * 1e6).rounded()
        }
        let days = Self.days(year: numbers[0], month: numbers[1], day: numbers[2])
        let seconds = ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
        self.init(microsecondsSince1970: seconds * 1_000_000 + Int64(microseconds))
    }

    /// Days since 1970-01-01, counted in years that begin in March so that the leap day comes last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
    }
}
