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
    /// For a record that the stage `explode` made: the number of the element in its list, counted from 1; nil for other records.
    public var element: Int?
    /// The base URL for relative addresses in the content: the URL of the response, after redirects.
    public var base: BaseAddress

    /// Creates an origin.
    ///
    /// - Parameters:
    ///   - source: The file or URL without secrets. With "", the engine inserts the name of the source.
    ///   - page: The page that the item is on, counted from 1.
    ///   - item: The number of the item, counted from 1, on its page if there are pages. With 0, the engine numbers the item.
    ///   - line: The line at which the item begins, counted from 1.
    ///   - byteOffset: The start of the item, in bytes from the start of the file.
    ///   - element: The number of the element in a list of the item, counted from 1.
    ///   - base: The base URL for relative addresses in the content.
    public init(
        source: String = "", page: Int? = nil, item: Int = 0, line: Int? = nil, byteOffset: Int? = nil, element: Int? = nil,
        base: BaseAddress = BaseAddress()
    ) {
        self.source = source
        self.page = page
        self.item = item
        self.line = line
        self.byteOffset = byteOffset
        self.element = element
        self.base = base
    }
}

extension Origin {
    /// Whether nothing is known of the place.
    package var isUnknown: Bool { self == Origin() }

    /// Returns an equal origin with its own storage, for the records of a chunk or page, so that workers do not contend for one reference
    /// count.
    ///
    /// Package access: only sources that make many records from one chunk or page need it.
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
        if let element { place["element"] = .number(JSONNumber(element)) }
        return place
    }
}

extension Origin: CustomStringConvertible {
    /// The origin in messages, such as `samples/case-studies.json, item 8`, `messages.jsonl, line 12`, `orders.jsonl, item 4, element 2` or
    /// `https://example.org/items, page 3, item 7`.
    public var description: String {
        let part = element.map { ", element \($0)" } ?? ""
        if item == 0, line == nil, !source.isEmpty { return source + part }
        let place = (page.map { "page \($0), " } ?? "") + (line.map { "line \($0)" } ?? "item \(item)")
        return (source.isEmpty ? "" : source + ", ") + place + part
    }
}

/// The place of a record in the order of the input. Rejects are sorted by it, so that their order does not depend on the number of workers.
struct RecordPlace: Comparable, Hashable, Sendable {
    /// The indexes among siblings after the first split. A class, because few records are split twice, and copying nil costs nothing.
    private final class NestedSplitIndexes: Sendable {
        let indexes: [Int]

        init(_ indexes: [Int]) { self.indexes = indexes }
    }

    /// The number of the source's record, from 1; 0 until the engine has set it.
    var number = 0
    /// For a record that a stage made from another one: its index among its siblings, from 1; 0 for other records.
    private var child = 0
    private var nestedIndexes: NestedSplitIndexes?

    /// The place of a record of the source.
    init(number: Int = 0) {
        self.number = number
    }

    /// Makes the place with this ``branch``.
    init(number: Int, branch: some Collection<Int>) {
        self.number = number
        child = branch.first.map { $0 + 1 } ?? 0
        nestedIndexes = branch.count > 1 ? NestedSplitIndexes(Array(branch.dropFirst())) : nil
    }

    /// For a record that a stage made from another one: its index among its siblings, from 0, for each split on the way.
    var branch: [Int] { child == 0 ? [] : [child - 1] + (nestedIndexes?.indexes ?? []) }

    static func == (a: RecordPlace, b: RecordPlace) -> Bool {
        a.number == b.number && a.child == b.child && (a.nestedIndexes?.indexes ?? []) == (b.nestedIndexes?.indexes ?? [])
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(child)
        hasher.combine(nestedIndexes?.indexes ?? [])
    }

    static func < (a: RecordPlace, b: RecordPlace) -> Bool {
        if a.number != b.number { return a.number < b.number }
        if a.child != b.child { return a.child < b.child }
        guard a.nestedIndexes != nil || b.nestedIndexes != nil else { return false }
        return (a.nestedIndexes?.indexes ?? []).lexicographicallyPrecedes(b.nestedIndexes?.indexes ?? [])
    }

    /// The place of one of the records that a stage made from the record at this place.
    ///
    /// - Parameter index: The index among its siblings, from 0.
    func child(_ index: Int) -> RecordPlace {
        var place = self
        if child == 0 {
            place.child = index + 1
        } else {
            place.nestedIndexes = NestedSplitIndexes((nestedIndexes?.indexes ?? []) + [index])
        }
        return place
    }

    /// The place of the record that a stage made this one from; nil for a record of the source or of a stream stage.
    var parent: RecordPlace? {
        if isMade || child == 0 { return nil }
        return RecordPlace(number: number, branch: branch.dropLast())
    }

    /// Whether a stream stage made the record.
    var isMade: Bool { number == .max }

    /// The place of a record that a stream stage made: after all records of the source.
    ///
    /// - Parameters:
    ///   - part: The number of the stage among the parts of the run.
    ///   - index: The number of records and pieces of refused input that the stage has sent or refused, including this one.
    static func made(byPart part: Int, index: Int) -> RecordPlace { RecordPlace(number: .max, branch: [part, index]) }

    /// The place of a record of a stream stage's second source: before all records of the source, because the stage reads it first.
    ///
    /// - Parameters:
    ///   - part: The number of the stage among the parts of the run.
    ///   - index: The number of records and pieces of refused input that the source has sent, including this one.
    static func second(ofPart part: Int, index: Int) -> RecordPlace { RecordPlace(number: 0, branch: [part, index]) }
}
