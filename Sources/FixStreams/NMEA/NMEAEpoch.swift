import RegionMonitoring

/// What the sentences of one instant say together.
struct NMEAEpoch {
    /// Sentences that give a position, the one that counts most first.
    enum Source: Int, CaseIterable {
        case rmc
        case gga
        case gns
    }

    /// The time of day in microseconds.
    let time: Int64

    /// Where its first sentence begins.
    let start: RecordStart

    /// The bytes of its sentences that give a position.
    private(set) var raw: [UInt8] = []

    /// The days since 1970, where a sentence of the epoch says it.
    var day: Int?

    private var positions: [LocationCoordinate2D?] = [nil, nil, nil]

    /// Whether each kind of sentence has come, and said that there is no position.
    private var hasCome = [false, false, false]
    private var isVoid = [false, false, false]

    var altitude: Double?
    var dilution: Double?
    var speed: Double?
    var course: Double?
    var isSimulated = false

    init(time: Int64, start: RecordStart) {
        self.time = time
        self.start = start
    }

    /// Whether a kind of sentence has come already, so that another of it begins the next epoch.
    func has(_ source: Source) -> Bool { hasCome[source.rawValue] }

    /// Takes what a sentence says about the position; `nil`: there is none.
    mutating func take(
        _ position: LocationCoordinate2D?, from source: Source, _ text: Span<UInt8>
    ) {
        hasCome[source.rawValue] = true
        positions[source.rawValue] = position
        isVoid[source.rawValue] = position == nil
        guard raw.count < FixBatch.asideLimit else { return }
        if !raw.isEmpty { raw.append(UInt8(ascii: "\n")) }
        for index in text.indices { raw.append(text[index]) }
    }

    /// Sets a value that has not been set yet.
    mutating func fill(_ value: WritableKeyPath<Self, Double?>, with number: Double?) {
        if self[keyPath: value] == nil { self[keyPath: value] = number }
    }

    /// Sets a value if there is one.
    mutating func set(_ value: WritableKeyPath<Self, Double?>, to number: Double?) {
        if let number { self[keyPath: value] = number }
    }

    /// The position; `nil` when the sentence that counts says that there is none.
    ///
    /// RMC's word on whether there is a position stands above that of others.
    var position: LocationCoordinate2D? {
        if isVoid[Source.rmc.rawValue] { return nil }
        return positions.lazy.compactMap(\.self).first
    }

    /// Whether any sentence that gives a position has come.
    var isRecord: Bool { hasCome.contains(true) }
}
