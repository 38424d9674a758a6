package import FixStreams
package import RegionMonitoring

/// Why a record of the input was not evaluated: all reasons, in the order in which they apply.
package enum RecordRejection: String, Hashable, Sendable, CaseIterable {
    /// A line of more than 1 MiB.
    case tooLong

    /// Not one record of the format in UTF-8.
    case malformed

    /// A member that is missing or cannot be used.
    case invalid

    /// A sound record that carries no position: a receiver without a fix, a farewell.
    case noPosition

    case nullIsland
    case future
    case ancient
    case stale
    case inaccurate
    case simulated
    case late
    case duplicate
    case tooFast
    case tooSoon
    case unmoved

    /// The reason of a fix that the monitor rejected.
    package init(_ reason: LocationRejection.Reason) {
        switch reason {
        case .invalid: self = .invalid
        case .nullIsland: self = .nullIsland
        case .future: self = .future
        case .ancient: self = .ancient
        case .stale: self = .stale
        case .inaccurate: self = .inaccurate
        case .simulated: self = .simulated
        case .late: self = .late
        case .duplicate: self = .duplicate
        case .tooFast: self = .tooFast
        case .tooSoon: self = .tooSoon
        case .unmoved: self = .unmoved
        }
    }

    /// The reason of a record that the reader could not use.
    package init(_ reason: FixDecodingError.Reason) {
        switch reason {
        case .tooLong: self = .tooLong
        case .malformed: self = .malformed
        case .invalid: self = .invalid
        case .noPosition: self = .noPosition
        }
    }

    /// Whether the record is defective, as against a good one that was filtered out.
    package var isDefect: Bool {
        switch self {
        case .tooLong, .malformed, .invalid: true
        default: false
        }
    }

    /// Whether the fix was rejected after it was put in the order of time, as against before.
    var isAfterBuffer: Bool {
        switch self {
        case .late, .duplicate, .tooFast, .tooSoon, .unmoved: true
        default: false
        }
    }

    /// The reason in words, for filtered fixes.
    package var sentence: String {
        switch self {
        case .tooLong: "the line is longer than 1 MiB"
        case .malformed: "the record cannot be read"
        case .invalid: "a member cannot be used"
        case .noPosition: "the record carries no position"
        case .nullIsland: "the position is exactly 0, 0, which stands for none"
        case .future: "the time is ahead of the clock"
        case .ancient: "the time is before 2015"
        case .stale: "the time is too long ago"
        case .inaccurate: "the accuracy is worse than the maximum"
        case .simulated: "the position was made by software"
        case .late: "a newer fix of the device came before"
        case .duplicate: "a fix of the device with this time came before"
        case .tooFast: "the speed from the last fix is above the maximum"
        case .tooSoon: "the time since the last fix is below the minimum"
        case .unmoved: "the device has not moved far enough since the last fix"
        }
    }
}
