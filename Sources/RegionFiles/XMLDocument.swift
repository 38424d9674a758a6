import RegionMonitoring
import StrictXML

/// Reads region files that are XML into a builder: piece by piece, so that no more is held than one
/// placemark or waypoint.
enum XMLDocument {
    /// What is handed on from the elements of a file: one region, or what is wrong with it.
    struct Item {
        /// Where its element begins.
        var start: Int
        var identifier: FeatureIdentifier?
        var content: Content
    }

    enum Content {
        /// A region, and where its coordinates stand.
        case region(Region, coordinates: Int)
        case refused(Refusal)
        /// No region: an element that has no effect.
        case ignored(element: String, found: String)
    }

    /// Gathers items while a text is read.
    protocol Reader: XMLHandler {
        var items: [Item] { get set }
    }

    static func read(
        _ bytes: Span<UInt8>, through reader: some Reader, into builder: inout RegionFileBuilder
    ) throws(Refusal) {
        let parser = XMLStreamParser()
        var start = 0
        repeat {
            let end = min(bytes.count, start + 1 << 16)
            do throws(XMLFailure) {
                try parser.parse(
                    bytes.extracting(start..<end), isLast: end == bytes.count, telling: reader)
            } catch {
                throw Refusal(at: Int(clamping: error.place.offset), .notXML(error.message))
            }
            for item in reader.items { take(item, in: bytes, into: &builder) }
            reader.items.removeAll(keepingCapacity: true)
            start = end
        } while start < bytes.count
    }

    private static func take(
        _ item: Item, in bytes: Span<UInt8>, into builder: inout RegionFileBuilder
    ) {
        do throws(Refusal) {
            if let identifier = item.identifier {
                try builder.claim(identifier, featureAt: item.start, in: bytes)
            }
            switch item.content {
            case .region(let region, let coordinates):
                try builder.add(
                    region, feature: nil, at: item.start, coordinates: coordinates, in: bytes)
            case .refused(let refusal): throw refusal
            case .ignored(let element, let found):
                builder.doubt(.ignored(record: element, found: found), of: nil, at: item.start)
            }
        } catch {
            builder.refuse(error, region: item.identifier?.region, feature: nil)
        }
    }

    /// The text of an element without blanks and line ends around it.
    static func trimmed(_ text: [UInt8]) -> String {
        let start = text.firstIndex { $0 > 0x20 } ?? text.endIndex
        let end = (text.lastIndex { $0 > 0x20 } ?? text.startIndex - 1) + 1
        return start < end ? String(decoding: text[start..<end], as: UTF8.self) : ""
    }

    /// The most bytes of a name or of a property.
    static let textLimit = 1 << 20

    /// A number that is the whole text.
    static func number(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        return DecimalText.double(0..<bytes.count, in: bytes.span)
    }
}
