package import RegionMonitoring

/// Numbers devices from 0 in the order in which they are first seen, by the bytes of their identifiers.
///
/// An open-addressing table. It grows with the number of devices: some 40 bytes each, and what
/// identifiers of more than 16 bytes need besides.
package struct DeviceNames: Sendable {
    private struct Slot: BitwiseCopyable, Sendable {
        /// A part of the hash that does not tell the place.
        var tag: UInt32

        /// The device's number + 1; 0 where the slot is free.
        var mark: UInt32
    }

    /// An identifier of at most 16 bytes, none of them 0: its bytes, filled up with zeros. Of another
    /// one ``long``, and its place among those.
    private struct Name: BitwiseCopyable, Sendable {
        var head: UInt64
        var tail: UInt64

        /// No UTF-8 has these bytes.
        static let long = UInt64.max
    }

    private var slots: [Slot] = Array(repeating: Slot(tag: 0, mark: 0), count: 1 << 10)
    private var names: [Name] = []
    private var longNames: [[UInt8]] = []

    /// The last device that was asked for by a short name.
    private var last = 0

    /// Unknown to whoever writes the identifiers, so that they cannot be made to collide.
    private let seed = UInt64.random(in: .min ... .max)

    /// Creates an empty table.
    package init() {}

    /// How many devices have been seen.
    package var count: Int { names.count }

    /// The identifier of a device.
    package func identifier(_ number: UInt32) -> DeviceID {
        DeviceID(String(decoding: bytes(of: number), as: UTF8.self))
    }

    private func bytes(of number: UInt32) -> [UInt8] {
        let name = names[Int(number)]
        if name.head == Name.long { return longNames[Int(name.tail)] }
        var bytes: [UInt8] = []
        for word in [name.head, name.tail] {
            var rest = word
            while rest != 0 {
                bytes.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
        }
        return bytes
    }

    /// The number of the device whose identifier is those bytes, which must be UTF-8.
    ///
    /// - Complexity: linear in the count of bytes.
    @inline(__always)
    mutating func number(of range: Range<Int>, in bytes: Span<UInt8>) -> UInt32 {
        let start = range.lowerBound
        let end = range.upperBound
        let head = bytes.word(at: start, end: min(end, start &+ 8))
        let tail = range.count <= 8 ? 0 : bytes.word(at: start &+ 8, end: min(end, start &+ 16))
        if range.count > 16 || head.hasZeroByte(below: range.count)
            || tail.hasZeroByte(below: range.count &- 8)
        {
            return longNumber(of: range, in: bytes)
        }
        return number(head: head, tail: tail)
    }

    /// The number of the device whose identifier has at most 16 bytes, none of them 0.
    ///
    /// - Parameters:
    ///   - head: The first eight bytes, the first one lowest, filled up with zeros.
    ///   - tail: The bytes behind those.
    @inline(__always)
    private mutating func number(head: UInt64, tail: UInt64) -> UInt32 {
        // Fleets often report in turn, and files are often sorted by device.
        for guess in last...last &+ 1 where guess < names.count {
            if names[guess].head == head, names[guess].tail == tail {
                last = guess
                return UInt32(truncatingIfNeeded: guess)
            }
        }
        let number = lookUp(head, tail)
        last = Int(number)
        return number
    }

    @inline(never)
    private mutating func lookUp(_ head: UInt64, _ tail: UInt64) -> UInt32 {
        let hash = hash(head, tail)
        var place = Int(truncatingIfNeeded: hash &>> 32)
        let tag = UInt32(truncatingIfNeeded: hash)
        while true {
            let slot = slots[place & (slots.count &- 1)]
            if slot.mark == 0 { return insert(Name(head: head, tail: tail), hash) }
            if slot.tag == tag {
                let name = names[Int(slot.mark &- 1)]
                if name.head == head, name.tail == tail { return slot.mark &- 1 }
            }
            place &+= 1
        }
    }

    @inline(never)
    private mutating func longNumber(of range: Range<Int>, in bytes: Span<UInt8>) -> UInt32 {
        let text = range.map { bytes[$0] }
        let hash = hash(text)
        var place = Int(truncatingIfNeeded: hash &>> 32)
        while true {
            let slot = slots[place & (slots.count &- 1)]
            if slot.mark == 0 { break }
            let name = names[Int(slot.mark &- 1)]
            if name.head == Name.long, longNames[Int(name.tail)] == text { return slot.mark &- 1 }
            place &+= 1
        }
        longNames.append(text)
        return insert(Name(head: Name.long, tail: UInt64(longNames.count - 1)), hash)
    }

    /// Folds both words in with full multiplications, as W. Yi's wyhash does.
    @inline(__always)
    private func hash(_ head: UInt64, _ tail: UInt64) -> UInt64 {
        let first = (head ^ seed).multipliedFullWidth(by: tail ^ 0xA076_1D64_78BD_642F)
        let second = (first.low ^ first.high ^ 0xE703_7ED1_A0B4_28DB)
            .multipliedFullWidth(by: seed | 1)
        return second.low ^ second.high
    }

    private func hash(_ bytes: [UInt8]) -> UInt64 {
        var state = hash(UInt64(bytes.count), Name.long)
        for index in stride(from: 0, to: bytes.count, by: 8) {
            state = hash(state, bytes.span.word(at: index, end: bytes.count))
        }
        return state
    }

    @inline(never)
    private mutating func insert(_ name: Name, _ hash: UInt64) -> UInt32 {
        let number = UInt32(names.count)
        names.append(name)
        if names.count * 2 > slots.count {
            grow()
        } else {
            occupy(hash, number)
        }
        return number
    }

    private mutating func occupy(_ hash: UInt64, _ number: UInt32) {
        var place = Int(truncatingIfNeeded: hash &>> 32)
        while slots[place & (slots.count - 1)].mark != 0 { place &+= 1 }
        slots[place & (slots.count - 1)] = Slot(
            tag: UInt32(truncatingIfNeeded: hash), mark: number + 1)
    }

    private mutating func grow() {
        slots = Array(repeating: Slot(tag: 0, mark: 0), count: slots.count * 2)
        for (number, name) in names.enumerated() {
            let hash =
                name.head == Name.long
                ? hash(longNames[Int(name.tail)]) : hash(name.head, name.tail)
            occupy(hash, UInt32(number))
        }
    }
}

extension UInt64 {
    /// Whether one of the lowest bytes, of so many, is 0.
    @inline(__always)
    fileprivate func hasZeroByte(below count: Int) -> Bool {
        guard count > 0 else { return false }
        // The bytes above are filled with ones.
        let filled = count >= 8 ? self : self | UInt64.max &<< UInt64(count &* 8)
        return (filled &- 0x0101_0101_0101_0101) & ~filled & 0x8080_8080_8080_8080 != 0
    }
}
