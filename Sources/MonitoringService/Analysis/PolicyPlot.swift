import RegionMonitoring

/// Draws the policies of a comparison by their delay and their flaps, as an SVG file that needs
/// nothing else.
///
/// Each policy is a dot with its number, and a line of the list beside; dots at one place share a
/// label. The recommended policy is the large green one, policies that lose visits are hollow. A policy
/// without any crossing has no delay and is in the list only.
package struct PolicyPlot {
    private let comparison: PolicyComparison

    /// The side of the square of the plot, its corner, and the height of a line of the list.
    private let side = 420.0
    private let left = 70.0
    private let top = 60.0
    private let row = 18.0

    /// How wide a letter is at most, about.
    private static let letterWidth = 7.2

    /// Creates a plot.
    package init(_ comparison: PolicyComparison) { self.comparison = comparison }

    /// The whole file.
    package var svg: String {
        let delays = comparison.outcomes.compactMap { $0.medianDelay.map { $0 / .seconds(1) } }
        let x = PlotAxis(upTo: delays.max() ?? 0)
        let y = PlotAxis(upTo: Double(comparison.outcomes.map(\.flapCount).max() ?? 0))
        let listHeight = Double(comparison.outcomes.count) * row
        let height = top + max(side, listHeight) + 70
        let letters = comparison.outcomes.map(\.trial.optionLine.count).max() ?? 0
        let width = max(1000, left + side + 100 + Double(letters) * Self.letterWidth)
        let size = "width=\"\(whole(width))\" height=\"\(whole(height))\""
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) \
            viewBox="0 0 \(whole(width)) \(whole(height))" font-family="sans-serif" font-size="12" fill="#222">
            <rect width="100%" height="100%" fill="#fff"/>
            <text x="\(whole(left))" y="32" font-size="16" font-weight="bold">Delay against flaps, \
            by policy</text>

            """
        svg += axes(x, y)
        svg += dots(x, y)
        svg += list()
        return svg + "</svg>\n"
    }

    private func axes(_ x: PlotAxis, _ y: PlotAxis) -> String {
        let bottom = top + side
        var svg = ""
        for tick in x.ticks {
            let place = left + tick / x.end * side
            svg += line(place, top, place, bottom, "#e4e4e4")
            svg += text(place, bottom + 18, x.label(tick), anchor: "middle")
        }
        for tick in y.ticks {
            let place = bottom - tick / y.end * side
            svg += line(left, place, left + side, place, "#e4e4e4")
            svg += text(left - 8, place + 4, y.label(tick), anchor: "end")
        }
        svg += line(left, bottom, left + side, bottom, "#888")
        svg += line(left, top, left, bottom, "#888")
        svg += text(left + side / 2, bottom + 42, "median delay of a decision, s", anchor: "middle")
        svg += "<text transform=\"translate(20 \(whole(top + side / 2))) rotate(-90)\" "
        svg += "text-anchor=\"middle\">flaps</text>\n"
        return svg
    }

    private func dots(_ x: PlotAxis, _ y: PlotAxis) -> String {
        var svg = ""
        var labels: [(x: Double, y: Double, numbers: [Int])] = []
        // The recommended one last, so that it lies on top.
        let order = comparison.outcomes.indices.filter { $0 != comparison.recommended }
        for index in order + [comparison.recommended] {
            let outcome = comparison.outcomes[index]
            guard let delay = outcome.medianDelay else { continue }
            let place = (
                x: left + delay / .seconds(1) / x.end * side,
                y: top + side - Double(outcome.flapCount) / y.end * side
            )
            svg += dot(place.x, place.y, index)
            let known = labels.firstIndex { abs($0.x - place.x) < 14 && abs($0.y - place.y) < 12 }
            if let known {
                labels[known].numbers.append(index + 1)
            } else {
                labels.append((place.x, place.y, [index + 1]))
            }
        }
        return svg + texts(of: labels)
    }

    /// Labels beside their dots, each raised until it is clear of those before.
    private func texts(of labels: [(x: Double, y: Double, numbers: [Int])]) -> String {
        var svg = ""
        var taken: [(x: ClosedRange<Double>, y: Double)] = []
        for label in labels.sorted(by: { ($0.y, $0.x) > ($1.y, $1.x) }) {
            let numbers = label.numbers.sorted().map(String.init).joined(separator: ", ")
            let width = Double(numbers.count) * Self.letterWidth
            // To the left where the right would be beyond the plot.
            let isLate = label.x + 10 + width > left + side
            let start = isLate ? label.x - 10 - width : label.x + 10
            var y = label.y - 7
            while taken.contains(where: {
                $0.x.overlaps(start...start + width) && abs($0.y - y) < 13
            }) {
                y -= 13
            }
            taken.append((start...start + width, y))
            svg += text(start, y, numbers)
        }
        return svg
    }

    private func dot(_ x: Double, _ y: Double, _ index: Int) -> String {
        let isRecommended = index == comparison.recommended
        let color = isRecommended ? "#1a8f3c" : "#3465a4"
        let fill = comparison.lostCounts[index] > 0 ? "#fff" : color
        return "<circle cx=\"\(tenths(x))\" cy=\"\(tenths(y))\" r=\"\(isRecommended ? 7 : 4.5)\" "
            + "fill=\"\(fill)\" stroke=\"\(color)\" stroke-width=\"1.5\"/>\n"
    }

    private func list() -> String {
        let start = left + side + 40
        var svg = text(start, 32, "green: recommended; hollow: loses visits")
        for (index, outcome) in comparison.outcomes.enumerated() {
            let isRecommended = index == comparison.recommended
            let name = outcome.trial.optionLine.isEmpty ? "(as given)" : outcome.trial.optionLine
            let place = top + Double(index) * row + 8
            svg += dot(start + 6, place - 4, index)
            svg += text(start + 38, place, String(index + 1), anchor: "end")
            svg += text(start + 48, place, name, isBold: isRecommended)
        }
        return svg
    }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String)
        -> String
    {
        "<line x1=\"\(tenths(x1))\" y1=\"\(tenths(y1))\" x2=\"\(tenths(x2))\" y2=\"\(tenths(y2))\" "
            + "stroke=\"\(color)\"/>\n"
    }

    private func text(
        _ x: Double, _ y: Double, _ text: String, anchor: String = "start", isBold: Bool = false
    ) -> String {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let weight = isBold ? " font-weight=\"bold\"" : ""
        return "<text x=\"\(tenths(x))\" y=\"\(tenths(y))\" text-anchor=\"\(anchor)\"\(weight)>"
            + "\(escaped)</text>\n"
    }

    private func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

    private func whole(_ number: Double) -> Int { Int(number.rounded()) }
}

/// An axis from 0 to a round number, with ticks at round distances.
struct PlotAxis {
    /// The distance of the ticks: 1, 2 or 5 times a power of ten.
    let step: Double

    /// The last tick, at or beyond the greatest value.
    let end: Double

    init(upTo greatest: Double) {
        var step = 1.0
        let wanted = max(greatest, 1) / 6
        while step < wanted {
            // 1, 2, 5, 10, …
            let lead = step.description.first
            step *= lead == "2" ? 2.5 : 2
        }
        self.step = step
        end = max((greatest / step).rounded(.up), 1) * step
    }

    var ticks: [Double] { (0...Int((end / step).rounded())).map { Double($0) * step } }

    func label(_ tick: Double) -> String { String(Int64(tick)) }
}
