/// The names of the JSON members that a fix or a control is made of, found by their bytes.
///
/// Each name has a slot; the slots of a field's aliases follow one another in the order in which they
/// count, so that of those present, the lowest one counts.
struct MemberTable {
    /// The members of controls.
    enum ControlMember: String, CaseIterable {
        case control
        case feature
        case region
        case to
    }

    /// The name in each slot.
    let names: [String]

    private let texts: [UInt8]
    private let ends: [Int]
    private var fields: [UInt64] = []
    private let firstControlSlot: Int
    private var slots = [UInt8](repeating: Self.empty, count: 256)

    private static let empty: UInt8 = 0xFF

    /// Makes the table of the usual names, or of those given in their place.
    init(_ fieldNames: FixFieldNames) {
        var names: [String] = []
        for field in FixField.allCases {
            var mask: UInt64 = 0
            for name in fieldNames.candidates(for: field) {
                mask |= 1 << UInt64(names.count)
                names.append(name)
            }
            fields.append(mask)
        }
        firstControlSlot = names.count
        names += ControlMember.allCases.map(\.rawValue)
        self.names = names
        texts = names.flatMap { Array($0.utf8) }
        ends = names.indices.map { index in
            names[...index].reduce(0) { $0 + $1.utf8.count }
        }
        for (slot, name) in names.enumerated() {
            let bytes = Array(name.utf8)
            var index = Self.hash(bytes.span)
            while slots[index] != Self.empty { index = (index + 1) & 255 }
            slots[index] = UInt8(slot)
        }
    }

    /// A bit for each slot of a field.
    @inline(__always)
    func mask(of field: FixField) -> UInt64 { fields[field.index] }

    /// The name that counts first for a field.
    func preferredName(of field: FixField) -> String {
        let mask = mask(of: field)
        // All aliases of a field may have been given to others.
        return mask == 0 ? field.rawValue : names[mask.trailingZeroBitCount]
    }

    /// The slot of a member of controls.
    func slot(of member: ControlMember) -> Int {
        switch member {
        case .control: firstControlSlot
        case .feature: firstControlSlot + 1
        case .region: firstControlSlot + 2
        case .to: firstControlSlot + 3
        }
    }

    /// The slot of a name; `nil` when it is of no interest.
    @inline(__always)
    func slot(of name: Span<UInt8>) -> Int? {
        guard name.count > 0 else { return nil }
        var index = Self.hash(name)
        while slots[index] != Self.empty {
            let slot = Int(slots[index])
            if isEqual(slot, name) { return slot }
            index = (index + 1) & 255
        }
        return nil
    }

    @inline(__always)
    private func isEqual(_ slot: Int, _ name: Span<UInt8>) -> Bool {
        let start = slot == 0 ? 0 : ends[slot - 1]
        guard ends[slot] - start == name.count else { return false }
        for index in name.indices where texts[start + index] != name[index] { return false }
        return true
    }

    @inline(__always)
    private static func hash(_ name: Span<UInt8>) -> Int {
        let first = Int(name[0])
        let last = Int(name[name.count - 1])
        return (first &* 7 &+ last &* 31 &+ name.count &* 13) & 255
    }
}

extension FixField {
    /// The place of the field among all.
    @inline(__always)
    var index: Int {
        switch self {
        case .device: 0
        case .time: 1
        case .lat: 2
        case .lon: 3
        case .accuracy: 4
        case .altitude: 5
        case .speed: 6
        case .course: 7
        case .simulated: 8
        }
    }
}
