import JSONParsing
import Pipeline
import Testing
import XMLParsing

@testable import SourcesXML

/// A feed, and some values of its items.
struct FeedCase: CustomTestStringConvertible, Sendable {
    let name: String
    let document: String
    /// The base of the document; nil for a file.
    let base: String?
    /// What each path of the list of records has, as JSON.
    let values: [(path: String, json: String)]

    init(_ name: String, _ document: String, base: String? = nil, _ values: KeyValuePairs<String, String>) {
        self.name = name
        self.document = document
        self.base = base
        self.values = values.map { ($0.key, $0.value) }
    }

    var testDescription: String { name }

    func read() throws -> ReadFeed {
        try ReadFeed([Array(document.utf8)], base: try base.map { try BaseAddress($0) } ?? BaseAddress())
    }

    /// Checks that the feed is the same in short pieces, and each value: a path is keys and places with dots between them, such as `0.media.1.url`.
    func check() throws {
        let read = try read()
        let bytes = Array(document.utf8)
        for length in [1, 2, 7] {
            let pieces = stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<min($0 + length, bytes.count)]) }
            #expect(try ReadFeed(pieces, base: try base.map { try BaseAddress($0) } ?? BaseAddress()) == read)
        }
        let records = JSONValue.array(read.items.map { $0.json(in: read.feed.json) })
        for (path, json) in values {
            let value = try path.split(separator: ".").reduce(records as JSONValue?) { value, key in
                if let place = Int(key) { return value?.array.flatMap { place < $0.count ? $0[place] : nil } }
                return try value?.member(String(key))
            }
            #expect(value?.compactText == json, "\(path)")
        }
    }
}

extension FeedCase {
    /// An item of RSS 2.0 with all namespaces.
    static func rss(_ item: String, channel: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
          xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News</title><link>https://example.org/</link>
          <description>All news</description><language>en</language>\(channel)<item>\(item)</item></channel></rss>
        """
    }

    static func atom(_ entry: String, feed: String = "") -> String {
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>News</title><id>urn:feed</id><updated>2024-01-31T12:00:00Z</updated>
        <link href="https://example.org/"/>\(feed)<entry><title>T</title><id>urn:1</id><updated>2024-01-31T13:00:00+01:00</updated>\(entry)</entry></feed>
        """
    }
}

/// What the reader makes of a feed in some chunks.
struct ReadFeed: Equatable {
    private(set) var items: [FeedItem] = []
    let feed: FeedDocument
    let mendedFault: XMLError?

    init(_ chunks: [[UInt8]], maxBytes: Int = 1 << 20, maxHeldBytes: Int = 1 << 20, base: BaseAddress = BaseAddress()) throws {
        var reader = FeedReader(maxBytes: maxBytes, maxHeldBytes: maxHeldBytes, base: base)
        for chunk in chunks { try reader.read(chunk, into: &items) }
        try reader.finish(into: &items)
        feed = reader.feed
        mendedFault = reader.mendedFault
    }

    /// Checks that a document gives the same cut in two at some bytes, and in single bytes.
    ///
    /// - Parameter cuts: The offsets of the cuts; nil for all.
    /// - Returns: What it gives; the message of its fault, if it has one.
    @discardableResult
    static func checkCuts(_ document: [UInt8], at cuts: Range<Int>? = nil, maxHeldBytes: Int = 1 << 20) -> Result<ReadFeed, FeedFault> {
        func read(_ chunks: [[UInt8]]) -> Result<ReadFeed, FeedFault> {
            do { return .success(try ReadFeed(chunks, maxHeldBytes: maxHeldBytes)) } catch { return .failure(FeedFault(error)) }
        }
        let whole = read([document])
        let chunked = (cuts ?? document.indices).map { [Array(document[..<$0]), Array(document[$0...])] } + [document.map { [$0] }]
        for (place, chunks) in chunked.enumerated() {
            let cut = read(chunks)
            #expect(cut == whole, "cut \(place)")
            if cut != whole { break }
        }
        return whole
    }
}

/// The message of an error.
struct FeedFault: Error, Equatable {
    let message: String

    init(_ error: any Error) { message = (error as? FeedError)?.message ?? "\(error)" }

    init(message: String) { self.message = message }
}
