import Geodesy
import RegionIndex

/// Watches any number of devices against any number of regions: fixes in, events out.
///
/// A plain deterministic value: it does no I/O, reads no clock and starts no task. The same calls in
/// the same order give the same events, everywhere. Copies are independent. One owner calls it at a
/// time.
///
/// ```swift
/// var monitor = try RegionMonitor(policy: .site)
/// try monitor.startMonitoring(for: depot)
/// for event in monitor.update(with: fix, from: "van-7") { print(event.kind) }
/// ```
///
/// Time moves by the fixes of each device, and by ``advance(to:into:)`` for all: timeouts, dwells and
/// silence need the latter.
public struct RegionMonitor: Sendable {
    /// The policy of regions that bring none of their own.
    public let policy: PolicyChoice

    /// What becomes of it for a region.
    let policies: PolicyResolver

    /// Which fixes are evaluated.
    public let filter: LocationFilter

    /// How many fixes were evaluated.
    public internal(set) var deliveredCount: UInt64 = 0

    /// How many fixes were rejected, by reason.
    public internal(set) var rejectionCounts = RejectionCounts()

    /// Is told of each event besides the outputs; not part of a snapshot.
    public weak var delegate: (any RegionMonitorDelegate)?

    /// Whose fixes are explained in the outputs' traces; `nil`: nobody's, which costs nothing. Not
    /// part of a snapshot.
    public var trace: TraceRequest?

    /// What the outputs hold besides events and rejections; nothing, which costs nothing. Not part of
    /// a snapshot, nor are the beginnings of visits: after a restore, a visit that began before it has
    /// no `enteredBounds` and no dwell told of it.
    public var reports: MonitorReports = [] {
        didSet {
            if !reports.contains(.visits) {
                visits = nil
            } else if visits == nil {
                visits = VisitAssembler()
            }
        }
    }

    /// The visits under way, where they are asked for.
    var visits: VisitAssembler?

    var monitored: MonitoredSet
    var devices = DeviceTable()

    /// The latest time given to `advance(to:into:)`.
    var clock: Timestamp?

    /// How far ``forgetsAfter`` had come when it was last set, or in the monitor that was restored.
    var forgettingTime: Timestamp?

    var scratch = CandidateScratch()

    /// Creates a monitor without regions.
    ///
    /// - Throws: ``PolicyError`` when a value is out of range, or when the entry and exit gates could
    ///   both hold for one fix.
    public init(
        policy: PolicyChoice = .fleet, filter: LocationFilter = LocationFilter()
    ) throws(PolicyError) {
        policies = try PolicyResolver(policy)
        try filter.validate()
        self.policy = policy
        self.filter = filter
        monitored = MonitoredSet()
    }

    /// How many devices the monitor remembers.
    public var deviceCount: Int { devices.count }

    /// The devices that the monitor remembers, in no particular order.
    package var deviceIdentifiers: [DeviceID] { devices.seenIdentifiers }

    /// The regions in force, in no particular order.
    public var monitoredRegions: [Region] { monitored.regions.compactMap { $0?.region } }

    /// How many regions are in force.
    public var regionCount: Int { monitored.count }

    /// The region in force under an identifier.
    public func monitoredRegion(_ identifier: RegionID) -> Region? {
        monitored.slot(of: identifier).flatMap { monitored.regions[Int($0)]?.region }
    }
}
