/// Owns the memory of ``FlatArray``s: copies of arrays, each at a cache line's beginning.
@safe
final class FlatMemory {
    // SAFETY: every pointer was made by `copy` and is released by `deinit` alone.
    private var blocks: [UnsafeMutableRawPointer] = unsafe []

    init() {}

    deinit {
        for index in unsafe blocks.indices { unsafe blocks[index].deallocate() }
    }

    /// A copy of an array that lives as long as this object.
    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> FlatArray<Element> {
        let size = max(elements.count, 1) * MemoryLayout<Element>.stride
        let alignment = max(64, MemoryLayout<Element>.alignment)
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        unsafe blocks.append(block)
        // SAFETY: the block is large enough for the elements, which are plain values, and aligned.
        let base = unsafe block.bindMemory(to: Element.self, capacity: max(elements.count, 1))
        for index in elements.indices { unsafe (base + index).initialize(to: elements[index]) }
        return unsafe FlatArray(base: base, count: elements.count)
    }
}

// SAFETY: the list of blocks is changed only by `copy`, while the owner is being built.
extension FlatMemory: @unchecked Sendable {}
