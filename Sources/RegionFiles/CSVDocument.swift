import Geodesy
import RegionMonitoring

/// Reads a table of circles into a builder: a header that names the columns `id`, `lat`, `lon` and
/// `radius`, then a circle a row. Other columns are properties, each a text; `name` is the name.
enum CSVDocument {
    static func read(
        _ bytes: Span<UInt8>, _ options: RegionFileOptions, into builder: inout RegionFileBuilder
    ) throws(Refusal) {
        var (table, header) = try header(of: bytes, options)
        while let (start, cells) = table.next(in: bytes) {
            var region: RegionID?
            do throws(Refusal) {
                let row = CSVCircle(
                    cells: try cells.get(), header: header, start: start,
                    decimalMark: table.delimiter == UInt8(ascii: ",") ? nil : UInt8(ascii: ","))
                let identifier = try row.identifier(in: bytes)
                region = identifier.region
                try builder.claim(identifier, featureAt: start, in: bytes)
                try builder.add(
                    try row.region(identifier.region, options, in: bytes), feature: nil,
                    at: start, coordinates: start, in: bytes)
            } catch {
                builder.refuse(error, region: region, feature: nil)
            }
        }
    }

    /// Whether the first line is the header of a table of places.
    static func begins(_ bytes: Span<UInt8>) -> Bool {
        (try? header(of: bytes, RegionFileOptions(pointRadius: 1))) != nil
    }

    /// Reads the header under that delimiter with which it names the columns.
    private static func header(
        of bytes: Span<UInt8>, _ options: RegionFileOptions
    ) throws(Refusal) -> (CSVTable, CSVCircleHeader) {
        var lines = TextLines(bytes)
        let start = lines.next(in: bytes)?.lowerBound ?? bytes.count
        var problem: Refusal?
        for delimiter: Unicode.Scalar in [",", ";", "\t", "|"] {
            var table = CSVTable(from: start, delimiter: UInt8(ascii: delimiter))
            guard let (place, cells) = table.next(in: bytes), let cells = try? cells.get(),
                cells.count > 1
            else { continue }
            do throws(Refusal) {
                return (table, try CSVCircleHeader(cells, at: place, options, in: bytes))
            } catch {
                if problem == nil { problem = error }
            }
        }
        var first = TextLines(bytes)
        let line = first.next(in: bytes) ?? 0..<0
        throw problem
            ?? Refusal(
                at: start,
                .unexpected(
                    found: line.isEmpty ? "no line" : "'\(bytes.shown(line))'",
                    expected: "a header that names the columns id, lat, lon and radius"))
    }
}
