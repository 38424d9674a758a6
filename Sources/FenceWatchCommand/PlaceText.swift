import RegionMonitoring

/// Places as people type them.
enum PlaceText {
    /// The place that `lat,lon` in degrees names; `nil` when the text is something else.
    static func place(_ text: String) -> LocationCoordinate2D? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = degrees(parts[0]), let longitude = degrees(parts[1])
        else { return nil }
        let place = LocationCoordinate2D(latitude: latitude, longitude: longitude)
        return place.isValid ? place : nil
    }

    private static func degrees(_ text: Substring) -> Double? {
        let text = text.drop { $0 == " " }
        // No hexadecimal digits, no names of what is no number.
        guard text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
        return Double(text)
    }
}
