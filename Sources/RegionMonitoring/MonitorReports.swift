/// What a monitor tells besides events and rejections.
public struct MonitorReports: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Each visit once it has ended, in ``MonitorOutput/visits``, also where the regions' notify flags
    /// suppress its events.
    public static let visits = MonitorReports(rawValue: 1)

    /// Each fix that was evaluated and the regions that its device is inside of then, in
    /// ``MonitorOutput/deliveredFixes``.
    public static let deliveredFixes = MonitorReports(rawValue: 2)

    /// The reference of each fix that was evaluated, in ``MonitorOutput/deliveredReferences``.
    package static let deliveredReferences = MonitorReports(rawValue: 4)
}

/// A fix that was evaluated, and where its device stands after it.
public struct DeliveredFix: Hashable, Sendable {
    /// The device.
    public var device: DeviceID

    /// The fix, its coordinate normalized.
    public var fix: Location

    /// The regions whose state is inside after the fix, in the order of their identifiers' bytes.
    ///
    /// The state that events tell, not the place of this one fix: a transition that is pending has
    /// not happened yet.
    public var regions: [RegionID]

    /// Creates a delivered fix; engines and tests do, users receive them.
    public init(device: DeviceID, fix: Location, regions: [RegionID]) {
        self.device = device
        self.fix = fix
        self.regions = regions
    }
}

extension RegionMonitor {
    /// The regions that a device is inside of, in the order of their identifiers' bytes; none for a
    /// device that was never seen.
    ///
    /// A device that has fallen silent inside is still inside here. Fixes that the reorder window holds
    /// do not count yet.
    ///
    /// - Complexity: O(*r* log *r*) in the regions that the device has to do with.
    public func regionsInside(of device: DeviceID) -> [RegionID] {
        devices.number(of: device).map(regionsInside(of:)) ?? []
    }

    private func regionsInside(of number: Int) -> [RegionID] {
        let device = devices.record(number)
        guard device.lastAccepted != nil else { return [] }
        var inside = device.pairs.filter { $0.state == .inside }.map(\.slot)
        // Of pairs that are not stored, only those assumed to be inside can be it.
        for slot in monitored.eagerSlots where !device.pairIndex(of: slot).isStored {
            let pair = device.unstoredPair(slot, monitored[slot], at: monitored.revision)
            if pair.state == .inside { inside.append(slot) }
        }
        return inside.map { monitored[$0].region.identifier }.sorted()
    }

    /// Tells of a fix that was evaluated.
    func report(_ fix: Location, _ number: Int, _ output: inout MonitorOutput) {
        output.deliveredFixes.append(
            DeliveredFix(
                device: devices.identifiers[number], fix: fix,
                regions: regionsInside(of: number)))
    }
}
