import RegionMonitoring
import Testing
import _MonitoringTestSupport

@Suite struct CalendarTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"),
        (1_772_366_408_250_000, "2026-03-01T12:00:08.25Z"),
        (1_772_366_408_000_001, "2026-03-01T12:00:08.000001Z"),
        (-1, "1969-12-31T23:59:59.999999Z"),
        (951_782_400_000_000, "2000-02-29T00:00:00Z"),
        (4_107_542_399_000_000, "2100-02-28T23:59:59Z"),
        (4_107_542_400_000_000, "2100-03-01T00:00:00Z"),
        (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
        (253_402_300_800_000_000, "+010000-01-01T00:00:00Z"),
        (-62_167_219_200_000_000, "0000-01-01T00:00:00Z"),
        (-62_167_219_200_000_001, "-000001-12-31T23:59:59.999999Z"),
        (Int64.max, "+294247-01-10T04:00:54.775807Z"),
        (Int64.min, "-290308-12-21T19:59:05.224192Z"),
    ])
    func text(_ microseconds: Int64, _ expected: String) {
        #expect(Timestamp(microsecondsSince1970: microseconds).description == expected)
    }

    @Test func everyDayOf800YearsFollowsTheDayBefore() {
        var days = CivilTime.daysSince1970(year: 1599, month: 12, day: 31)
        for year in 1600..<2400 {
            for month in 1...12 {
                for day in 1...CivilTime.dayCount(ofMonth: month, year: year) {
                    days += 1
                    let time = CivilTime(year: year, month: month, day: day)
                    #expect(Timestamp(time).microsecondsSince1970 == Int64(days) * 86_400_000_000)
                    #expect(Timestamp(time).civilTime == time)
                }
            }
        }
    }

    @Test func bothDirectionsAgreeOnRandomInstants() {
        let seed: UInt64 = 20_260_301
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let time = Timestamp(
                microsecondsSince1970: Int64.random(
                    in: -9_000_000_000_000_000_000...9_000_000_000_000_000_000, using: &random))
            let civil = time.civilTime
            #expect(Timestamp(civil) == time, "seed \(seed)")
            #expect(0...23 ~= civil.hour && 0...59 ~= civil.minute && 0...59 ~= civil.second)
            #expect(0...999_999 ~= civil.microsecond)
        }
    }
}
