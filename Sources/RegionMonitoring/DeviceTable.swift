/// The devices by a dense number.
struct DeviceTable: Sendable {
    private(set) var numbers: [DeviceID: Int] = [:]
    var records: [DeviceRecord] = []
    private var free: [Int] = []

    var count: Int { numbers.count }

    /// The number of a device, if it is known.
    func number(of device: DeviceID) -> Int? { numbers[device] }

    /// The number of a device, which is made known if it is not.
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

    /// Forgets a device.
    mutating func remove(_ number: Int) {
        numbers[records[number].identifier] = nil
        records[number] = DeviceRecord("")
        free.append(number)
    }

    /// The numbers of the devices that fulfil a condition, in the order of their identifiers' bytes.
    func numbers(where condition: (DeviceRecord) -> Bool) -> [Int] {
        records.indices
            .filter { condition(records[$0]) }
            .sorted { records[$0].identifier < records[$1].identifier }
    }
}
