internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import XMLParsing

/// Reads a whole feed in any format, which it finds by its content.
enum FeedReader {
    /// Reads a feed.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - maxBytes: The limit of the memory that the elements take, in bytes.
    ///   - encoding: The encoding that the transport names.
    ///   - base: The address of the document.
    /// - Throws: ``XMLError`` for faulty XML; ``JSONError`` for faulty JSON; ``FeedError`` for a document that is no feed.
    static func read(
        _ bytes: [UInt8], maxBytes: Int, encoding: HTMLEncoding? = nil, base: BaseAddress
    ) throws -> FeedDocument {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // White space in front of the XML declaration is a fault, which many feeds have.
        let start = bytes[mark...].firstIndex { !isSpace($0) } ?? bytes.endIndex
        if start < bytes.endIndex, bytes[start] == UInt8(ascii: "{") {
            return try JSONFeedReader.read(try JSONValue(parsing: Array(bytes[start...])), base: FeedBase(base))
        }
        let root: XMLElement
        do throws(XMLError) {
            root = try Self.root(of: start == mark ? bytes[...] : bytes[start...], XMLLimits(maxElementBytes: maxBytes), encoding)
        } catch {
            let lines = bytes[mark..<start].count { $0 == UInt8(ascii: "\n") }
            throw XMLError(error.reason, at: XMLPosition(line: error.position.line + lines, column: error.position.column))
        }
        return try read(root, base: FeedBase(base))
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func root(
        of bytes: ArraySlice<UInt8>, _ limits: XMLLimits, _ encoding: HTMLEncoding?
    ) throws(XMLError) -> XMLElement {
        var reader = XMLElementReader(paths: XMLPath("/*").map { [$0] } ?? [], limits: limits, encoding: encoding)
        var elements: [XMLFoundElement] = []
        try reader.feed(bytes.span, into: &elements)
        try reader.finish(into: &elements)
        guard let root = elements.first else {
            throw XMLError(.endOfInput(expected: "the root element"), at: XMLPosition(line: 1, column: 1))
        }
        return root.element
    }

    /// Reads a feed from its root element.
    static func read(_ root: XMLElement, base: FeedBase) throws(FeedError) -> FeedDocument {
        switch (root.space, root.name.local) {
        case (.rss, "rss"): RSSReader.read(root, items: nil, base: base)
        case (.rdf, "RDF"): RSSReader.read(root, items: root.all(.rss, "item"), base: base)
        case (.atom, "feed"): AtomReader.read(root, base: base)
        default:
            throw FeedError(
                message: "expected a feed (rss, RDF, an Atom feed, or JSON Feed), found the element \(root.name.written.prefix(100))")
        }
    }
}
