import Geodesy
import RegionIndex

/// The regions in force with their index, and what holds of them all.
struct MonitoredSet: Sendable {
    /// By slot; `nil` where a region was removed.
    private(set) var regions: [MonitoredRegion?] = []

    private(set) var lookup = RegionLookup()

    /// Counts the changes.
    private(set) var revision: Revision = 0

    /// When the youngest region came.
    private(set) var latestAddition: Revision = 0

    /// What holds of all ceilings.
    private(set) var ceilings = CeilingBounds()

    /// The longest gap in µs that any region's pass-through bridges; `nil` when none has it.
    private(set) var longestPassThroughGap: Int64?

    /// The regions that settle with every device: those assumed to be inside, or that tell an exit at
    /// the first determination.
    private(set) var eagerSlots: Set<RegionSlot> = []

    /// The distinct ways in which accuracy reaches beyond a boundary.
    private(set) var reaches: Set<Reach> = []

    /// The last of them noted: mostly the next region has the same.
    private var latestReach: Reach?

    /// The slots whose regions have changed since that was last asked; `nil` where nobody will ask.
    var changedSlots: Set<RegionSlot>?

    private var slots: [RegionID: RegionSlot] = [:]
    private var freeSlots: [RegionSlot] = []

    /// The parts of a policy that say how far outside a region a fix can matter.
    struct Reach: Hashable, Sendable {
        var entryFactor: Double
        var entryLimit: LocationDistance
        var exitFactor: Double
        var exitLimit: LocationDistance
        var assumedAccuracy: LocationDistance
    }

    /// How far outside a region a fix can lie and yet matter to it.
    ///
    /// - Parameter settled: Whether the device's state is settled with every region.
    func reach(of accuracy: LocationDistance?, settled: Bool) -> LocationDistance {
        reaches.reduce(0) { widest, reach in
            let accuracy = accuracy ?? reach.assumedAccuracy
            let entry = -reach.entryFactor * min(accuracy, reach.entryLimit)
            let exit = settled ? 0 : reach.exitFactor * min(accuracy, reach.exitLimit)
            return max(widest, entry, exit)
        }
    }

    /// By slot: whether the region tells of ways through it.
    private(set) var tellsPassThrough: [Bool] = []

    /// Whether a fix on one side of some region's boundary can be evidence for the other side.
    private(set) var reachesBeyondBoundaries = false

    init() {}

    /// Creates the set that a snapshot was taken of.
    init(_ restored: Restoration) {
        revision = restored.revision
        latestAddition = restored.latestAddition
        regions = restored.regions
        for (index, region) in regions.enumerated() {
            let slot = RegionSlot(index)
            guard let region else {
                freeSlots.append(slot)
                continue
            }
            slots[region.region.identifier] = slot
            lookup.insert(slot, region.geometry)
            note(region, in: slot)
        }
        lookup.pack()
    }

    /// Whether no region has ever been in it.
    var isNew: Bool { regions.isEmpty }

    /// Fills a new set with regions whose index is there already.
    ///
    /// - Parameters:
    ///   - count: How many regions there are.
    ///   - index: The index of them; the first is in slot 0, and so on.
    ///   - region: Gives each in turn; `nil` for one that cannot be monitored.
    /// - Returns: Whether it was done; where one cannot be monitored, or two have one identifier, nothing is.
    /// - Complexity: O(n), less than a microsecond a region.
    mutating func fill(
        _ count: Int, _ index: IndexSnapshot, _ region: (Int) -> PreparedRegion?
    ) -> Bool {
        precondition(isNew, "the set is in use")
        var filled = self
        var geometries: [RegionGeometry?] = []
        geometries.reserveCapacity(count)
        filled.regions.reserveCapacity(count)
        filled.tellsPassThrough.reserveCapacity(count)
        filled.slots.reserveCapacity(count)
        for number in 0..<count {
            guard let prepared = region(number) else { return false }
            filled.revision += 1
            let slot = RegionSlot(number)
            let added = MonitoredRegion(prepared, addedAt: filled.revision)
            let other = filled.slots.updateValue(slot, forKey: added.region.identifier)
            guard other == nil else { return false }
            filled.regions.append(added)
            geometries.append(added.geometry)
            filled.changedSlots?.insert(slot)
            filled.note(added, in: slot)
        }
        filled.latestAddition = filled.revision
        filled.lookup = RegionLookup(geometries, index)
        self = filled
        return true
    }

    var count: Int { slots.count }

    func slot(of identifier: RegionID) -> RegionSlot? { slots[identifier] }

    /// The region in a slot that is known to be taken.
    subscript(slot: RegionSlot) -> MonitoredRegion {
        guard let region = regions[Int(slot)] else {
            preconditionFailure("region slot \(slot) is empty")
        }
        return region
    }

    /// What an edit did.
    enum Change {
        case none
        case added(RegionSlot)
        case changed(RegionSlot, before: MonitoredRegion)
    }

    /// Adds a region, or replaces the one of the same identifier.
    mutating func put(
        _ region: Region, _ geometry: RegionGeometry, _ policy: ResolvedPolicy
    ) -> Change {
        if let slot = slots[region.identifier] {
            return replace(slot, by: region, geometry, policy)
        }
        revision += 1
        latestAddition = revision
        let added = MonitoredRegion(
            region, geometry: geometry, policy: policy, addedRevision: revision,
            geometryRevision: revision, policyRevision: revision)
        let slot: RegionSlot
        if let free = freeSlots.popLast() {
            slot = free
            regions[Int(slot)] = added
        } else {
            slot = RegionSlot(regions.count)
            regions.append(added)
        }
        slots[region.identifier] = slot
        changedSlots?.insert(slot)
        lookup.insert(slot, geometry)
        note(added, in: slot)
        return .added(slot)
    }

    private mutating func replace(
        _ slot: RegionSlot, by region: Region, _ geometry: RegionGeometry, _ policy: ResolvedPolicy
    ) -> Change {
        let before = self[slot]
        let isReshaped = before.region.shape != region.shape
        let isChanged = isReshaped || before.policy.values != policy.values
        if isChanged { revision += 1 }
        if isReshaped {
            lookup.remove(slot)
            lookup.insert(slot, geometry)
        }
        let after = MonitoredRegion(
            region, geometry: isReshaped ? geometry : before.geometry,
            policy: isChanged ? policy : before.policy, addedRevision: before.addedRevision,
            geometryRevision: isReshaped ? revision : before.geometryRevision,
            policyRevision: isChanged ? revision : before.policyRevision)
        regions[Int(slot)] = after
        changedSlots?.insert(slot)
        note(after, in: slot)
        return isChanged ? .changed(slot, before: before) : .none
    }

    /// Takes a region out of force; nothing may refer to its slot afterwards.
    mutating func remove(_ slot: RegionSlot) {
        slots[self[slot].region.identifier] = nil
        revision += 1
        lookup.remove(slot)
        regions[Int(slot)] = nil
        changedSlots?.insert(slot)
        eagerSlots.remove(slot)
        freeSlots.append(slot)
    }

    /// Puts the index in its fastest form.
    mutating func pack() { lookup.pack() }

    /// Widens what holds of all regions by one; nothing is narrowed when a region goes, which costs
    /// a little time and no truth.
    private mutating func note(_ region: MonitoredRegion, in slot: RegionSlot) {
        let policy = region.policy
        while tellsPassThrough.count <= Int(slot) { tellsPassThrough.append(false) }
        tellsPassThrough[Int(slot)] = policy.values.passThrough
        let least: LocationDistance =
            switch policy.values.accuracyCeiling {
            case .none: .infinity
            case .meters(let ceiling): ceiling
            case .auto: ResolvedPolicy.leastAutoCeiling
            }
        ceilings.least = min(ceilings.least, least)
        if policy.assumedAccuracy > least { ceilings.admitAssumptions = false }
        if policy.values.passThrough {
            longestPassThroughGap = max(longestPassThroughGap ?? 0, policy.passThroughGap ?? .max)
        }
        let isEager =
            policy.values.assumedState == .inside
            || (policy.values.assumedState == .unknown
                && policy.values.initialTrigger.contains(.exit))
        if isEager {
            eagerSlots.insert(slot)
        } else if !eagerSlots.isEmpty {
            eagerSlots.remove(slot)
        }
        let reach = Reach(
            entryFactor: policy.entry.accuracyFactor, entryLimit: policy.entry.accuracyLimit,
            exitFactor: policy.exit.accuracyFactor, exitLimit: policy.exit.accuracyLimit,
            assumedAccuracy: policy.assumedAccuracy)
        if reach != latestReach {
            reaches.insert(reach)
            latestReach = reach
        }
        if !policy.entry.asksForTheNewSide || !policy.exit.asksForTheNewSide {
            reachesBeyondBoundaries = true
        }
    }
}
