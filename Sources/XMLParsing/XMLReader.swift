public import HTMLParsing

/// Receives what an ``XMLReader`` reads, in document order.
public protocol XMLSink {
    /// An element begins. A tag such as `<a/>` begins and ends one.
    mutating func startElement(_ tag: XMLStartTag)
    /// Text inside of an element, in UTF-8 with references replaced. A text may come in several pieces, each of whole characters.
    mutating func text(_ text: Span<UInt8>)
    /// The innermost open element ends.
    mutating func endElement()
}

/// The start tag of an element.
public struct XMLStartTag: Sendable {
    /// The name of the element.
    public let name: XMLName
    /// The attributes in the order of the document, with those that declare namespaces.
    public let attributes: [XMLAttribute]
    /// The position of the tag in the document.
    public let position: XMLPosition
}

/// Reads an XML document from chunks that may end anywhere, even inside of a character.
///
/// It is strict: the first fault ends the reading, unless it is one that ``XMLMending`` names. It checks well-formedness by XML 1.0 (fifth edition) and namespaces, and refuses document
/// types with declarations. So there are no entities to expand and no files to load. Comments and processing instructions are checked and
/// skipped. Its memory is bounded by the limits, whatever the length of the document. Do not use it again after an error.
///
/// Not copyable, because the decoder of the encoding is not.
///
/// - SeeAlso: [XML 1.0](https://www.w3.org/TR/xml/), [Namespaces in XML 1.0](https://www.w3.org/TR/xml-names/)
public struct XMLReader: ~Copyable, Sendable {
    enum Stage {
        /// At the first character, where an XML declaration may stand.
        case start
        /// In front of the root element.
        case prolog
        /// Inside of the root element.
        case content
        /// After the root element.
        case epilog
    }

    /// The constructs that the reader reads in pieces, because they may be longer than its memory.
    enum Construct { case comment, instruction, characterData }

    /// The bytes that are decoded at once.
    private static let sliceBytes = 64 << 10

    let limits: XMLLimits
    let mending: XMLMending
    var mends = XMLMends()
    var input: XMLCharacterDecoder
    /// The characters that are not read yet. A span of them would lock the whole reader, so methods that change it take one of a local copy,
    /// which shares the bytes.
    var text: [UInt8] = []
    /// The offset of the next character in ``text``.
    var offset = 0
    /// The number of unread bytes that a cut tag needs before it is tried again. It doubles, so that long tags take linear time.
    private var neededBytes = 0
    /// The position of the character at ``countedOffset``.
    private var countedPosition = XMLPosition(line: 1, column: 1)
    private var countedOffset = 0

    var stage = Stage.start
    var construct: Construct?
    /// Whether a document type was read; a document has one at most.
    var hasDocumentType = false
    var namespaces = XMLNamespaces()
    /// The names of the open elements as written, without separators.
    var openNames: [UInt8] = []
    /// For each open element, where its name begins, and the number of namespace declarations outside of it.
    var openElements: [(nameStart: Int, declarations: Int)] = []

    /// Creates a reader at the start of a document.
    ///
    /// - Parameters:
    ///   - limits: The limits; what exceeds them is an error.
    ///   - encoding: The encoding that the transport names, for example in a `Content-Type` header. It has precedence over the XML
    ///     declaration, and a byte order mark over both.
    ///   - mending: The faults that do not end the reading.
    public init(limits: XMLLimits = .standard, encoding: HTMLEncoding? = nil, mending: XMLMending = []) {
        self.limits = limits
        self.mending = mending
        input = XMLCharacterDecoder(encoding: encoding, mending: mending)
    }

    /// The number of open elements.
    public var depth: Int { openElements.count }

    /// Reads the next chunk.
    ///
    /// - Parameters:
    ///   - chunk: The bytes that follow the previous chunk.
    ///   - sink: Receives tags and texts as they are read, also those in front of an error.
    public mutating func feed(_ chunk: Span<UInt8>, into sink: inout some XMLSink) throws(XMLError) {
        var start = 0
        while start < chunk.count {
            let end = min(chunk.count, start + Self.sliceBytes)
            let fault = input.take(chunk.extracting(start..<end), into: &text)
            if fault != nil { neededBytes = 0 }
            if stage == .start { countedPosition = input.start }
            noteDropped()
            try read(isLast: false, into: &sink)
            if let fault { throw error(XMLFault(fault, at: text.count)) }
            discardRead()
            start = end
        }
    }

    /// Ends the document.
    ///
    /// - Parameter sink: Receives the rest of what was read.
    public mutating func finish(into sink: inout some XMLSink) throws(XMLError) {
        let fault = input.finish(into: &text)
        neededBytes = 0
        if stage == .start { countedPosition = input.start }
        noteDropped()
        try read(isLast: fault == nil, into: &sink)
        if let fault { throw error(XMLFault(fault, at: text.count)) }
        if let expected = expectedAtEnd { throw error(XMLFault(.endOfInput(expected: expected), at: text.count)) }
    }

    private var expectedAtEnd: String? {
        switch construct {
        case .comment: return "the end of a comment, \"-->\","
        case .instruction: return "the end of a processing instruction, \"?>\","
        case .characterData: return "the end of a CDATA section, \"]]>\","
        case nil: break
        }
        switch stage {
        case .start, .prolog: return "the root element"
        case .content: return "the end tag </\(innermostName)>"
        case .epilog: return nil
        }
    }

    /// The fault of the encoding that the XML declaration names; nil if the encoding is allowed.
    func fault(ofDeclaredEncoding label: String) -> XMLError.Reason? { input.fault(ofDeclared: label) }

    /// The name of the innermost open element as written.
    var innermostName: String {
        openElements.last.map { String(decoding: openNames[$0.nameStart...], as: UTF8.self) } ?? ""
    }

    private mutating func read(isLast: Bool, into sink: inout some XMLSink) throws(XMLError) {
        while offset < text.count, text.count - offset >= neededBytes {
            neededBytes = 0
            let fault: XMLFault
            do throws(XMLFault) {
                try readNext(isLast: isLast, into: &sink)
                continue
            } catch { fault = error }
            guard case .endOfInput = fault.reason, !isLast else { throw error(fault) }
            neededBytes = 2 * (text.count - offset)
        }
        mends.reach(offset)
    }

    /// Reads one tag, one piece of text, or a piece of something else.
    ///
    /// - Throws: ``XMLError/Reason/endOfInput(expected:)`` if the text ends inside of it. Then ``offset`` is where it was.
    private mutating func readNext(isLast: Bool, into sink: inout some XMLSink) throws(XMLFault) {
        switch construct {
        case .comment: return try readComment()
        case .instruction: return try readInstruction()
        case .characterData: return try readCharacterData(into: &sink)
        case nil: break
        }
        if stage == .start { return try readDeclaration(isLast: isLast) }
        guard text[offset] == UInt8(ascii: "<") else {
            return stage == .content ? try readText(isLast: isLast, into: &sink) : try readOuterSpace()
        }
        switch try byte(offset + 1, from: offset, expected: "a name, \"/\", \"!\" or \"?\"") {
        case UInt8(ascii: "/"): try readEndTag(into: &sink)
        case UInt8(ascii: "?"): try beginInstruction()
        case UInt8(ascii: "!"): try beginMarkup()
        default: try readStartTag(into: &sink)
        }
    }

    /// The fault that an error describes, with its line and column.
    private mutating func error(_ fault: XMLFault) -> XMLError { XMLError(fault.reason, at: position(at: fault.index)) }

    /// The line and column of an offset in ``text``.
    mutating func position(at index: Int) -> XMLPosition {
        if index < countedOffset { return countedPosition }
        let text = text
        countedPosition.advance(over: text.span.extracting(countedOffset..<index))
        countedOffset = index
        return countedPosition
    }

    /// The line and column of an offset in ``text`` that is not counted yet. It stays so.
    func place(of index: Int) -> XMLPosition {
        var place = countedPosition
        place.advance(over: text.span.extracting(countedOffset..<max(index, countedOffset)))
        return place
    }

    private mutating func discardRead() {
        guard offset > 0 else { return }
        _ = position(at: offset)
        mends.discard(offset)
        text.removeSubrange(..<offset)
        (offset, countedOffset) = (0, 0)
    }
}

/// Helpers of all constructs.
extension XMLReader {
    /// The byte at an offset of a construct that begins at `start`.
    ///
    /// - Throws: An error if the text ends there, or if the construct is too long.
    func byte(_ index: Int, from start: Int, expected: @autoclosure () -> String) throws(XMLFault) -> UInt8 {
        guard index - start < limits.maxTagBytes else { throw XMLFault(.tagTooLong(limit: limits.maxTagBytes), at: start) }
        guard index < text.count else { throw XMLFault(.endOfInput(expected: expected()), at: text.count) }
        return text[index]
    }

    /// Reads a word that has to stand here.
    func expect(_ word: StaticString, at index: inout Int, from start: Int, expected: String) throws(XMLFault) {
        for place in 0..<word.utf8CodeUnitCount {
            let wanted = word.withUTF8Buffer { unsafe $0[place] }
            guard try byte(index + place, from: start, expected: expected) == wanted else {
                throw unexpected(at: index + place, expected: expected)
            }
        }
        index += word.utf8CodeUnitCount
    }

    /// Skips white space.
    ///
    /// - Returns: Whether there was some.
    @discardableResult
    func skipSpace(at index: inout Int, from start: Int, expected: @autoclosure () -> String) throws(XMLFault) -> Bool {
        let first = index
        while try byte(index, from: start, expected: expected()).isXMLSpace { index += 1 }
        return index > first
    }

    /// The fault of a character that stands where something else was expected.
    func unexpected(at index: Int, expected: String) -> XMLFault {
        let code = text.span.character(at: index).code
        let found =
            switch code {
            case 0x09: "a tab"
            case 0x0A: "a line break"
            case 0x20: "a space"
            case 0x22: "a quotation mark"
            default: "\"\(Unicode.Scalar(code).map(Character.init) ?? "?")\""
            }
        return XMLFault(.unexpected(found: found, expected: expected), at: index)
    }

    /// Reads a name.
    func name(at index: inout Int, from start: Int, expected: @autoclosure () -> String) throws(XMLFault) -> Range<Int> {
        let first = index
        _ = try byte(index, from: start, expected: expected())
        let text = text
        let bytes = text.span
        while true {
            _ = try byte(index, from: start, expected: "the end of a name")
            let (code, length) = bytes.character(at: index)
            guard index == first ? XMLNameCharacters.isStart(code) : XMLNameCharacters.isPart(code) else { break }
            index += length
            if index - first > limits.maxNameBytes { throw XMLFault(.nameTooLong(limit: limits.maxNameBytes), at: first) }
        }
        guard index > first else { throw unexpected(at: index, expected: expected()) }
        return first..<index
    }
}
