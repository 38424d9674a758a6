import Testing

@testable import FenceWatchCommand

struct ProgressBarTests {
    private func line(
        bytes: UInt64, total: UInt64?, records: UInt64 = 12_345, seconds: Double = 2,
        columns: Int = 100
    ) -> String {
        ProgressBar.line(
            bytes: bytes, total: total, records: records, events: 7, seconds: seconds,
            columns: columns)
    }

    @Test func itTellsRateAndTimeLeft() {
        #expect(
            line(bytes: 25, total: 100)
                == "[##########..............................]  25% "
                + "12.3k records, 6.2k/s, 7 events, 0:06 left")
        #expect(line(bytes: 100, total: 100).contains("] 100% "))
        #expect(line(bytes: 1, total: 10_000, seconds: 1).contains(", 2:46:39 left"))
    }

    @Test func withoutATotalThereIsNoBar() {
        #expect(line(bytes: 25, total: nil) == "12.3k records, 6.2k/s, 7 events")
        #expect(line(bytes: 0, total: 0, seconds: 0) == "12.3k records, 0/s, 7 events")
    }

    @Test(arguments: 1...130)
    func itFitsTheTerminal(_ columns: Int) {
        for total in [nil, 100 as UInt64] {
            let text = line(bytes: 99, total: total, records: 123_456_789, columns: columns)
            #expect(text.count < columns || columns == 1)
            // A file that has grown is no more than whole.
            #expect(line(bytes: 200, total: total, columns: columns).count <= columns)
        }
    }
}
