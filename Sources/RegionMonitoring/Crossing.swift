import Geodesy
import RegionIndex

/// When a device crossed a boundary, as far as its fixes tell.
struct Crossing {
    var timestamp: Timestamp
    var bounds: RegionEvent.Bounds

    /// Finds the crossing within a bracket: the last one onto the new side on the straight way
    /// between its ends, or the later end when there is no earlier one, none lies between, or the
    /// gap is too long to interpolate.
    ///
    /// - Parameters:
    ///   - fallback: The later end of a bracket that has none.
    ///   - floor: The latest crossing or dwell of the pair; the crossing does not lie before it.
    init(
        in bracket: Bracket, fallback: Timestamp, entering: Bool, of region: MonitoredRegion,
        floor: Timestamp?
    ) {
        let latest = bracket.later?.time ?? fallback
        timestamp = latest
        bounds = RegionEvent.Bounds(earliest: bracket.earlier?.time, latest: latest)
        if let earlier = bracket.earlier, let later = bracket.later {
            let gap = later.time.microseconds(since: earlier.time)
            if gap <= region.policy.maximumGap ?? .max {
                // The earlier end lies on the old side; so may the later one where accuracy reaches
                // beyond the boundary.
                let gate = entering ? region.policy.entry : region.policy.exit
                let inside = region.geometry.insideIntervals(
                    from: earlier.coordinate, to: later.coordinate, startIsInside: !entering,
                    endIsInside: gate.asksForTheNewSide ? entering : nil)
                let place =
                    entering
                    ? inside.last { $0.lowerBound > 0 }?.lowerBound
                    : inside.last { $0.upperBound < 1 }?.upperBound
                if let place {
                    timestamp = earlier.time.interpolated(place, of: gap)
                }
            }
        }
        if let floor, timestamp < floor {
            timestamp = floor
            bounds.latest = max(bounds.latest, floor)
        }
    }
}

extension Timestamp {
    /// The instant at `fraction` of a gap of microseconds that begins here, in whole microseconds.
    func interpolated(_ fraction: Double, of gap: Int64) -> Timestamp {
        // A gap of under 2^53 µs (285 years) is exact in a Double; the result lies within the gap.
        let offset = (fraction * Double(gap)).rounded()
        return advanced(byMicroseconds: min(max(Int64(offset), 0), gap))
    }
}
