/// A part of a fix that inputs name.
public enum FixField: String, Hashable, Sendable, CaseIterable {
    /// Whose position it is.
    case device

    /// When.
    case time

    /// Degrees north.
    case lat

    /// Degrees east.
    case lon

    /// The horizontal accuracy radius in metres.
    case accuracy

    /// Metres above the ellipsoid or the sea.
    case altitude

    /// Metres per second over ground.
    case speed

    /// Degrees clockwise from north.
    case course

    /// Whether the position was made by software.
    case simulated

    /// The names that inputs give the field; where several are present, the first one counts.
    ///
    /// `vel`, which OwnTracks gives in km/h, is not among them, nor is HDOP, which is no length.
    public var aliases: [String] {
        switch self {
        case .device: ["device", "deviceId", "device_id", "vehicle", "tid", "id"]
        case .time: ["timestamp", "time", "fixTime", "ts", "tst"]
        case .lat: ["lat", "latitude"]
        case .lon: ["lon", "lng", "longitude"]
        case .accuracy: ["accuracy", "horizontalAccuracy", "acc"]
        case .altitude: ["altitude", "alt"]
        case .speed: ["speed"]
        case .course: ["course", "heading", "bearing", "cog"]
        case .simulated: ["simulated"]
        }
    }
}

/// The names of an input's members or columns, where they are not the usual ones.
///
/// A name that is given to one field is no longer an alias of another.
public struct FixFieldNames: Hashable, Sendable {
    private var names: [FixField: String] = [:]

    /// The usual names.
    public init() {}

    /// The name given to a field instead of its aliases; `nil`: its aliases.
    public subscript(_ field: FixField) -> String? {
        get { names[field] }
        set { names[field] = newValue }
    }

    /// The names under which a field is looked for, the first present one counting.
    func candidates(for field: FixField) -> [String] {
        if let name = names[field] { return [name] }
        let taken = Set(names.values)
        return field.aliases.filter { !taken.contains($0) }
    }

    /// Reads a list such as `device=car,lat=y,lon=x`. A name may hold anything but a comma.
    ///
    /// - Throws: ``FixFieldNamesError``.
    public init(parsing text: String) throws(FixFieldNamesError) {
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = entry.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty else {
                throw FixFieldNamesError("'\(entry)' is not of the form field=name")
            }
            guard let field = FixField(rawValue: String(parts[0])) else {
                let known = FixField.allCases.map(\.rawValue).joined(separator: ", ")
                throw FixFieldNamesError("there is no field '\(parts[0])'; the fields are \(known)")
            }
            guard names[field] == nil else {
                throw FixFieldNamesError("field '\(field.rawValue)' is named twice")
            }
            let name = String(parts[1])
            guard !names.values.contains(name) else {
                throw FixFieldNamesError("two fields are named '\(name)'")
            }
            names[field] = name
        }
    }
}

/// Why a list of field names cannot be used.
public struct FixFieldNamesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason in one sentence.
    public var description: String

    init(_ description: String) { self.description = description }
}
