import RegionMonitoring

/// Finds the fixes whose time all shards have to be told, since devices are forgotten by the time of all.
struct ForgettingSteps {
    /// The length of the steps in which time is looked at, in µs.
    private let step: Int64
    private let filter: LocationFilter
    private let now: Timestamp?
    private var latest = Timestamp(microsecondsSince1970: .min)

    /// - Parameter now: The clock, for the filters that compare with it.
    init(_ step: Int64, _ filter: LocationFilter, now: Timestamp?) {
        self.step = step
        self.filter = filter
        self.now = now
    }

    /// Whether a time lies behind the step that has been reached: only then a fix can bring another.
    func isBeyond(_ time: Timestamp) -> Bool { time > latest }

    /// Whether a fix, which comes behind those asked for before, brings a step.
    mutating func isBrought(by fix: Location) -> Bool {
        guard isBeyond(fix.timestamp), filter.rejection(of: fix, now: now) == nil else {
            return false
        }
        // Later fixes of the same step bring nothing new.
        let passed = (fix.timestamp.microsecondsSince1970 % step + step) % step
        latest = fix.timestamp + .microseconds(step - 1 - passed)
        return true
    }
}
