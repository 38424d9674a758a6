import Foundation

extension Report {
    /// Draws the suites: bars, or curves where the subjects are numbers ("100000 regions").
    ///
    /// - Returns: Names of files and their contents.
    package var plots: [(name: String, svg: String)] {
        var result: [(name: String, svg: String)] = []
        var suites: [String] = []
        for measurement in measurements where !suites.contains(measurement.suite) {
            suites.append(measurement.suite)
        }
        for suite in suites {
            let all = measurements.filter { $0.suite == suite }
            var units: [String] = []
            for measurement in all where !units.contains(measurement.unit) {
                units.append(measurement.unit)
            }
            for unit in units {
                let some = all.filter { $0.unit == unit }
                let curves = Self.curves(of: suite, some)?.svg
                guard let svg = curves ?? BarPlot(title: suite, measurements: some).svg,
                    some.count > 1
                else { continue }
                let name = units.count > 1 ? "\(suite)-\(unit)" : suite
                result.append((name.map(Self.fileCharacter).joined(), svg))
            }
        }
        return result
    }

    private static func curves(of suite: String, _ measurements: [Figure]) -> LinePlot? {
        var curves: [LinePlot.Curve] = []
        var noun = ""
        for measurement in measurements {
            let words = measurement.subject.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let x = Double(words[0]), x > 0, measurement.median > 0 else {
                return nil
            }
            noun = String(words[1])
            let point = (x: x, y: measurement.median)
            if let index = curves.firstIndex(where: { $0.name == measurement.contender }) {
                curves[index].points.append(point)
            } else {
                curves.append(LinePlot.Curve(name: measurement.contender, points: [point]))
            }
        }
        guard let unit = measurements.first?.unit else { return nil }
        return LinePlot(title: suite, xTitle: noun, yTitle: unit, curves: curves)
    }

    private static func fileCharacter(_ character: Character) -> String {
        character.isLetter || character.isNumber ? character.lowercased() : "-"
    }
}
