import Geodesy

/// The devices by a dense number: a lane for each, and a record for those that need one.
struct DeviceTable: Sendable {
    private var numbers: [DeviceID: UInt32] = [:]

    /// By number.
    private(set) var identifiers: [DeviceID] = []

    /// By number.
    var lanes: [DeviceLane] = []

    /// The records of unfolded devices, where their lanes say; others are there to be used again.
    var records: [DeviceRecord] = []

    private(set) var visits = OpenVisitPool()
    private var freeNumbers: [UInt32] = []
    private var freeRecords: [Int32] = []

    /// How many devices have been seen.
    private(set) var count = 0

    /// Counts how often a number was given up.
    private(set) var epoch: UInt64 = 0

    /// The devices that have changed since that was last asked; `nil` where nobody will ask.
    var changes: DeviceChanges?

    /// When devices are to be forgotten; `nil`: never.
    private(set) var schedule: ForgettingSchedule?

    /// Devices that were forgotten while numbers had to stay valid, and others that never were seen.
    private var vacated: [Int] = []

    /// The number of a device, if it was seen.
    func number(of device: DeviceID) -> Int? {
        numbers[device].flatMap { lanes[Int($0)].isSeen ? Int($0) : nil }
    }

    /// The devices that were seen, in no particular order.
    var seenIdentifiers: [DeviceID] {
        identifiers.indices.filter { lanes[$0].isSeen }.map { identifiers[$0] }
    }

    /// All that is remembered of the devices that were seen.
    var seenRecords: [DeviceRecord] {
        lanes.indices.filter { lanes[$0].isSeen }.map { record($0) }
    }

    /// The time of a device's last fix, delivered or unmoved.
    func lastAccepted(_ number: Int) -> Timestamp? {
        switch lanes[number].form {
        case .empty: nil
        case .folded: lanes[number].time
        case .unfolded: records[Int(lanes[number].link)].lastAccepted
        }
    }

    /// The number of a device, which gets one if it has none.
    mutating func insert(_ device: DeviceID) -> Int {
        if let number = numbers[device] { return Int(number) }
        let number: Int
        if let reused = freeNumbers.popLast() {
            number = Int(reused)
            identifiers[number] = device
        } else {
            number = lanes.count
            lanes.append(DeviceLane())
            identifiers.append(device)
        }
        numbers[device] = UInt32(number)
        schedule?.putUnseen(number)
        return number
    }

    /// Counts a device that sends a fix among those that were seen.
    @inline(__always)
    mutating func see(_ number: Int, at time: Timestamp) {
        // A device that was forgotten has a place in the table for its counter, and none in the schedule.
        if let schedule, lanes[number].form == .empty || !schedule.holds(number) {
            self.schedule?.put(number, after: time)
        }
        see(number)
    }

    /// Counts a device among those that were seen.
    mutating func see(_ number: Int) {
        guard !lanes[number].isSeen else { return }
        lanes[number].isSeen = true
        count += 1
        noteChange(of: number)
    }

    /// Notes that something remembered of a device changes.
    @inline(__always)
    mutating func noteChange(of number: Int) {
        guard changes != nil, !lanes[number].isChanged else { return }
        lanes[number].isChanged = true
        changes?.numbers.append(UInt32(number))
    }

    /// Forgets all of a device but the number of its last event; its number too, where it had none.
    mutating func forget(_ number: Int) {
        if !clear(number) { giveUp(number) }
    }

    /// Forgets a device, whose number stays valid until ``giveUpNumbers()``.
    mutating func forgetKeepingNumber(_ number: Int) {
        if clear(number) { return }
        schedule?.vacate(number)
        vacated.append(number)
    }

    /// Gives up the numbers of devices that were forgotten and have not come back.
    mutating func giveUpNumbers() {
        if vacated.isEmpty { return }
        for number in vacated where schedule?.isVacated(number) ?? false { giveUp(number) }
        vacated.removeAll(keepingCapacity: true)
    }

    /// Forgets all of a device but the number of its last event, and says whether there was one.
    private mutating func clear(_ number: Int) -> Bool {
        schedule?.remove(number)
        let sequence = records[unfold(number)].sequence
        freeRecord(of: number)
        lanes[number] = DeviceLane()
        if sequence > 0 {
            if sequence <= UInt64(UInt32.max) {
                lanes[number].sequence = UInt32(sequence)
            } else {
                records[unfold(number)].sequence = sequence
            }
            lanes[number].isSeen = true
            noteChange(of: number)
            return true
        }
        changes?.removed.append(identifiers[number])
        count -= 1
        return false
    }

    private mutating func giveUp(_ number: Int) {
        schedule?.remove(number)
        numbers[identifiers[number]] = nil
        identifiers[number] = ""
        freeNumbers.append(UInt32(number))
        epoch += 1
    }

    // MARK: Folding

    /// All that is remembered of a device, as a copy.
    func record(_ number: Int) -> DeviceRecord {
        let lane = lanes[number]
        if lane.form == .unfolded { return records[Int(lane.link)] }
        var record = DeviceRecord(identifiers[number])
        record.unfold(from: lane, visits)
        return record
    }

    /// Gives a device its record, in which it is from now on kept, and the record's place.
    mutating func unfold(_ number: Int) -> Int {
        noteChange(of: number)
        let lane = lanes[number]
        if lane.form == .unfolded { return Int(lane.link) }
        let place: Int
        if let free = freeRecords.popLast() {
            place = Int(free)
            records[place].reset(to: identifiers[number])
        } else {
            place = records.count
            records.append(DeviceRecord(identifiers[number]))
        }
        records[place].unfold(from: lane, visits)
        if lane.form == .folded { visits.remove(from: lane.link) }
        lanes[number].link = Int32(place)
        lanes[number].form = .unfolded
        lanes[number].cell = DeviceLane.noCell
        return place
    }

    /// Brings a device's lane up to date with its record, and does without the record where the lane
    /// can say all.
    mutating func settle(_ number: Int) {
        guard lanes[number].form == .unfolded else { return }
        let place = Int(lanes[number].link)
        var deadline = records[place].nextDeadline ?? .never
        if let held = records[place].held.first { deadline = min(deadline, held.timestamp) }
        lanes[number].deadline = deadline
        guard let entry = Self.foldableEntry(of: records[place]) else { return }
        lanes[number].sequence = UInt32(records[place].sequence)
        lanes[number].visits = UInt32(records[place].visits)
        lanes[number].time = entry.time
        lanes[number].latitude = entry.coordinate.latitude
        lanes[number].longitude = entry.coordinate.longitude
        lanes[number].accuracy = entry.accuracy ?? .nan
        lanes[number].revision = UInt32(entry.revision)
        lanes[number].cell = DeviceLane.noCell
        lanes[number].link = visits.add(records[place].pairs)
        lanes[number].form = .folded
        freeRecords.append(Int32(place))
    }

    /// A device's last fix, where that, its counters and its visits are all there is to remember.
    private static func foldableEntry(of record: borrowing DeviceRecord) -> HistoryEntry? {
        guard record.history.count == 1, record.speedRun == nil, record.newestHeld == nil,
            record.held.isEmpty, record.nextDeadline != .never,
            record.sequence <= UInt64(UInt32.max), record.visits <= Int64(UInt32.max)
        else { return nil }
        let entry = record.history[0]
        guard entry.time == record.lastAccepted, entry.time == record.lastDelivered?.timestamp,
            entry.revision <= Revision(UInt32.max), record.decidedFloor ?? entry.time <= entry.time
        else { return nil }
        for index in record.pairs.indices where !record.pairs[index].isFoldable(after: entry) {
            return nil
        }
        return entry
    }

    private mutating func freeRecord(of number: Int) {
        guard lanes[number].form == .unfolded else { return }
        freeRecords.append(lanes[number].link)
    }

    /// Takes a device as it was written.
    mutating func restore(_ record: DeviceRecord) {
        let number = insert(record.identifier)
        let place = unfold(number)
        records[place] = record
        see(number)
        if let heard = lastHeard(number) { schedule?.put(number, after: heard) }
        settle(number)
    }

    /// Forgets in which cells of the index the devices are: another index numbers them otherwise.
    mutating func forgetCells() {
        for number in lanes.indices { lanes[number].cell = DeviceLane.noCell }
    }

    /// Takes back a device that was restored.
    mutating func erase(_ device: DeviceID) {
        guard let number = number(of: device) else { return }
        records[unfold(number)].sequence = 0
        forget(number)
    }

    // MARK: Forgetting

    /// Remembers devices from now on for so long after their last fix.
    mutating func remember(for lifetime: Duration?, since time: Timestamp?) {
        schedule = lifetime.map { ForgettingSchedule(lifetime: $0, reached: time) }
        for number in lanes.indices where lanes[number].form != .empty {
            if let heard = lastHeard(number) { schedule?.put(number, after: heard) }
        }
    }

    /// The time of the last fix that was taken from a device, also of one held back.
    private func lastHeard(_ number: Int) -> Timestamp? {
        guard lanes[number].form == .unfolded else { return lastAccepted(number) }
        let record = records[Int(lanes[number].link)]
        return [record.lastAccepted, record.newestHeld].compactMap(\.self).max()
    }

    /// The numbers of the devices that are to be forgotten as time comes to a moment, in the order of
    /// their identifiers' bytes; `nil` where nothing was to be looked at.
    mutating func idleNumbers(asOf time: Timestamp) -> [Int]? {
        guard let due = schedule?.reach(time) else { return nil }
        var idle: [Int] = []
        for number in due {
            if !lanes[number].isSeen {
                schedule?.vacate(number)
                vacated.append(number)
            } else if let heard = lastHeard(number) {
                if schedule?.isOver(heard) ?? false {
                    idle.append(number)
                } else {
                    schedule?.put(number, after: heard)
                }
            }
        }
        return inOrder(idle)
    }

    // MARK: Searching

    /// The numbers of the devices for which `advance(to:)` has something to do up to a time, in the order
    /// of their identifiers' bytes.
    func numbers(dueBy time: Timestamp) -> [Int] {
        inOrder(lanes.indices.filter { lanes[$0].deadline <= time })
    }

    /// The numbers of the devices that hold fixes back, in the order of their identifiers' bytes.
    var numbersHoldingFixes: [Int] {
        if freeRecords.count == records.count { return [] }
        return inOrder(
            lanes.indices.filter {
                lanes[$0].form == .unfolded && !records[Int(lanes[$0].link)].held.isEmpty
            })
    }

    /// The numbers of the devices that have a pair with a region stored, in the order of their
    /// identifiers' bytes.
    func numbers(storing slot: RegionSlot) -> [Int] {
        inOrder(
            lanes.indices.filter {
                let lane = lanes[$0]
                switch lane.form {
                case .empty: return false
                case .folded: return visits.contains(slot, from: lane.link)
                case .unfolded: return records[Int(lane.link)].pairIndex(of: slot).isStored
                }
            })
    }

    private func inOrder(_ numbers: [Int]) -> [Int] {
        numbers.sorted { identifiers[$0] < identifiers[$1] }
    }
}

extension DeviceRecord {
    /// Writes what a lane says into the record, which is empty.
    fileprivate mutating func unfold(from lane: DeviceLane, _ pool: OpenVisitPool) {
        sequence = UInt64(lane.sequence)
        guard lane.form == .folded else { return }
        let accuracy = lane.accuracy.isNaN ? nil : lane.accuracy
        let entry = HistoryEntry(
            time: lane.time, coordinate: lane.coordinate, accuracy: accuracy,
            revision: Revision(lane.revision))
        visits = Int64(lane.visits)
        lastAccepted = lane.time
        lastDelivered = Location(
            coordinate: lane.coordinate, timestamp: lane.time, horizontalAccuracy: accuracy)
        nextDeadline = lane.deadline == .never ? nil : lane.deadline
        history.append(entry)
        var place = lane.link
        while place >= 0 {
            let visit = pool.visits[Int(place)]
            pairs.append(visit.pair(after: entry))
            place = visit.next
        }
    }

    /// Empties the record for another device and keeps its storage.
    fileprivate mutating func reset(to identifier: DeviceID) {
        var empty = DeviceRecord(identifier)
        swap(&empty.history, &history)
        swap(&empty.pairs, &pairs)
        empty.history.removeAll(keepingCapacity: true)
        empty.pairs.removeAll(keepingCapacity: true)
        self = empty
    }
}
