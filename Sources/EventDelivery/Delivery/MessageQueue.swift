/// Messages in order, which come and go in runs: a run is shared with whoever handed it in, not copied.
struct MessageQueue: Sendable {
    private var runs: [ArraySlice<DeliveryMessage>] = []
    private var head = 0

    /// How many messages there are.
    private(set) var count = 0

    /// Appends messages at the end.
    mutating func append(_ messages: ArraySlice<DeliveryMessage>) {
        if messages.isEmpty { return }
        runs.append(messages)
        count += messages.count
    }

    /// Takes the oldest messages, at most so many.
    mutating func removeFirst(atMost limit: Int) -> [DeliveryMessage] {
        var taken: [DeliveryMessage] = []
        taken.reserveCapacity(min(limit, count))
        while taken.count < limit, head < runs.count {
            let part = runs[head].prefix(limit - taken.count)
            taken += part
            drop(part.count)
        }
        return taken
    }

    /// Drops the oldest messages.
    mutating func removeFirst(_ number: Int) {
        var rest = number
        while rest > 0, head < runs.count {
            let part = min(rest, runs[head].count)
            drop(part)
            rest -= part
        }
    }

    /// Drops all messages.
    mutating func removeAll() { self = MessageQueue() }

    private mutating func drop(_ number: Int) {
        count -= number
        runs[head] = runs[head].dropFirst(number)
        guard runs[head].isEmpty else { return }
        // What was taken must not live on in the runs that are over.
        runs[head] = []
        head += 1
        if head == runs.count {
            runs.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= runs.count {
            runs.removeFirst(head)
            head = 0
        }
    }
}
