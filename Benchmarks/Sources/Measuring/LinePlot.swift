/// Curves of medians over a quantity, both on logarithmic scales.
struct LinePlot {
    /// One curve.
    struct Curve {
        var name: String
        var points: [(x: Double, y: Double)]
    }

    let title: String
    let xTitle: String
    let yTitle: String
    let curves: [Curve]

    private let side = 420.0
    private let left = 80.0
    private let top = 70.0

    /// The whole file; `nil` without two points of a curve.
    var svg: String? {
        guard curves.contains(where: { $0.points.count > 1 }) else { return nil }
        let points = curves.flatMap(\.points)
        let x = LogScale(points.map(\.x), length: side)
        let y = LogScale(points.map(\.y), length: side)
        var canvas = SVGCanvas(width: left + side + 220, height: top + side + 60, title: title)
        for tick in x.ticks {
            let place = left + x.place(of: tick)
            canvas.line(place, top, place, top + side, "#e4e4e4")
            canvas.text(place, top + side + 18, Self.count(tick), anchor: "middle")
        }
        for tick in y.ticks {
            let place = top + side - y.place(of: tick)
            canvas.line(left, place, left + side, place, "#e4e4e4")
            canvas.text(left - 8, place + 4, tick.short, anchor: "end")
        }
        canvas.text(left + side / 2, top + side + 42, xTitle, anchor: "middle")
        canvas.text(20, top - 14, yTitle)
        for (index, curve) in curves.enumerated() {
            let color = SVGCanvas.colors[index % SVGCanvas.colors.count]
            let places = curve.points.map {
                (x: left + x.place(of: $0.x), y: top + side - y.place(of: $0.y))
            }
            canvas.path(places, color)
            for (place, point) in zip(places, curve.points) {
                canvas.dot(place.x, place.y, color)
                canvas.text(place.x + 6, place.y - 6, point.y.short)
            }
            let row = top + 10 + Double(index) * 20
            canvas.box(left + side + 24, row - 9, 12, 12, color)
            canvas.text(left + side + 42, row + 1, curve.name)
        }
        return canvas.svg
    }

    private static func count(_ value: Double) -> String {
        value >= 1e6
            ? "\((value / 1e6).short)M" : value >= 1000 ? "\((value / 1000).short)k" : value.short
    }
}
