import Foundation

/// Bars of the medians of a suite, on a logarithmic scale, grouped by what they were measured on; a
/// line across each bar's end shows the spread.
struct BarPlot {
    let title: String
    let measurements: [Figure]

    private let left = 190.0
    private let barHeight = 16.0
    private let length = 480.0

    /// The whole file; `nil` without measurements above 0.
    var svg: String? {
        let shown = measurements.filter { $0.spread.lowerBound > 0 }
        guard let unit = shown.first?.unit else { return nil }
        var subjects: [String] = []
        var names: [String] = []
        for measurement in shown {
            if !subjects.contains(measurement.subject) { subjects.append(measurement.subject) }
            if !names.contains(measurement.contender) { names.append(measurement.contender) }
        }
        let scale = LogScale(
            shown.flatMap { [$0.spread.lowerBound, $0.spread.upperBound] }, length: length)
        let height =
            70 + Double(shown.count) * barHeight + Double(subjects.count) * 30 + 40
        var canvas = SVGCanvas(width: left + length + 100, height: height, title: title)
        for tick in scale.ticks {
            let x = left + scale.place(of: tick)
            canvas.line(x, 50, x, height - 40, "#e4e4e4")
            canvas.text(x, height - 22, tick.short, anchor: "middle")
        }
        canvas.text(left + length / 2, height - 6, unit, anchor: "middle")
        var y = 56.0
        for subject in subjects {
            canvas.text(20, y + 12, subject, isBold: true)
            for measurement in shown where measurement.subject == subject {
                let color =
                    SVGCanvas.colors[
                        (names.firstIndex(of: measurement.contender) ?? 0)
                            % SVGCanvas.colors.count]
                let end = scale.place(of: measurement.median)
                canvas.text(left - 8, y + 12, measurement.contender, anchor: "end")
                canvas.box(left, y + 2, end, barHeight - 4, color)
                let spread = measurement.spread
                let middle = y + barHeight / 2
                canvas.line(
                    left + scale.place(of: spread.lowerBound), middle,
                    left + scale.place(of: spread.upperBound), middle, "#222")
                canvas.text(
                    left + scale.place(of: spread.upperBound) + 6, y + 12,
                    measurement.median.short)
                y += barHeight
            }
            y += 30
        }
        return canvas.svg
    }
}

/// A logarithmic scale over whole powers of ten.
struct LogScale {
    private let low: Double
    private let high: Double
    private let length: Double

    init(_ values: [Double], length: Double) {
        low = log10(values.min() ?? 1).rounded(.down)
        high = max(log10(values.max() ?? 10).rounded(.up), low + 1)
        self.length = length
    }

    var ticks: [Double] {
        stride(from: low, through: high, by: 1).map { pow(10, $0) }
    }

    func place(of value: Double) -> Double { (log10(value) - low) / (high - low) * length }
}
