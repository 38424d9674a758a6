import RegionMonitoring
import StrictJSON

/// Reads a file of well-known text into a builder: one region a line, `id TAB wkt` or the geometry
/// alone, which is named after the file, with `#2`, `#3` … from the second on.
///
/// Blank lines are nothing, and so are lines that begin with `#` and hold no tab.
enum WKTDocument {
    static func read(
        _ bytes: Span<UInt8>, _ options: RegionFileOptions, into builder: inout RegionFileBuilder
    ) {
        var lines = TextLines(bytes)
        var unnamedCount = 0
        while let line = lines.next(in: bytes) {
            let text = line.trimmed(in: bytes)
            guard let first = text.first else { continue }
            let tab = tab(afterIdentifierIn: line, in: bytes)
            if bytes[first] == UInt8(ascii: "#"), tab == nil { continue }
            if tab == nil { unnamedCount += 1 }
            readRegion(
                line, tab: tab, unnamedCount: unnamedCount, bytes, options, into: &builder)
        }
    }

    /// Whether a line is a geometry, alone or behind an identifier and a tab.
    static func isRegion(_ line: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        let tab = tab(afterIdentifierIn: line, in: bytes)
        return WKTGeometry.begins((tab.map { $0 + 1..<line.upperBound }) ?? line, in: bytes)
    }

    /// Where the tab is that ends the line's identifier; `nil` when the geometry is alone, in which a
    /// tab may be as good as a space.
    private static func tab(afterIdentifierIn line: Range<Int>, in bytes: Span<UInt8>) -> Int? {
        guard let tab = line.first(where: { bytes[$0] == UInt8(ascii: "\t") }) else { return nil }
        let isAlone =
            WKTGeometry.begins(line, in: bytes)
            && !WKTGeometry.begins(tab + 1..<line.upperBound, in: bytes)
        return isAlone ? nil : tab
    }

    private static func readRegion(
        _ line: Range<Int>, tab: Int?, unnamedCount: Int, _ bytes: Span<UInt8>,
        _ options: RegionFileOptions, into builder: inout RegionFileBuilder
    ) {
        var region: RegionID?
        do throws(Refusal) {
            let identifier =
                if let tab {
                    try FeatureIdentifier(text: line.lowerBound..<tab, in: bytes)
                } else {
                    try FeatureIdentifier(
                        file: builder.origin.file, number: unnamedCount, at: line.lowerBound)
                }
            region = identifier.region
            try builder.claim(identifier, featureAt: line.lowerBound, in: bytes)
            let text = ((tab.map { $0 + 1..<line.upperBound }) ?? line).trimmed(in: bytes)
            var geometry = WKTGeometry(text, options)
            let shape = try geometry.read(in: bytes)
            try builder.add(
                Region(identifier: identifier.region, shape: shape), feature: nil,
                at: line.lowerBound, coordinates: text.lowerBound, in: bytes)
        } catch {
            builder.refuse(error, region: region, feature: nil)
        }
    }
}
