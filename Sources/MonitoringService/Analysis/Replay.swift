package import RegionFiles
package import RegionMonitoring

/// What a recording makes under one policy and one set of regions.
package struct Replay: Sendable {
    /// A stay, also one that had not ended when the recording did.
    package struct Stay: Hashable, Sendable {
        /// The device and the region.
        package var pair: Pair

        /// When it began; the beginning of time where that is not known.
        package var from: Timestamp

        /// When it ended; the end of time where it had not.
        package var to: Timestamp
    }

    /// A device and a region.
    package struct Pair: Hashable, Comparable, Sendable {
        /// The device.
        package var device: DeviceID

        /// The region.
        package var region: RegionID

        /// By device, then by region.
        package static func < (lhs: Pair, rhs: Pair) -> Bool {
            (lhs.device, lhs.region) < (rhs.device, rhs.region)
        }
    }

    /// Why a replay could not be made: a policy that contradicts itself or does not suit a region.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason in one sentence.
        package var description: String
    }

    /// The events, in the order in which they were told.
    package let events: [RegionEvent]

    /// The stays that ended, in the order in which that was told, then those that had not.
    package let stays: [Stay]

    /// Evaluates a recording.
    ///
    /// - Parameters:
    ///   - policy: The policy of regions, before what they bring themselves.
    ///   - now: The clock that the filter compares with.
    package init(
        _ recording: FixRecording, regions: [RegionFile.Entry], policy: PolicyOverrides,
        filter: LocationFilter, now: Timestamp
    ) throws(Failure) {
        var monitor = try Self.monitor(regions, policy, filter)
        monitor.reports = .visits
        var output = MonitorOutput()
        for entry in recording.entries {
            monitor.update(with: entry.fix, from: entry.device, now: now, into: &output)
            output.rejections.removeAll(keepingCapacity: true)
        }
        monitor.flush(into: &output)
        events = output.events
        stays = Self.stays(output, of: monitor)
    }

    private static func monitor(
        _ regions: [RegionFile.Entry], _ policy: PolicyOverrides, _ filter: LocationFilter
    ) throws(Failure) -> RegionMonitor {
        var output = MonitorOutput()
        var monitor: RegionMonitor
        do throws(PolicyError) {
            monitor = try RegionMonitor(
                policy: PolicyChoice.fleet.applying(policy), filter: filter)
        } catch {
            throw Failure(description: error.description)
        }
        for entry in regions {
            do throws(RegionError) {
                let region = try monitor.prepare(entry.region, geometry: entry.geometry)
                monitor.install(region, into: &output)
            } catch {
                throw Failure(description: error.description)
            }
        }
        monitor.optimizeIndex()
        return monitor
    }

    private static func stays(_ output: MonitorOutput, of monitor: RegionMonitor) -> [Stay] {
        var stays = output.visits.map { visit in
            Stay(
                pair: Pair(device: visit.device, region: visit.region),
                from: visit.enteredAt ?? Timestamp(microsecondsSince1970: .min),
                to: visit.exitedAt)
        }
        var beginnings: [Pair: Timestamp] = [:]
        for event in output.events
        where event.kind == .didEnterRegion
            || (event.kind == .didDetermineState && event.state == .inside)
        {
            let pair = Pair(device: event.device, region: event.region)
            // A device that is heard again, or asked for, was inside before.
            if event.reason == .resumed || event.reason == .requested { continue }
            beginnings[pair] = event.timestamp
        }
        for device in monitor.deviceIdentifiers.sorted() {
            for region in monitor.regionsInside(of: device) {
                let pair = Pair(device: device, region: region)
                stays.append(
                    Stay(
                        pair: pair,
                        from: beginnings[pair] ?? Timestamp(microsecondsSince1970: .min),
                        to: Timestamp(microsecondsSince1970: .max)))
            }
        }
        return stays
    }
}
