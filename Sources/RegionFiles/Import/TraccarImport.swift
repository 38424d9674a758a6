import RegionMonitoring
import StrictJSON

/// Reads Traccar's geofences: the JSON of its API (`GET /api/geofences`), the table `tc_geofences` as
/// CSV or TSV with a header, or its area texts, one a line.
///
/// Traccar tells each crossing at once, so the regions get the preset `immediate`. It closes rings
/// itself, and gives lines the attribute `polylineDistance` to either side, 25 m where there is none.
package enum TraccarImport {
    /// One geofence as Traccar keeps it.
    struct Geofence {
        var id: String
        var name: String?
        var area: String
        var description: String?
        var calendar: String?

        /// The attributes, each a JSON text by its name.
        var attributes: [String: String] = [:]
    }

    /// The half-width that Traccar gives lines without one (`geofence.polylineDistance`).
    private static let lineHalfWidth = 25.0

    /// Reads the bytes of one export.
    ///
    /// - Throws: What is wrong with it as a whole.
    package static func read(
        _ bytes: [UInt8], named file: String
    ) throws(RegionFileFinding) -> RegionImport {
        let span = bytes.span
        var result = RegionImport()
        var counter = TextPositionCounter()
        do throws(Refusal) {
            for (offset, geofence) in try TraccarGeofences.read(span) {
                let place = counter.position(of: offset, in: span)
                let position = SourcePosition(file: file, line: place.line, column: place.column)
                switch geofence {
                case .success(let geofence): add(geofence, at: position, to: &result)
                case .failure(let refusal):
                    result.refuse("?", refusal.reason.description, at: position)
                }
            }
        } catch {
            let place = TextPosition(of: error.offset, in: span)
            throw RegionFileFinding(
                position: SourcePosition(file: file, line: place.line, column: place.column),
                reason: error.reason)
        }
        if !result.entries.isEmpty {
            result.notes.append(
                "\(file.printable): which devices and groups a fence is for is not part of it: each "
                    + "region is for all devices")
        }
        return result
    }

    private static func add(
        _ geofence: Geofence, at place: SourcePosition, to result: inout RegionImport
    ) {
        let name = geofence.name ?? geofence.id
        let area = Array(geofence.area.utf8)
        var options = RegionFileOptions(wktOrder: .latitudeFirst)
        options.closesRings = true
        let width = geofence.attributes["polylineDistance"].flatMap { Double($0) }
        options.lineHalfWidth = width ?? lineHalfWidth
        do throws(Refusal) {
            var geometry = WKTGeometry((0..<area.count).trimmed(in: area.span), options)
            var region = Region(
                identifier: RegionID(geofence.id), shape: try geometry.read(in: area.span),
                name: geofence.name, properties: geofence.attributes)
            if let description = geofence.description {
                region.properties["description"] = description.jsonQuoted
            }
            result.add(region, policy: #"{"preset":"immediate"}"#, at: place)
        } catch {
            return result.refuse(name, error.reason.description, at: place)
        }
        if let calendar = geofence.calendar {
            result.note(
                name, "calendar \(calendar.printable) is not carried over: it is watched always",
                at: place)
        }
        for attribute in ["speedLimit", "stopped", "maintenance"]
        where geofence.attributes[attribute] != nil {
            result.note(
                name, "'\(attribute)' has no effect; it is kept among the properties", at: place)
        }
    }
}
