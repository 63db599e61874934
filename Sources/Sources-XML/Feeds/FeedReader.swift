internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import XMLParsing

/// Reads a feed in any format, which it finds by its content, chunk by chunk.
///
/// The first items wait until their feed has said what it has to say about itself, which each record shows: up to the end of a short feed. Of
/// a long one they wait for ``maxHeldBytes`` of items. So the order of the parts of a short feed means nothing, and the memory is bounded.
///
/// Not copyable, because the reader of XML is not.
struct FeedReader: ~Copyable, Sendable {
    /// How long the items are together, in bytes, that wait for what the feed says about itself.
    static let maxHeldBytes = 2 << 20
    /// The longest white space that is looked through for the start of a document at once, in bytes.
    private static let maxStartBytes = 64 << 10

    private enum Format { case undecided, json, xml }

    private var format = Format.undecided
    /// The first bytes, up to the format; then those of a feed in JSON.
    private var kept: [UInt8] = []
    private var reader: XMLElementReader
    private var elements: FeedElements
    private let maxBytes: Int
    private let base: FeedBase

    /// What the feed says about itself: for the items so far, and at the end as a whole.
    private(set) var feed = FeedDocument()

    /// - Parameters:
    ///   - maxBytes: The limit of an item, of what the feed says about itself, and of a feed in JSON, in bytes.
    ///   - maxHeldBytes: How long the items are together that wait for what the feed says about itself.
    ///   - encoding: The encoding that the transport names.
    ///   - base: The address of the document.
    init(maxBytes: Int, maxHeldBytes: Int = Self.maxHeldBytes, encoding: HTMLEncoding? = nil, base: BaseAddress) {
        reader = XMLElementReader(
            paths: FeedElements.paths, limits: XMLLimits(maxElementBytes: maxBytes), encoding: encoding, mending: .all)
        self.maxBytes = maxBytes
        self.base = FeedBase(base)
        elements = FeedElements(base: self.base, maxBytes: maxBytes, maxHeldBytes: maxHeldBytes)
    }

    /// The first fault of a document that is no XML, and was mended; nil for other documents.
    var mendedFault: XMLError? { reader.firstMend }

    /// Reads the next chunk.
    ///
    /// - Parameters:
    ///   - chunk: The bytes that follow the previous chunk.
    ///   - items: The items that are complete are appended, also those in front of an error.
    /// - Throws: ``XMLError`` for faulty XML; ``FeedError`` for a document that is no feed.
    mutating func read(_ chunk: [UInt8], into items: inout [FeedItem]) throws {
        switch format {
        case .xml: try readXML(chunk, into: &items)
        case .json: try keep(chunk)
        case .undecided:
            kept += chunk
            try decide(into: &items)
        }
    }

    /// Ends the document.
    ///
    /// - Throws: As ``read(_:into:)``, and ``JSONError`` for faulty JSON.
    mutating func finish(into items: inout [FeedItem]) throws {
        if format == .json {
            let (feed, found) = try JSONFeedReader.read(try JSONValue(parsing: kept), base: base)
            self.feed = feed
            items += found
            return
        }
        try readXML(kept, isLast: true, into: &items)
        try elements.finish(into: &items)
        feed = elements.feed
    }

    /// Decides about the format by the first character behind white space.
    private mutating func decide(into items: inout [FeedItem]) throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if kept.count < mark.count, mark.starts(with: kept) { return }
        let first = kept.dropFirst(kept.starts(with: mark) ? mark.count : 0).firstIndex { !$0.isFoldedSpace }
        guard let first else {
            guard kept.count > Self.maxStartBytes else { return }
            return try readKept(into: &items)
        }
        guard kept[first] == UInt8(ascii: "{") else {
            format = .xml
            return try readKept(into: &items)
        }
        format = .json
        kept.removeFirst(first)
        try keep([])
    }

    private mutating func keep(_ chunk: [UInt8]) throws(FeedError) {
        kept += chunk
        guard kept.count <= maxBytes else {
            throw FeedError(message: "a feed in JSON stays in memory, and may be as long as \(maxBytes) bytes, as max_record_bytes says")
        }
    }

    private mutating func readKept(into items: inout [FeedItem]) throws {
        let start = kept
        kept = []
        try readXML(start, into: &items)
    }

    private mutating func readXML(_ chunk: [UInt8], isLast: Bool = false, into items: inout [FeedItem]) throws {
        var found: [XMLFoundElement] = []
        var fault: XMLError?
        do throws(XMLError) {
            try reader.feed(chunk.span, into: &found)
            if isLast { try reader.finish(into: &found) }
        } catch { fault = error }
        // What stands in front of a fault decides what the document is.
        if let root = reader.root { try elements.begin(root) }
        try elements.take(found, into: &items)
        feed = elements.feed
        if let fault { throw fault }
    }
}
