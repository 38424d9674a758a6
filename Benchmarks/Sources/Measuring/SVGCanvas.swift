/// A picture of lines, boxes and words as an SVG file that needs nothing else.
struct SVGCanvas {
    private var body = ""
    private let width: Double
    private let height: Double

    /// The colours of the contenders, the first the engine's.
    static let colors = ["#1a8f3c", "#3465a4", "#c4820e", "#8f3c7a", "#7a7a7a", "#a4343a"]

    init(width: Double, height: Double, title: String) {
        self.width = width
        self.height = height
        text(20, 30, title, size: 16, isBold: true)
    }

    /// The whole file.
    var svg: String {
        let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
        let box = "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(box) "
            + "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
            + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + body + "</svg>\n"
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String) {
        body += "<line x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\" "
        body += "x2=\"\(Self.number(x2))\" y2=\"\(Self.number(y2))\" stroke=\"\(color)\"/>\n"
    }

    mutating func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: String)
    {
        body += "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" "
        body += "width=\"\(Self.number(max(width, 1)))\" height=\"\(Self.number(height))\" "
        body += "fill=\"\(color)\"/>\n"
    }

    mutating func dot(_ x: Double, _ y: Double, _ color: String) {
        body += "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"4\" "
        body += "fill=\"\(color)\"/>\n"
    }

    mutating func path(_ points: [(x: Double, y: Double)], _ color: String) {
        let list = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
        body += "<polyline points=\"\(list.joined(separator: " "))\" fill=\"none\" "
        body += "stroke=\"\(color)\" stroke-width=\"2\"/>\n"
    }

    mutating func text(
        _ x: Double, _ y: Double, _ text: String, anchor: String = "start", size: Int = 12,
        isBold: Bool = false
    ) {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        body += "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" "
        body += "text-anchor=\"\(anchor)\" font-size=\"\(size)\""
        body += isBold ? " font-weight=\"bold\">" : ">"
        body += escaped + "</text>\n"
    }

    private static func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
    }
}
