import Geodesy
import RegionMonitoring
import StrictJSON

/// One `SETHOOK` or `SETCHAN` command as a region.
struct Tile38Fence {
    let command: Tile38Commands.Command

    /// What `GET` refers to.
    let objects: [String: [String: Tile38Commands.Command]]

    /// Why a fence is no region.
    private struct Problem: Error {
        var reason: String
    }

    /// What the options of a fence say.
    private struct Options {
        var key = ""
        var metadata: [String: String] = [:]
        var detects: Set<String>?
        var lost: [String] = []
    }

    func add(to result: inout RegionImport, at place: SourcePosition) {
        let name = command.text(1) ?? ""
        do throws(Problem) {
            var options = Options()
            let shape = try read(&options)
            var region = Region(identifier: RegionID(name), shape: shape)
            region.properties = options.metadata.mapValues(\.jsonQuoted)
            region.properties["key"] = options.key.jsonQuoted
            let detects = options.detects ?? ["enter", "exit", "cross", "inside", "outside"]
            region.notifyOnEntry = detects.contains("enter")
            region.notifyOnExit = detects.contains("exit")
            let passes = detects.contains("cross") ? ",\"passThrough\":true" : ""
            result.add(region, policy: "{\"preset\":\"immediate\"\(passes)}", at: place)
            if detects.contains("inside") || detects.contains("outside") {
                options.lost.append(
                    "the repeated events 'inside' and 'outside' are not: --emit fixes tells each fix"
                )
            }
            options.lost.append(
                "the collection '\(options.key.printable)' is not: the region is for all devices")
            for lost in options.lost { result.note(name, "carried over, but " + lost, at: place) }
        } catch {
            result.refuse(name, error.reason, at: place)
        }
    }

    /// Reads the options and the area.
    private func read(_ options: inout Options) throws(Problem) -> RegionShape {
        var index = command.keyword(0) == "SETHOOK" ? 3 : 2
        while let word = command.keyword(index), word == "META" || word == "EX" {
            if word == "META" {
                options.metadata[command.text(index + 1) ?? ""] = command.text(index + 2) ?? ""
                index += 3
            } else {
                options.lost.append("its end after \(command.text(index + 1) ?? "?") s is not")
                index += 2
            }
        }
        guard let search = command.keyword(index),
            ["NEARBY", "WITHIN", "INTERSECTS"].contains(search)
        else {
            throw Problem(
                reason: "found '\(command.text(index) ?? "the end")', expected NEARBY, WITHIN or "
                    + "INTERSECTS")
        }
        options.key = command.text(index + 1) ?? ""
        index += 2
        var isFence = false
        while let word = command.keyword(index) {
            switch word {
            case "FENCE": isFence = true
            case "DETECT":
                index += 1
                let names = (command.text(index) ?? "").lowercased().split(separator: ",")
                options.detects = Set(names.map { String($0) })
            case "COMMANDS", "CURSOR", "LIMIT", "SPARSE", "BUFFER", "CLIPBY":
                index += 1
                options.lost.append("\(word) \(command.text(index)?.printable ?? "") is not")
            case "MATCH":
                index += 1
                options.lost.append(
                    "the filter MATCH \(command.text(index)?.printable ?? "") is not")
            case "WHERE", "WHEREIN", "WHEREEVAL", "WHEREEVALSHA":
                throw Problem(reason: "a fence with a condition (\(word)) has no counterpart")
            case "NOFIELDS", "NODWELL", "DISTANCE", "ASC", "DESC", "CLIP", "OBJECTS", "POINTS",
                "IDS", "COUNT",
                "BOUNDS" where !isNumber(index + 1):
                break
            default:
                guard isFence else { throw Problem(reason: "it is no fence: FENCE is missing") }
                return try area(word, from: index + 1)
            }
            index += 1
        }
        throw Problem(reason: "it has no area")
    }

    private func isNumber(_ index: Int) -> Bool {
        command.text(index).flatMap { Double($0) } != nil
    }

    private func area(_ kind: String, from index: Int) throws(Problem) -> RegionShape {
        switch kind {
        case "POINT", "CIRCLE":
            let (latitude, longitude, radius) = (
                try number(index), try number(index + 1), try number(index + 2)
            )
            return .circle(
                Circle(
                    center: LocationCoordinate2D(latitude: latitude, longitude: longitude),
                    radius: radius))
        case "BOUNDS":
            let (south, west) = (try number(index), try number(index + 1))
            let (north, east) = (try number(index + 2), try number(index + 3))
            func corner(_ latitude: Double, _ longitude: Double) -> LocationCoordinate2D {
                LocationCoordinate2D(latitude: latitude, longitude: longitude)
            }
            return .polygons([
                Polygon(exterior: [
                    corner(south, west), corner(south, east), corner(north, east),
                    corner(north, west), corner(south, west),
                ])
            ])
        case "SECTOR": return try sector(from: index)
        case "OBJECT": return try object(command.words.dropFirst(index).first ?? [])
        case "GET":
            guard let object = objects[command.text(index) ?? ""]?[command.text(index + 1) ?? ""]
            else {
                throw Problem(
                    reason: "the object that GET names, '\(command.text(index + 1) ?? "")', is not "
                        + "in the file")
            }
            return try shape(of: object)
        case "ROAM": throw Problem(reason: "a fence around a moving device has no counterpart")
        default:
            throw Problem(
                reason:
                    "an area of the kind \(kind.printable) is not read; give it as BOUNDS or OBJECT"
            )
        }
    }

    /// The area of `SET key id [FIELD name value] [EX seconds] OBJECT …`.
    private func shape(of object: Tile38Commands.Command) throws(Problem) -> RegionShape {
        var index = 3
        while let word = object.keyword(index) {
            switch word {
            case "FIELD": index += 3
            case "EX": index += 2
            case "NX", "XX": index += 1
            case "OBJECT", "BOUNDS":
                return try Tile38Fence(command: object, objects: [:]).area(word, from: index + 1)
            default:
                throw Problem(reason: "the object that GET names is of the kind \(word.printable)")
            }
        }
        throw Problem(reason: "the object that GET names has no area")
    }

    /// A piece of a disc between two courses.
    private func sector(from index: Int) throws(Problem) -> RegionShape {
        let center = LocationCoordinate2D(
            latitude: try number(index), longitude: try number(index + 1))
        let radius = try number(index + 2)
        let (start, end) = (try number(index + 3), try number(index + 4))
        guard center.isValid, radius > 0, abs(start) <= 360, abs(end) <= 360 else {
            throw Problem(reason: "the sector's numbers are out of range")
        }
        var sweep = (end - start).truncatingRemainder(dividingBy: 360)
        if sweep <= 0 { sweep += 360 }
        let arc = (0...64).map {
            Geodesic.destination(
                from: center.normalized, bearing: start + sweep * Double($0) / 64, distance: radius)
        }
        return .polygons([Polygon(exterior: [center] + arc + [center])])
    }

    private func object(_ json: [UInt8]) throws(Problem) -> RegionShape {
        do throws(Refusal) {
            return try Tile38Object.shape(json.span)
        } catch {
            throw Problem(reason: error.reason.description)
        }
    }

    private func number(_ index: Int) throws(Problem) -> Double {
        guard let text = command.text(index), let number = Double(text), number.isFinite else {
            throw Problem(
                reason: "found '\(command.text(index)?.printable ?? "the end")', expected a number")
        }
        return number
    }
}

/// A GeoJSON object as Tile38 takes it: a geometry, a feature, or a feature with `"type":"Circle"`,
/// `radius` and `radius_units` among its properties.
enum Tile38Object {
    static func shape(_ bytes: Span<UInt8>) throws(Refusal) -> RegionShape {
        var cursor = JSONCursor()
        let token = try cursor.token(in: bytes)
        let value = try cursor.rest(of: token, in: bytes)
        guard value.kind == .objectStart else {
            throw Refusal("OBJECT", is: value, expected: "a GeoJSON object", in: bytes)
        }
        let members = try GeoJSONMembers(of: value, in: bytes)
        guard members.typeText(in: bytes) == "Feature" else {
            return try GeoJSONGeometry.read(
                members, at: 0, FeatureProperties(), featureAt: 0, in: bytes
            ).shape
        }
        var properties = try FeatureProperties(members.properties, in: bytes)
        let factor = Self.factor(of: properties, in: bytes)
        if factor != nil { properties.radiusUnits = nil }
        let shape = try GeoJSONGeometry.read(members.geometry, properties, featureAt: 0, in: bytes)
            .shape
        guard case .circle(var circle) = shape, let factor else { return shape }
        circle.radius *= factor
        return .circle(circle)
    }

    /// What the unit of the radius is worth in metres; `nil` for one that is not known.
    private static func factor(of properties: FeatureProperties, in bytes: Span<UInt8>) -> Double? {
        guard let units = properties.radiusUnits, units.kind == .string else { return nil }
        switch JSONString.text(of: units.token, in: bytes) {
        case "km": return 1000
        case "mi": return 1609.344
        case "ft": return 0.3048
        default: return nil
        }
    }
}
