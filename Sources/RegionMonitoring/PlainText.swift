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

extension String {
    /// The text with control characters spelled out: a message of one line, without effect on a
    /// terminal, whatever a file holds.
    package var printable: String { spelledOut(\.isControl) }

    /// The same, with line feeds as they are.
    package var printableLines: String { spelledOut { $0.isControl && $0 != "\n" } }

    private func spelledOut(_ isSpelledOut: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isSpelledOut) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if isSpelledOut(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether a terminal could take the character for more than text; line separators too.
    fileprivate var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
    }
}
