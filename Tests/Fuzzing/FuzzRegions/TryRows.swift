import FuzzSupport
import RegionFiles

/// Reads bytes as a database's rows: cells parted by tabs, rows by line feeds.
func tryRows(_ bytes: [UInt8]) {
    let rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        $0.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
    var reader = RegionFileReader()
    let file = reader.read(rows: TextRows(rows: rows), named: "query")
    for finding in file.findings { expect(finding.position.line >= 1, "\(finding)") }
}

private struct TextRows: RegionRows {
    let rows: [[String]]

    var columns: [String] { ["id", "geom", "radius", "width", "name", "policy", "class"] }
    var count: Int { rows.count }

    func text(row: Int, column: Int) -> String? {
        column < rows[row].count && !rows[row][column].isEmpty ? rows[row][column] : nil
    }
}
