internal import JSONParsing

/// The place in the input that a record was read from. Messages and the rejects file show it.
public struct Origin: Sendable, Equatable {
    /// The file or the URL without secrets, as ``Input/shown`` returns it, or the name of the source.
    public var source: String
    /// The page of a list that the item is on, counted from 1; nil for a source without pages.
    public var page: Int?
    /// The number of the item in the source, counted from 1; for a source with pages, its number on the page. With 0, the engine numbers
    /// the item.
    public var item: Int
    /// The line at which the item begins, counted from 1; nil if the source counts no lines.
    public var line: Int?
    /// The start of the item, in bytes from the start of the file.
    public var byteOffset: Int?
    /// The URL that relative addresses in the content start from: that of the response, behind redirects.
    public var base: BaseAddress

    /// Creates an origin.
    ///
    /// - Parameters:
    ///   - source: The file or URL without secrets. With "", the engine inserts the name of the source.
    ///   - page: The page that the item is on, counted from 1.
    ///   - item: The number of the item, counted from 1, on its page if there are pages. With 0, the engine numbers the item.
    ///   - line: The line at which the item begins, counted from 1.
    ///   - byteOffset: The start of the item, in bytes from the start of the file.
    ///   - base: The URL that relative addresses in the content start from.
    public init(
        source: String = "", page: Int? = nil, item: Int = 0, line: Int? = nil, byteOffset: Int? = nil, base: BaseAddress = BaseAddress()
    ) {
        self.source = source
        self.page = page
        self.item = item
        self.line = line
        self.byteOffset = byteOffset
        self.base = base
    }
}

extension Origin {
    /// Whether nothing is known of the place.
    package var isUnknown: Bool { self == Origin() }

    /// Returns an equal origin that shares nothing with this one, for the records of a chunk or page: workers would contend for the count
    /// of references to a text that all records share.
    ///
    /// Package access: sources that make records of many items at once; others name the source once a record.
    package func separated() -> Origin {
        var origin = self
        origin.source = String(decoding: Array(source.utf8), as: UTF8.self)
        origin.base = base.separated()
        return origin
    }

    /// The origin in the rejects file, and for `input_origin` of a jq program.
    var json: JSONObject {
        var place: JSONObject = ["source": .string(source)]
        if let page { place["page"] = .number(JSONNumber(page)) }
        place["item"] = .number(JSONNumber(item))
        if let line { place["line"] = .number(JSONNumber(line)) }
        if let byteOffset { place["byte_offset"] = .number(JSONNumber(byteOffset)) }
        return place
    }
}

extension Origin: CustomStringConvertible {
    /// The origin in messages, such as `samples/case-studies.json, item 8`, `messages.jsonl, line 12` or
    /// `https://example.org/items, page 3, item 7`.
    public var description: String {
        if item == 0, line == nil, !source.isEmpty { return source }
        return (source.isEmpty ? "" : source + ", ") + (page.map { "page \($0), " } ?? "") + (line.map { "line \($0)" } ?? "item \(item)")
    }
}
