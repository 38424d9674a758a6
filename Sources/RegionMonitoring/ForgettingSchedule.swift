/// Says when which devices are to be looked at, whether they have sent nothing for too long.
///
/// Each device stands in one bucket, that of the step at which its last fix would be too old. When the step
/// has come, devices that have sent fixes since are put into the bucket that they then belong to: a fix
/// costs nothing, and a device one look in its lifetime.
struct ForgettingSchedule: Sendable {
    /// Where a device stands.
    private enum Place {
        static let nowhere = Int64.max
        static let vacated = Int64.max - 1
    }

    /// How long a device is remembered after its last fix, in µs.
    let lifetime: Int64

    /// Time is looked at in steps of so many µs: a sixty-fourth of the lifetime, at least 1 ms.
    let step: Int64

    /// The last step that has come; `nil` before the first fix.
    private(set) var reached: Int64?

    private var buckets: [Int64: [UInt32]] = [:]

    /// By number: the bucket, or a ``Place``.
    private var places: [Int64] = []

    init(lifetime: Duration, reached time: Timestamp?) {
        self.lifetime = max(1, lifetime.wholeMicroseconds)
        step = max(1000, self.lifetime / 64)
        reached = time.map(number(of:))
    }

    private func number(of time: Timestamp) -> Int64 {
        let time = time.microsecondsSince1970
        return time / step - (time % step < 0 ? 1 : 0)
    }

    /// The time of the last step that has come.
    var time: Timestamp? {
        reached.map { Timestamp(microsecondsSince1970: $0 * step) }
    }

    /// The first moment of the next step.
    var nextStep: Timestamp {
        guard let reached else { return Timestamp(microsecondsSince1970: .min) }
        return Timestamp(microsecondsSince1970: 0)
            .advanced(byMicroseconds: (reached + 1).multipliedClamping(by: step))
    }

    /// The step at which a device is forgotten that sends nothing after this time.
    private func deadline(after time: Timestamp) -> Int64 {
        number(of: time.advanced(byMicroseconds: lifetime).advanced(byMicroseconds: -1)) + 1
    }

    /// Whether a device whose last fix is of this time is to be forgotten.
    func isOver(_ last: Timestamp) -> Bool { reached.map { deadline(after: last) <= $0 } ?? false }

    /// Puts a device where it belongs after a fix of that time.
    mutating func put(_ number: Int, after time: Timestamp) {
        put(number, in: deadline(after: time))
    }

    /// Puts a device that has a number and no fix where it is found before long.
    mutating func putUnseen(_ number: Int) {
        put(number, in: reached.map { $0 + 65 } ?? .min)
    }

    private mutating func put(_ number: Int, in bucket: Int64) {
        while places.count <= number { places.append(Place.nowhere) }
        // An entry that is left behind elsewhere counts no more.
        if places[number] == bucket { return }
        places[number] = bucket
        buckets[bucket, default: []].append(UInt32(number))
    }

    /// Takes a device out.
    mutating func remove(_ number: Int) {
        if number < places.count { places[number] = Place.nowhere }
    }

    /// Takes a device out and notes that its number is to be given up.
    mutating func vacate(_ number: Int) { places[number] = Place.vacated }

    /// Whether a device will be looked at.
    func holds(_ number: Int) -> Bool {
        number < places.count && places[number] < Place.vacated
    }

    /// Whether a device's number is to be given up.
    func isVacated(_ number: Int) -> Bool { places[number] == Place.vacated }

    /// Lets time come to a moment.
    ///
    /// - Returns: The devices that are to be looked at, each once and taken out; `nil` where no step has
    ///   come.
    mutating func reach(_ time: Timestamp) -> [Int]? {
        let number = number(of: time)
        guard number > reached ?? .min else { return nil }
        reached = number
        var due: [Int] = []
        for bucket in buckets.keys where bucket <= number {
            for device in buckets.removeValue(forKey: bucket) ?? []
            where places[Int(device)] == bucket {
                places[Int(device)] = Place.nowhere
                due.append(Int(device))
            }
        }
        return due
    }
}

extension Int64 {
    fileprivate func multipliedClamping(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
