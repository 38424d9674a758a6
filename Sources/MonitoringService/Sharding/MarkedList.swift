import RegionMonitoring

/// Something that is about one device.
protocol DeviceOwned {
    /// The device.
    var device: DeviceID { get }
}

extension RegionEvent: DeviceOwned {}
extension LocationRejection: DeviceOwned {}

/// What a shard made, in its order, with marks that say what caused which part.
///
/// Lists of several shards that were given the same causes in the same order merge into the list that
/// one shard with all devices would have made.
struct MarkedList<Element: DeviceOwned & Sendable>: Sendable {
    /// The end of what one cause made; a cause that made nothing has no mark.
    struct Mark: Sendable {
        /// Where the cause stands among all causes.
        var cause: UInt64
        var end: Int
    }

    /// What was made.
    private(set) var elements: [Element] = []

    /// In the order of their causes.
    private(set) var marks: [Mark] = []

    var isEmpty: Bool { elements.isEmpty }

    /// Adds what a cause made, which comes behind all causes before.
    mutating func append(_ made: some Collection<Element>, of cause: UInt64) {
        guard !made.isEmpty else { return }
        elements.append(contentsOf: made)
        mark(cause)
    }

    /// Adds one thing that a cause made.
    mutating func append(_ element: Element, of cause: UInt64) {
        elements.append(element)
        mark(cause)
    }

    private mutating func mark(_ cause: UInt64) {
        if let last = marks.last, last.cause == cause {
            marks[marks.count - 1].end = elements.count
        } else {
            marks.append(Mark(cause: cause, end: elements.count))
        }
    }

    /// Empties the list and keeps its storage.
    mutating func removeAll() {
        elements.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
    }
}

extension MarkedList {
    /// A list, as far as it has been merged.
    private struct Reader {
        let list: MarkedList
        var nextMark = 0
        var start = 0

        init(_ list: MarkedList) { self.list = list }

        var cause: UInt64? { nextMark < list.marks.count ? list.marks[nextMark].cause : nil }

        /// What the next cause made.
        mutating func takePart() -> ArraySlice<Element> {
            let end = list.marks[nextMark].end
            defer {
                nextMark += 1
                start = end
            }
            return list.elements[start..<end]
        }
    }

    /// Puts lists of several shards together: by cause, and what one cause made in several shards, which
    /// each give it in the order of the devices' identifiers, by device.
    ///
    /// - Complexity: O(*n* + *m* · *s*) for *n* elements, *m* marks and *s* lists.
    static func merged(_ lists: [MarkedList]) -> [Element] {
        let lists = lists.filter { !$0.isEmpty }
        if lists.count <= 1 { return lists.first?.elements ?? [] }
        var merged: [Element] = []
        merged.reserveCapacity(lists.reduce(0) { $0 + $1.elements.count })
        var readers = lists.map(Reader.init)
        while let cause = readers.compactMap(\.cause).min() {
            var parts: [ArraySlice<Element>] = []
            for index in readers.indices where readers[index].cause == cause {
                parts.append(readers[index].takePart())
            }
            if parts.count == 1 {
                merged += parts[0]
            } else {
                appendByDevice(&parts, to: &merged)
            }
        }
        return merged
    }

    /// Takes the part whose first device is the least, that device's elements, again and again: no
    /// device is in two parts.
    private static func appendByDevice(
        _ parts: inout [ArraySlice<Element>], to merged: inout [Element]
    ) {
        while true {
            var least: (part: Int, device: DeviceID)?
            for (index, part) in parts.enumerated() {
                guard let device = part.first?.device else { continue }
                if least.map({ device < $0.device }) ?? true { least = (index, device) }
            }
            guard let (index, device) = least else { return }
            let rest = parts[index].drop { $0.device == device }
            merged += parts[index][..<rest.startIndex]
            parts[index] = rest
        }
    }
}
