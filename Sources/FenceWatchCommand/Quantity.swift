import EventDelivery

/// Lengths and areas as people read them, to three significant digits.
enum Quantity {
    /// Metres, or kilometres from 10 km on.
    static func length(_ meters: Double) -> String {
        meters < 10_000 ? rounded(meters) + " m" : rounded(meters / 1000) + " km"
    }

    /// Square metres, or square kilometres from 0.1 km² on.
    static func area(_ squareMeters: Double) -> String {
        squareMeters < 1e5 ? rounded(squareMeters) + " m²" : rounded(squareMeters / 1e6) + " km²"
    }

    private static func rounded(_ number: Double) -> String {
        var scale = 1.0
        while abs(number) * scale < 100, scale < 1e6 { scale *= 10 }
        var bytes: [UInt8] = []
        bytes.append(json: (number * scale).rounded() / scale)
        return String(decoding: bytes, as: UTF8.self)
    }
}
