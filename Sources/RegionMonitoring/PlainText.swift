import Geodesy

extension LocationDistance {
    /// The length in metres for people, to the millimetre: `12.345 m`.
    package var metersText: String {
        guard magnitude < 1e12 else { return isFinite ? "\(description) m" : "no limit" }
        let millimeters = Int64((magnitude * 1000).rounded())
        let sign = self < 0 && millimeters > 0 ? "-" : ""
        return sign + decimal(millimeters, places: 3) + " m"
    }
}

extension Duration {
    /// The duration in seconds with as many decimals as it has, at most six; a finer part is cut.
    package var decimalSeconds: String {
        let microseconds = wholeMicroseconds
        let sign = microseconds < 0 ? "-" : ""
        return sign + decimal(Int64(clamping: microseconds.magnitude), places: 6)
    }
}

/// `number` / 10^`places` without trailing zeros.
private func decimal(_ number: Int64, places: Int) -> String {
    var fraction = String(number)
    if fraction.count <= places {
        fraction = String(repeating: "0", count: places + 1 - fraction.count) + fraction
    }
    let whole = fraction.dropLast(places)
    let digits = fraction.suffix(places).reversed().drop { $0 == "0" }.reversed()
    return digits.isEmpty ? String(whole) : "\(whole).\(String(digits))"
}

/// A number of things: `1 fix`, `2 fixes`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
}
