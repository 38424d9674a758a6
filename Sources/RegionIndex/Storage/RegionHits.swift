/// A region that holds a place of a batch.
package struct RegionHit: BitwiseCopyable, Hashable, Sendable {
    /// The place's number in the batch.
    package var place: UInt32

    /// The region's slot.
    package var slot: Int32
}

/// A list of hits that is filled again and again and keeps its memory.
@safe
package struct RegionHits: ~Copyable {
    // SAFETY: `base` points at `capacity` allocated elements, the first `count` of them initialised,
    // and no copy of it leaves this type.
    private var base: UnsafeMutablePointer<RegionHit>
    private var capacity: Int

    /// How many there are.
    package private(set) var count = 0

    package init() {
        capacity = 1024
        unsafe base = UnsafeMutablePointer.allocate(capacity: capacity)
    }

    deinit { unsafe base.deallocate() }

    package subscript(index: Int) -> RegionHit {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such hit")
            return unsafe base[index]
        }
    }

    package mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func append(_ hit: RegionHit) {
        if count == capacity { grow() }
        unsafe (base + count).initialize(to: hit)
        count &+= 1
    }

    /// Puts the hits from a number on in the order of their slots.
    @inline(__always)
    mutating func sort(from start: Int) {
        if count &- start > 1 { insertionSort(from: start) }
    }

    /// Hits come as two ascending groups, mostly of one or two.
    private mutating func insertionSort(from start: Int) {
        if count - start > 32 {
            var part = unsafe UnsafeMutableBufferPointer(
                start: base + start, count: count - start)
            unsafe part.sort { $0.slot < $1.slot }
            return
        }
        for index in (start + 1)..<count {
            let hit = unsafe base[index]
            var place = index
            while place > start, unsafe base[place - 1].slot > hit.slot {
                unsafe base[place] = unsafe base[place - 1]
                place -= 1
            }
            unsafe base[place] = hit
        }
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<RegionHit>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = unsafe larger
        capacity *= 2
    }
}
