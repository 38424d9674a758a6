import Geodesy

/// What the speed filter remembers of its rejects since the last delivered fix: three in a row that
/// agree with each other move the anchor, so that one wrong fix does not block a device for ever.
struct SpeedRun: Hashable, Sendable {
    private static let lengthThatReAnchors = 3

    /// The latest reject; meaningless while `length` is 0.
    var last: TrackPoint

    /// How many rejects in a row agree; 0 once a fix has passed.
    var length: Int

    /// Where the next fix is judged from instead of the last delivered one, once a run was long
    /// enough; it stays until a fix is delivered.
    var anchor: TrackPoint?

    init(last: TrackPoint, length: Int, anchor: TrackPoint?) {
        self.last = last
        self.length = length
        self.anchor = anchor
    }

    /// Begins a run with its first reject.
    init(_ point: TrackPoint) { self.init(last: point, length: 1, anchor: nil) }

    /// Adds a reject.
    mutating func extend(with point: TrackPoint, maximumSpeed: Double) {
        let agrees =
            length > 0 && point.time > last.time
            && Self.speed(from: last, to: point) <= maximumSpeed
        length = agrees ? length + 1 : 1
        last = point
        if length >= Self.lengthThatReAnchors { anchor = point }
    }

    /// Ends the run because a fix passed.
    mutating func interrupt() { length = 0 }

    /// Metres per second on the straight way; infinite when no time has passed.
    static func speed(from start: TrackPoint, to end: TrackPoint) -> Double {
        let seconds = Double(end.time.microseconds(since: start.time)) / 1e6
        guard seconds > 0 else { return .infinity }
        return Geodesic.distance(from: start.coordinate, to: end.coordinate) / seconds
    }
}
