import RegionFiles
import RegionMonitoring
import Testing

/// Reads one text as a file.
func read(_ text: String, named file: String = "a.geojson") -> RegionFile {
    var reader = RegionFileReader()
    return reader.read(Array(text.utf8), named: file)
}

/// A collection of features, each on a line of its own from line 2 on.
func collection(_ features: String...) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "\n]}"
}

/// A feature with these members; a square and an identifier if they are not among them.
func feature(
    id: String? = "\"x\"", properties: String? = "{}",
    geometry: String? = square(10, 50), and more: String = ""
) -> String {
    var members = ["\"type\":\"Feature\""]
    if let id { members.append("\"id\":\(id)") }
    if let properties { members.append("\"properties\":\(properties)") }
    if let geometry { members.append("\"geometry\":\(geometry)") }
    return "{" + members.joined(separator: ",") + more + "}"
}

/// A polygon of a quarter degree with its south-west corner at a place.
func square(_ longitude: Int, _ latitude: Int) -> String {
    let (x, y) = (longitude, latitude)
    return "{\"type\":\"Polygon\",\"coordinates\":[[[\(x),\(y)],[\(x).25,\(y)],[\(x).25,\(y).25],"
        + "[\(x),\(y).25],[\(x),\(y)]]]}"
}

/// The findings of the one feature of a collection, each as one line.
func refusals(_ feature: String) -> [String] {
    read(collection(feature)).findings.map(\.description)
}

/// Expects that a feature is refused with a message, at the place that `^` marks in it; without a mark
/// at the feature's beginning.
func expectRefusal(
    marked feature: String, of region: String = "x", _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let parts = feature.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
    let column = parts.count == 2 ? parts[0].unicodeScalars.count + 1 : 1
    #expect(
        refusals(parts.joined()) == [
            "a.geojson:2:\(column): error: region '\(region)': \(expected)"
        ],
        sourceLocation: sourceLocation)
}

extension RegionFile {
    /// The identifiers in order.
    var identifiers: [String] { regions.map(\.identifier.rawValue) }
}
