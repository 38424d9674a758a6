import StrictJSON

/// The names of the JSON members that a fix or a control is made of.
///
/// Each name has a slot; the slots of a field's aliases follow one another in the order in which they
/// count, so that of those present, the lowest one counts. The table remembers which member stood at
/// which place of the last line: most streams name the same ones in the same order.
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

    /// The names that are short enough to be packed, for comparison.
    private let packedNames: [JSONName?]

    private var masks: [UInt64] = []
    private let firstControlSlot: Int

    private var layout = MemberLayout()

    /// Makes the table of the usual names, or of those given in their place.
    init(_ fieldNames: FixFieldNames) {
        var names: [String] = []
        for field in FixField.allCases {
            var mask: UInt64 = 0
            for name in fieldNames.candidates(for: field) {
                mask |= 1 << UInt64(names.count)
                names.append(name)
            }
            masks.append(mask)
        }
        firstControlSlot = names.count
        names += ControlMember.allCases.map(\.rawValue)
        self.names = names
        packedNames = names.map { JSONName(packing: $0) }
    }

    /// A bit for each slot of a field.
    @inline(__always)
    func mask(of field: FixField) -> UInt64 { masks[field.index] }

    /// The name that counts first for a field.
    func preferredName(of field: FixField) -> String {
        let mask = mask(of: field)
        // All aliases of a field may have been given to others.
        return mask == 0 ? field.rawValue : names[mask.trailingZeroBitCount]
    }

    /// The slot of a member of controls.
    @inline(__always)
    func slot(of member: ControlMember) -> Int {
        switch member {
        case .control: firstControlSlot
        case .feature: firstControlSlot + 1
        case .region: firstControlSlot + 2
        case .to: firstControlSlot + 3
        }
    }

    /// What the value in a slot is for, in lines that have the members of `present`; `nil` when that
    /// depends on their values.
    func use(of slot: Int, among present: UInt64) -> LineShape.Use? {
        for field in FixField.allCases where mask(of: field) & 1 << UInt64(slot) != 0 {
            let rivals = present & mask(of: field)
            if rivals == 1 << UInt64(slot) { return field.use }
            // The next one counts where the first is null: of these fields null is never plain.
            guard field.isRequired else { return nil }
            return rivals.trailingZeroBitCount == slot ? field.use : .nothing
        }
        return .nothing
    }

    /// The slot of a member's name; `nil` when it is of no interest.
    ///
    /// - Parameter place: How many members of the line stand before it.
    @inline(__always)
    mutating func slot(of key: JSONToken, at place: Int, in text: Span<UInt8>) -> Int? {
        if let known = layout.slot(of: key, at: place, in: text) { return known < 0 ? nil : known }
        return find(key, at: place, in: text)
    }

    private mutating func find(_ key: JSONToken, at place: Int, in text: Span<UInt8>) -> Int? {
        let slot =
            if let name = JSONName(key, in: text) {
                packedNames.firstIndex(of: name)
            } else {
                slot(ofLongName: key, in: text)
            }
        layout.remember(key, at: place, in: text, slot: slot ?? -1)
        return slot
    }

    /// The slot of a name that is too long to be packed, as only names of the caller's own are.
    private func slot(ofLongName key: JSONToken, in text: Span<UInt8>) -> Int? {
        for (slot, name) in names.enumerated() where packedNames[slot] == nil {
            if JSONString.text(of: key, in: text, equals: name) { return slot }
        }
        return nil
    }
}

/// Which names stood at the first places of the last lines, and their slots.
private struct MemberLayout {
    private static let placeCount = 32
    private static let nameLimit = 24

    /// The names as the lines spell them, each at the beginning of as many bytes as the limit says.
    private var bytes = [UInt8](repeating: 0, count: placeCount * nameLimit)

    /// How long each name is; 0 where there is none yet.
    private var counts = [UInt8](repeating: 0, count: placeCount)

    private var slots = [Int8](repeating: 0, count: placeCount)

    /// The slot that a name was remembered with at this place; `nil` when another one stood there.
    @inline(__always)
    func slot(of key: JSONToken, at place: Int, in text: Span<UInt8>) -> Int? {
        let count = key.end - key.start
        guard place < Self.placeCount, count > 0, Int(counts[place]) == count else { return nil }
        let start = place &* Self.nameLimit
        for index in 0..<count where bytes[start &+ index] != text[key.start &+ index] {
            return nil
        }
        return Int(slots[place])
    }

    mutating func remember(_ key: JSONToken, at place: Int, in text: Span<UInt8>, slot: Int) {
        let count = key.end - key.start
        guard place < Self.placeCount, count <= Self.nameLimit else { return }
        for index in 0..<count { bytes[place * Self.nameLimit + index] = text[key.start + index] }
        counts[place] = UInt8(count)
        slots[place] = Int8(slot)
    }
}

extension FixField {
    /// Whether every fix has the field, unless its reader fills it in.
    fileprivate var isRequired: Bool {
        switch self {
        case .device, .time, .lat, .lon: true
        default: false
        }
    }

    /// What its values are for.
    var use: LineShape.Use {
        switch self {
        case .device: .device
        case .time: .time
        case .lat: .latitude
        case .lon: .longitude
        case .accuracy: .accuracy
        case .altitude: .altitude
        case .speed: .speed
        case .course: .course
        case .simulated: .isSimulated
        }
    }

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
