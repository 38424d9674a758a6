import RegionMonitoring
import Testing
import _MonitoringTestSupport

@testable import MonitoringService

/// Lists of shards merge into what one shard would have made.
struct MarkedListTests {
    private struct Item: DeviceOwned, Equatable, Sendable {
        var device: DeviceID
        var number: Int
    }

    @Test func shardsMergeIntoOneList() {
        for seed in UInt64(1)...200 {
            var generator = SeededGenerator(seed: seed)
            let shardCount = 1 + Int(generator.next() % 5)
            var one = MarkedList<Item>()
            var several = Array(repeating: MarkedList<Item>(), count: shardCount)
            for cause in 0..<UInt64(30) {
                // One device's record, or something that all devices take part in, in their order.
                let all = (0..<12).map { DeviceID("d\($0)") }.sorted()
                let devices = generator.next() % 4 == 0 ? all : [all[Int(generator.next() % 12)]]
                var made: [Item] = []
                for device in devices {
                    for _ in 0..<generator.next() % 3 {
                        made.append(Item(device: device, number: Int(generator.next() % 100)))
                    }
                }
                one.append(made, of: cause)
                for shard in several.indices {
                    let share = made.filter { $0.device.shardNumber(of: shardCount) == shard }
                    several[shard].append(share, of: cause)
                }
            }
            #expect(MarkedList.merged(several) == one.elements, "seed \(seed)")
        }
    }
}
