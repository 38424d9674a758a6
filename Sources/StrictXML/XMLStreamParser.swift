// A wrapper of expat.
import CExpat

/// Is told what an XML text holds, in its order.
package protocol XMLHandler: AnyObject {
    /// An element begins.
    func start(_ element: XMLName, _ attributes: [XMLAttribute], in parser: XMLStreamParser)

    /// An element ends; ``XMLStreamParser/text`` is what it holds where its text was asked for.
    func end(_ element: XMLName, in parser: XMLStreamParser)

    /// A piece of the text of an element for which ``XMLStreamParser/passText()`` asked.
    func text(_ piece: Span<UInt8>, in parser: XMLStreamParser)
}

extension XMLHandler {
    /// Nothing, for those that never ask for it.
    package func text(_ piece: Span<UInt8>, in parser: XMLStreamParser) {}
}

/// Reads XML that comes in pieces, through expat: strictly, with namespaces, in bounded memory.
///
/// Entity declarations, which can make a short text an endless one, are refused, and nothing outside
/// the text is ever read. So are elements nested deeper than ``depthLimit``, and tags, comments and
/// the like longer than ``tokenLimit``, which expat would hold in memory as a whole.
@safe
package final class XMLStreamParser {
    /// The deepest nesting of elements.
    package static let depthLimit = 256

    /// The most bytes of a tag, a comment or a processing instruction.
    package static let tokenLimit = 1 << 20

    private let parser: XML_Parser
    private weak var handler: (any XMLHandler)?
    private var depth = 0
    private var failure: XMLFailure?
    private var isOver = false

    /// How many bytes have been given in all.
    private var byteCount: UInt64 = 0

    /// Up to where the text has been understood; what follows is held by expat.
    package private(set) var understoodCount: UInt64 = 0

    /// The depth of the element whose text is gathered; `nil`: none is.
    private var textDepth: Int?
    private var textLimit = 0

    /// The depth of the element whose text is handed on; `nil`: none is.
    private var passedDepth: Int?

    /// The text of the element that has just ended, if it was asked for: that of its children left out.
    package private(set) var text: [UInt8] = []

    /// The namespace seen last, which most names share.
    private var lastNamespace = ""

    /// Stands between a namespace and a local name: no name and no URI holds it.
    private static let separator: UInt8 = 0x0A

    /// Creates a parser of one text.
    package init() {
        // SAFETY: no encoding is forced; returns a parser of our own or null.
        guard let parser = unsafe XML_ParserCreateNS(nil, XML_Char(Self.separator)) else {
            preconditionFailure("expat made no parser: out of memory")
        }
        unsafe self.parser = parser
        // SAFETY: the callbacks below are called within `parse` only, while self lives.
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        setHandlers()
    }

    deinit {
        // SAFETY: made by XML_ParserCreateNS, freed nowhere else.
        unsafe XML_ParserFree(parser)
    }

    /// Where the tag, text or end is that the handler is told of.
    package var place: XMLPlace {
        // SAFETY: plain questions to a living parser.
        let index = unsafe XML_GetCurrentByteIndex(parser)
        return unsafe XMLPlace(
            line: UInt64(XML_GetCurrentLineNumber(parser)),
            column: Int(XML_GetCurrentColumnNumber(parser)) + 1,
            offset: UInt64(exactly: index) ?? understoodCount)
    }

    /// The offset behind the tag that the handler is told of.
    package var endOffset: UInt64 {
        // SAFETY: a plain question to a living parser.
        place.offset + UInt64(unsafe XML_GetCurrentByteCount(parser))
    }

    /// Gathers the text of the element that begins, until it ends.
    ///
    /// - Parameter limit: The most bytes of it; more end the parsing with a failure.
    package func gatherText(limit: Int) {
        textDepth = depth
        textLimit = limit
        text.removeAll(keepingCapacity: true)
    }

    /// Hands the text of the element that begins to the handler piece by piece, however long it is.
    package func passText() { passedDepth = depth }

    /// Ends the parsing with a failure at the present place; may be called from the handler.
    package func stop(_ message: String) {
        guard failure == nil else { return }
        failure = XMLFailure(message: message, place: place)
        // SAFETY: the parser lives; outside of callbacks this fails without effect.
        _ = unsafe XML_StopParser(parser, XML_Bool(0))
    }

    /// Reads a piece of the text.
    ///
    /// - Parameters:
    ///   - isLast: Whether the text ends with it.
    ///   - handler: Is told what the piece holds.
    /// - Throws: ``XMLFailure`` once; after that the parser is of no further use.
    /// - Complexity: linear in the whole text.
    package func parse(
        _ bytes: Span<UInt8>, isLast: Bool, telling handler: any XMLHandler
    ) throws(XMLFailure) {
        guard !isOver else { return }
        self.handler = handler
        var start = 0
        repeat {
            // Pieces of one size: expat starts an unfinished token anew with each of them.
            let end = min(bytes.count, start + Self.tokenLimit / 4)
            try parse(piece: bytes.extracting(start..<end), isLast: isLast && end == bytes.count)
            start = end
        } while start < bytes.count
        isOver = isLast
    }

    private func parse(piece: Span<UInt8>, isLast: Bool) throws(XMLFailure) {
        // SAFETY: expat reads `count` bytes from the start of the buffer, which outlives the call.
        let status = unsafe piece.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                unsafe XML_Parse(parser, buffer.baseAddress, Int32(buffer.count), isLast ? 1 : 0)
            }
        }
        byteCount += UInt64(piece.count)
        if let failure {
            isOver = true
            throw failure
        }
        if status == XML_STATUS_ERROR {
            isOver = true
            // SAFETY: the parser lives; the text is null or a constant of the library.
            let message = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
                unsafe String(cString: $0)
            }
            throw XMLFailure(message: message ?? "no XML", place: place)
        }
        guard byteCount - min(understoodCount, byteCount) <= Self.tokenLimit else {
            isOver = true
            throw XMLFailure(message: "a tag or comment is longer than 1 MiB", place: place)
        }
    }
}

extension XMLStreamParser {
    private func setHandlers() {
        // SAFETY: the callbacks get the pointer that init has set, to a living parser of this type,
        // and C strings and buffers that are valid for the time of the call.
        unsafe XML_SetElementHandler(
            parser,
            { owner, name, attributes in
                guard let name = unsafe name else { return }
                unsafe XMLStreamParser.owner(owner)?.didStart(name, attributes)
            },
            { owner, name in
                guard let name = unsafe name else { return }
                unsafe XMLStreamParser.owner(owner)?.didEnd(name)
            })
        // SAFETY: as above.
        unsafe XML_SetCharacterDataHandler(parser) { owner, text, count in
            guard let text = unsafe text else { return }
            unsafe XMLStreamParser.owner(owner)?.didRead(text, Int(count))
        }
        // SAFETY: as above.
        unsafe XML_SetDefaultHandlerExpand(parser) { owner, _, _ in
            unsafe XMLStreamParser.owner(owner)?.didUnderstand()
        }
        // SAFETY: as above.
        unsafe XML_SetEntityDeclHandler(parser) { owner, _, _, _, _, _, _, _, _ in
            unsafe XMLStreamParser.owner(owner)?.stop("entity declarations are refused")
        }
    }

    @unsafe private static func owner(_ pointer: UnsafeMutableRawPointer?) -> XMLStreamParser? {
        // SAFETY: the pointer is the one that init has set.
        unsafe pointer.map {
            unsafe Unmanaged<XMLStreamParser>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private func didUnderstand() { understoodCount = max(understoodCount, endOffset) }

    @unsafe private func didStart(
        _ name: UnsafePointer<XML_Char>,
        _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        didUnderstand()
        guard failure == nil else { return }
        depth += 1
        guard depth <= Self.depthLimit else {
            return stop("elements are nested deeper than \(Self.depthLimit)")
        }
        var attributes: [XMLAttribute] = []
        if var pairs = unsafe pairs {
            // SAFETY: expat gives names and values in turn, and a null behind the last.
            while let name = unsafe pairs[0], let value = unsafe pairs[1] {
                attributes.append(
                    unsafe XMLAttribute(name: self.name(name), value: String(cString: value)))
                unsafe pairs += 2
            }
        }
        handler?.start(unsafe self.name(name), attributes, in: self)
    }

    @unsafe private func didEnd(_ name: UnsafePointer<XML_Char>) {
        didUnderstand()
        guard failure == nil else { return }
        handler?.end(unsafe self.name(name), in: self)
        if textDepth == depth { textDepth = nil }
        if passedDepth == depth { passedDepth = nil }
        depth -= 1
    }

    @unsafe private func didRead(_ characters: UnsafePointer<XML_Char>, _ count: Int) {
        didUnderstand()
        guard failure == nil else { return }
        if passedDepth == depth { unsafe pass(characters, count) }
        guard textDepth == depth else { return }
        guard text.count + count <= textLimit else {
            return stop("the text of an element is longer than \(textLimit) bytes")
        }
        // SAFETY: expat gives `count` characters, which are bytes of UTF-8.
        let buffer = unsafe UnsafeBufferPointer(start: characters, count: count)
        unsafe text.append(contentsOf: buffer.lazy.map { UInt8(bitPattern: $0) })
    }

    @unsafe private func pass(_ characters: UnsafePointer<XML_Char>, _ count: Int) {
        // SAFETY: expat gives `count` characters, which are bytes and outlive the call.
        unsafe characters.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            let buffer = unsafe UnsafeBufferPointer(start: bytes, count: count)
            handler?.text(unsafe buffer.span, in: self)
        }
    }

    @unsafe private func name(_ characters: UnsafePointer<XML_Char>) -> XMLName {
        // SAFETY: a C string: the loop ends at its terminating zero at the latest.
        var separator = 0
        while unsafe characters[separator] != 0,
            unsafe characters[separator] != XML_Char(Self.separator)
        { separator += 1 }
        guard unsafe characters[separator] != 0 else {
            return unsafe XMLName(local: String(cString: characters))
        }
        // SAFETY: the characters before the separator are within the string.
        let bytes = unsafe UnsafeBufferPointer(start: characters, count: separator)
        if unsafe !lastNamespace.utf8.elementsEqual(bytes.lazy.map { UInt8(bitPattern: $0) }) {
            lastNamespace = unsafe String(
                decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return unsafe XMLName(
            namespace: lastNamespace, local: String(cString: characters + separator + 1))
    }
}
