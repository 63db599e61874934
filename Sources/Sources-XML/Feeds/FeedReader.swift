internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import XMLParsing

/// Reads a whole feed in any format. The content shows which format it is.
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
        let first = bytes[mark...].firstIndex { !$0.isFoldedSpace } ?? bytes.endIndex
        let start = first == mark ? 0 : first
        if first < bytes.endIndex, bytes[first] == UInt8(ascii: "{") {
            return try JSONFeedReader.read(try JSONValue(parsing: Array(bytes[first...])), base: FeedBase(base))
        }
        let (root, fault) = try root(mending: bytes, from: start, XMLLimits(maxElementBytes: maxBytes), encoding)
        var feed = try read(root, base: FeedBase(base))
        feed.mendedFault = fault
        return feed
    }

    /// Reads the root element of a document, which is mended if it is no XML.
    ///
    /// - Returns: The element, and the fault of a document that was mended.
    private static func root(
        mending bytes: [UInt8], from start: Int, _ limits: XMLLimits, _ encoding: HTMLEncoding?
    ) throws(XMLError) -> (XMLElement, XMLError?) {
        do throws(XMLError) {
            return (try root(of: bytes[start...], limits, encoding), nil)
        } catch {
            let lines = bytes[..<start].count { $0 == UInt8(ascii: "\n") }
            let fault = XMLError(error.reason, at: XMLPosition(line: error.position.line + lines, column: error.position.column))
            guard let mended = XMLRepair.mended(Array(bytes[start...])) else { throw fault }
            do throws(XMLError) {
                return (try root(of: mended[...], limits, encoding), fault)
            } catch {
                // The remaining fault is the one that the author must fix. Its column in the original document may differ.
                throw XMLError(error.reason, at: XMLPosition(line: error.position.line + lines, column: error.position.column))
            }
        }
    }

    private static func root(
        of bytes: ArraySlice<UInt8>, _ limits: XMLLimits, _ encoding: HTMLEncoding?
    ) throws(XMLError) -> XMLElement {
        var reader = XMLElementReader(paths: [XMLPath(constant: "/*")], limits: limits, encoding: encoding)
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
        if root.space == .rss, root.first(.rss, "channel")?.child("wxr_version") != nil {
            throw FeedError(message: "expected a feed, found an export of WordPress, which the source wordpress reads")
        }
        return switch (root.space, root.name.local) {
        case (.rss, "rss"): RSSReader.read(root, items: nil, base: base)
        case (.rdf, "RDF"): RSSReader.read(root, items: root.all(.rss, "item"), base: base)
        case (.atom, "feed"): AtomReader.read(root, base: base)
        default:
            throw FeedError(
                message: "expected a feed (rss, RDF, an Atom feed, or JSON Feed), found the element \(root.name.written.prefix(100))")
        }
    }
}
