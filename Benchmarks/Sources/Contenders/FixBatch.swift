package import Workloads

/// Some fixes in columns: what every contender is given at once.
package struct FixBatch: Sendable {
    /// Degrees east.
    package internal(set) var longitudes: [Double] = []

    /// Degrees north.
    package internal(set) var latitudes: [Double] = []

    /// The devices, from 0 on.
    package internal(set) var devices: [UInt32] = []

    /// Seconds since the first fix.
    package internal(set) var seconds: [Double] = []

    /// The number of the batch's first fix.
    package let first: Int

    /// How many fixes there are.
    package var count: Int { longitudes.count }

    init(first: Int) { self.first = first }

    /// How many fixes a batch has, but for the last: enough to make the clock's own time nothing, and
    /// few enough to stay in the nearer caches.
    package static let size = 4096

    /// The first fixes of a workload, in batches.
    package static func batches(of workload: Workload, limit: Int = .max) -> [FixBatch] {
        let perSecond = Int(Workload.deviceCount)
        return batches(count: min(limit, workload.fixes.count)) { index in
            let fix = workload.fixes[index]
            return (fix.x, fix.y, workload.devices[index], Double(index / perSecond))
        }
    }

    /// Fixes made one by one, in batches.
    package static func batches(
        count: Int,
        _ fix: (Int) -> (longitude: Double, latitude: Double, device: UInt32, second: Double)
    ) -> [FixBatch] {
        stride(from: 0, to: count, by: size).map { first in
            var batch = FixBatch(first: first)
            for index in first..<min(first + size, count) {
                let (longitude, latitude, device, second) = fix(index)
                batch.longitudes.append(longitude)
                batch.latitudes.append(latitude)
                batch.devices.append(device)
                batch.seconds.append(second)
            }
            return batch
        }
    }
}
