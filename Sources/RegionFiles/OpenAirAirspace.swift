import Geodesy
import RegionMonitoring

/// An airspace while its records are read.
struct OpenAirAirspace {
    /// Where its first record begins.
    private let start: Int

    private var identifier: FeatureIdentifier?
    private var properties: [String: String] = [:]

    private var border = OpenAirBorder()

    /// Where the border's first record stands.
    private var borderStart: Int?

    /// What was wrong first of all.
    private var refusal: Refusal?

    /// What has no effect: a record's name, its text and where it stands.
    private var ignored: [(name: String, text: String, offset: Int)] = []

    init(at start: Int) { self.start = start }

    /// Takes one record.
    mutating func take(_ record: OpenAirRecord, in bytes: Span<UInt8>) {
        do throws(Refusal) {
            switch record.name {
            case "AN": try takeName(record, in: bytes)
            case "V", "DP", "DA", "DB", "DC", "DY":
                if borderStart == nil { borderStart = record.start }
                try border.take(record, in: bytes)
            case let name where !record.isKnown && !record.isExtension:
                throw Refusal(
                    at: record.start,
                    .unexpected(found: "'\(name.printable)'", expected: "a record of OpenAir"))
            case let name:
                let text = try text(of: record, in: bytes)
                properties[name] = properties[name].map { $0 + "; " + text } ?? text
                if ["AH", "AL", "AA"].contains(name) || record.isExtension {
                    ignored.append((name, text, record.start))
                }
            }
        } catch {
            if refusal == nil { refusal = error }
        }
    }

    /// Adds the airspace to the builder, or what is wrong with it.
    consuming func finish(in bytes: Span<UInt8>, into builder: inout RegionFileBuilder) {
        do throws(Refusal) {
            if let identifier { try builder.claim(identifier, featureAt: start, in: bytes) }
            if let refusal { throw refusal }
            guard let identifier else {
                throw Refusal(at: start, .missing(member: "AN", expected: "the airspace's name"))
            }
            let region = Region(
                identifier: identifier.region,
                shape: try border.shape(of: borderStart ?? start),
                properties: properties.mapValues(\.jsonQuoted))
            try builder.add(
                region, feature: nil, at: start, coordinates: borderStart ?? start, in: bytes)
            for (name, text, offset) in ignored {
                builder.doubt(
                    .ignored(record: name, found: text), of: region.identifier, at: offset)
            }
        } catch {
            builder.refuse(error, region: identifier?.region, feature: nil)
        }
    }

    private mutating func takeName(_ record: OpenAirRecord, in bytes: Span<UInt8>) throws(Refusal) {
        guard identifier == nil else {
            throw Refusal(
                at: record.start,
                .unexpected(found: "a second AN", expected: "AC before the next airspace"))
        }
        guard !record.value.isEmpty else {
            throw Refusal(at: record.start, .missing(member: "AN", expected: "a name"))
        }
        identifier = try FeatureIdentifier(text: record.value, in: bytes)
    }

    private func text(of record: OpenAirRecord, in bytes: Span<UInt8>) throws(Refusal) -> String {
        if let text = bytes.text(record.value) { return text }
        throw Refusal(
            at: record.value.lowerBound,
            .wrongValue(
                member: record.name.printable, found: bytes.shown(record.value), expected: "UTF-8"))
    }
}
