package import RegionMonitoring

/// fencewatch's spatial join: `RegionLocator` on columns of places.
package final class EngineMembership: Contender {
    package let name = "fencewatch"

    private let locator: RegionLocator
    private var matches = RegionMatches()

    /// Builds the index.
    ///
    /// - Throws: ``RegionError`` when a region cannot be used.
    package init(_ regions: RegionSet) throws { locator = try RegionLocator(regions.regions) }

    package func take(_ batch: FixBatch) {
        locator.regions(
            containingLatitudes: batch.latitudes, longitudes: batch.longitudes, into: &matches)
    }

    package func answer(to batch: FixBatch) -> Answer {
        var answer = Answer()
        for index in 0..<matches.count {
            let match = matches[index]
            answer.add(place: batch.first + match.place, region: UInt32(match.region))
        }
        return answer
    }
}

/// fencewatch's engine: fixes in memory to events in memory, from devices assumed outside.
package final class EngineTracking: Contender {
    package let name: String

    // Of the policies only the plain one tells what plain enter/exit tracking tells.
    package let isExact: Bool

    private let fresh: RegionMonitor
    private var monitor: RegionMonitor
    private var output = MonitorOutput()
    private let batches: [LocationColumns]

    /// Builds the monitor, and the batches in its own columns, the devices by number.
    ///
    /// - Throws: ``RegionError`` when a region cannot be used.
    package init(
        _ regions: RegionSet, policy: PolicyPreset, batches: [FixBatch], accuracy: Double? = nil,
        name: String? = nil
    ) throws {
        self.name = name ?? (policy == .fleet ? "fencewatch" : "fencewatch, \(policy.rawValue)")
        isExact = policy == .immediate
        var fresh = try Self.monitor(regions, policy)
        let count = batches.map { Int($0.devices.max() ?? 0) + 1 }.max() ?? 0
        let devices = (0..<count).map { fresh.deviceNumber(for: DeviceID("veh-\($0)")) }
        self.fresh = fresh
        monitor = fresh
        self.batches = batches.map { LocationColumns($0, devices, accuracy: accuracy) }
    }

    /// A monitor of the regions, its index built.
    package static func monitor(
        _ regions: RegionSet, _ policy: PolicyPreset
    ) throws -> RegionMonitor {
        var choice = PolicyChoice(preset: policy)
        choice.smaller.assumedState = .outside
        choice.larger.assumedState = .outside
        var monitor = try RegionMonitor(policy: choice)
        for region in regions.regions { try monitor.startMonitoring(for: region) }
        monitor.optimizeIndex()
        return monitor
    }

    package func reset() { monitor = fresh }

    package func take(_ batch: FixBatch) {
        output.removeAll()
        monitor.update(batches[batch.first / FixBatch.size], into: &output)
    }

    package func answer(to batch: FixBatch) -> Answer {
        var answer = Answer()
        for event in output.events {
            guard let region = UInt32(event.region.rawValue) else {
                preconditionFailure("\(event.region) is no number of a region")
            }
            // A visit that time or a way proved has no fix of its own.
            answer.add(
                fix: Int(event.fix?.reference ?? 0), region: region,
                isEnter: event.kind == .didEnterRegion)
        }
        return answer
    }
}

extension LocationColumns {
    /// The same fixes in the engine's columns, at 1 Hz from noon of 1 March 2026.
    init(_ batch: FixBatch, _ devices: [DeviceNumber], accuracy: Double?) {
        self.init()
        reserveCapacity(batch.count)
        for index in 0..<batch.count {
            append(
                devices[Int(batch.devices[index])],
                at: Timestamp(secondsSince1970: 1_772_366_400 + batch.seconds[index]),
                latitude: batch.latitudes[index], longitude: batch.longitudes[index],
                accuracy: accuracy ?? .nan, reference: UInt64(batch.first + index))
        }
    }
}
