/// A binary heap: gives back first what orders before all others.
struct Heap<Element> {
    private var elements: [Element] = []
    private let ordersBefore: (Element, Element) -> Bool

    init(_ ordersBefore: @escaping (Element, Element) -> Bool) {
        self.ordersBefore = ordersBefore
    }

    /// - Complexity: O(log n).
    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard ordersBefore(elements[child], elements[parent]) else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// - Complexity: O(log n).
    mutating func popFirst() -> Element? {
        guard let first = elements.first else { return nil }
        let last = elements.removeLast()
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
                if ordersBefore(elements[child], elements[least]) { least = child }
            }
            if least == parent { return first }
            elements.swapAt(parent, least)
            parent = least
        }
    }
}
