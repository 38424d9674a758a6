/// The devices by a dense number.
struct DeviceTable: Sendable {
    private var numbers: [DeviceID: Int] = [:]
    var records: [DeviceRecord] = []
    private var free: [Int] = []

    /// How many devices have been seen.
    private(set) var count = 0

    /// Counts how often a number was given up.
    private(set) var epoch: UInt64 = 0

    /// The number of a device, if it was seen.
    func number(of device: DeviceID) -> Int? {
        numbers[device].flatMap { records[$0].isSeen ? $0 : nil }
    }

    /// The devices that were seen, in no particular order.
    var identifiers: [DeviceID] { records.filter(\.isSeen).map(\.identifier) }

    /// The number of a device, which gets one if it has none.
    mutating func insert(_ device: DeviceID) -> Int {
        if let number = numbers[device] { return number }
        let number: Int
        if let reused = free.popLast() {
            number = reused
            records[number] = DeviceRecord(device)
        } else {
            number = records.count
            records.append(DeviceRecord(device))
        }
        numbers[device] = number
        return number
    }

    /// Counts a device among those that were seen.
    mutating func see(_ number: Int) {
        guard !records[number].isSeen else { return }
        records[number].isSeen = true
        count += 1
    }

    /// Forgets a device that was seen.
    mutating func remove(_ number: Int) {
        numbers[records[number].identifier] = nil
        records[number] = DeviceRecord("")
        free.append(number)
        count -= 1
        epoch += 1
    }

    /// The numbers of the devices that fulfil a condition, in the order of their identifiers' bytes.
    func numbers(where condition: (DeviceRecord) -> Bool) -> [Int] {
        records.indices
            .filter { condition(records[$0]) }
            .sorted { records[$0].identifier < records[$1].identifier }
    }
}
