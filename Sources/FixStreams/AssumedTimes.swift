import RegionMonitoring

/// The times of fixes that have none: one interval after the other, over all inputs of a reader.
enum AssumedTimes {
    /// When the first fix is: 2020-01-01T00:00:00Z, which no filter takes for a broken clock.
    static let first = Timestamp(microsecondsSince1970: 1_577_836_800_000_000)
}

extension FixBatch {
    /// The time of the next fix that has none.
    mutating func nextAssumedTime(_ interval: Duration) -> Timestamp {
        let time = assumedTime.map { $0 + interval } ?? AssumedTimes.first
        assumedTime = time
        return time
    }
}
