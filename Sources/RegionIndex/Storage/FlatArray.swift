import CIntrinsics

/// A fixed run of plain values in memory that somebody else keeps alive.
///
/// Two words: reading takes no reference count and no copy. Whoever stores one stores the memory's
/// owner beside it. Every index is checked.
@safe
struct FlatArray<Element: BitwiseCopyable> {
    // SAFETY: the creator vouches that `count` initialised elements begin here, that nobody writes to
    // them, and that the owner of the memory lives at least as long as every copy of this value.
    private let base: UnsafePointer<Element>
    let count: Int

    @unsafe
    init(base: UnsafePointer<Element>, count: Int) {
        unsafe self.base = unsafe base
        self.count = count
    }

    subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such element")
            // SAFETY: the index was just checked.
            return unsafe base[index]
        }
    }

    /// Asks for the cache line of an element to be there soon; any index is allowed.
    @inline(__always)
    func prefetch(_ index: Int) {
        // SAFETY: a prefetch reads nothing that the program sees and never faults; the address is
        // computed as a number, so that it may lie outside of the array.
        let offset = index &* MemoryLayout<Element>.stride
        unsafe ci_prefetch(
            UnsafeRawPointer(bitPattern: Int(bitPattern: base) &+ offset))
    }

    /// No elements.
    static var empty: FlatArray {
        // SAFETY: an address that is never read from, aligned for every type.
        guard let nowhere = unsafe UnsafePointer<Element>(bitPattern: 64) else {
            preconditionFailure("64 is an address")
        }
        return unsafe FlatArray(base: nowhere, count: 0)
    }

    /// The elements' memory, which lives as long as its owner.
    @unsafe
    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(UnsafeBufferPointer(start: base, count: count))
    }

    /// The elements as an array of their own.
    var array: [Element] {
        // SAFETY: `base` and `count` are what the initialiser was promised.
        unsafe Array(UnsafeBufferPointer(start: base, count: count))
    }
}

// SAFETY: the memory is only read.
extension FlatArray: @unchecked Sendable where Element: Sendable {}
