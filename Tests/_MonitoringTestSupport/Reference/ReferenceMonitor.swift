import Geodesy
import RegionIndex
public import RegionMonitoring

/// The obvious, slow engine: event semantics as the page words them, and nothing clever.
///
/// It keeps every fix of every pair for ever, evaluates every pair of a device at every fix by brute
/// force, and searches backwards through what it kept. A faster engine must give the same events, byte
/// for byte. Only the geometry is shared with it; geometry has oracles of its own.
///
/// Section numbers in comments are those of the article "Semantics".
///
/// - Complexity: O(regions × history) for each fix.
public struct ReferenceMonitor: MonitorUnderTest {
    /// The policy before a region's own values.
    public let policy: PolicyChoice

    /// Which fixes are evaluated.
    public let filter: LocationFilter

    var regions: [RegionID: ReferenceRegion] = [:]
    var devices: [DeviceID: ReferenceDevice] = [:]

    /// §10: the sequence counters of removed devices.
    var sequencesOfRemovedDevices: [DeviceID: UInt64] = [:]

    /// How long a device is remembered after its last fix.
    public var forgetsAfter: Duration?

    /// The beginning of the latest step at which devices were looked at.
    var lastStep: Timestamp?

    /// The latest time that `advance(to:)` was given.
    var lastAdvance: Timestamp?

    /// Counts the records and released fixes: an order of everything that happened, apart from time.
    var moment = 0

    /// Creates a monitor without regions.
    public init(policy: PolicyChoice = .fleet, filter: LocationFilter = LocationFilter()) {
        self.policy = policy
        self.filter = filter
    }

    /// The devices in the order of their identifiers' bytes, as §9 has them act.
    var devicesInOrder: [DeviceID] { devices.keys.sorted() }

    /// The regions in the order of their identifiers' bytes.
    var regionsInOrder: [ReferenceRegion] {
        regions.keys.sorted().compactMap { regions[$0] }
    }

    /// Takes one fix: the filters that look at it alone, then the reorder buffer, then the rest for
    /// every fix that the buffer releases.
    public mutating func update(
        with fix: Location, from device: DeviceID, now: Timestamp? = nil
    ) -> MonitorResult {
        var fix = fix
        if let reason = reasonAgainst(fix, now: now) {
            return MonitorResult(
                rejections: [LocationRejection(reason: reason, device: device, fix: fix)])
        }
        fix.coordinate = fix.coordinate.normalized
        var result = forget(asOf: fix.timestamp)
        result.append(hold(fix, of: device))
        return result
    }

    /// Evaluates an accepted fix, delivered or unmoved, against every region (§3–§8, §11).
    mutating func evaluate(_ sighting: Sighting, of device: DeviceID) -> [RegionEvent] {
        guard var state = devices[device] else { return [] }
        var drafts: [ReferenceDraft] = []
        for region in regionsInOrder {
            var pair = state.pairs[region.identifier] ?? ReferencePair()
            pair.take(sighting, in: region, visits: &state.visits, drafts: &drafts)
            state.pairs[region.identifier] = pair
        }
        let events = state.number(drafts, decidedAt: sighting.fix.timestamp, of: device)
        devices[device] = state
        return events
    }

    /// Moves time: for each device its held fixes up to `time`, then its timers (§9, §11).
    public mutating func advance(to time: Timestamp) -> MonitorResult {
        lastAdvance = max(lastAdvance ?? time, time)
        var result = MonitorResult()
        for device in devicesInOrder {
            result.append(release(of: device, upTo: time))
            moment += 1
            guard var state = devices[device], let lastAccepted = state.lastAccepted else {
                continue
            }
            var drafts: [ReferenceDraft] = []
            for region in regionsInOrder {
                guard var pair = state.pairs[region.identifier] else { continue }
                let tick = Tick(time: time, moment: moment, lastAccepted: lastAccepted)
                pair.take(tick, in: region, visits: &state.visits, drafts: &drafts)
                state.pairs[region.identifier] = pair
            }
            result.events += state.number(drafts, decidedAt: time, of: device)
            devices[device] = state
        }
        result.append(forget(asOf: time))
        return result
    }

    /// Releases all held fixes, device by device (§9).
    public mutating func flush() -> MonitorResult {
        var result = MonitorResult()
        for device in devicesInOrder { result.append(release(of: device)) }
        return result
    }
}

/// A fix that reached the regions, at the moment it did.
struct Sighting {
    /// The fix as it came: what an event shows, and the time.
    var fix: Location

    /// Where and how accurate: the fix itself, or the delivered one that an unmoved fix stands for.
    var position: Location

    /// Whether the distance filter dropped it (§11: it stands for the last delivered fix).
    var isUnmoved: Bool

    var moment: Int
}

/// An `advance(to:)` as one device meets it.
struct Tick {
    var time: Timestamp
    var moment: Int

    /// The time of the device's last accepted fix.
    var lastAccepted: Timestamp
}
