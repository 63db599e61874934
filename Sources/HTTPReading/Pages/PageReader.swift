package import HTTP
package import JSONParsing
package import Pipeline

/// Selects the items in the body of a page. The whole body is parsed first, so that a bad page gives no items.
package struct PageReader: Sendable {
    /// The jq query that selects the items.
    let items: RecordQuery
    /// Where a page holds its items.
    package let place: ResponseContentPath
    /// The jq query for the id of an item; nil if items have no ids.
    let id: RecordQuery?
    /// The jq query for the cursor of an item in an incremental run; nil if there is none.
    var cursor: RecordQuery?
    let limits: JSONLimits
    /// The option that holds ``items``, for messages.
    package let option: String
    /// Secrets to mask in messages about a page.
    package let secrets: LearnedSecrets

    package init(
        items: RecordQuery, id: RecordQuery?, cursor: RecordQuery? = nil, limits: JSONLimits, option: String = "items",
        secrets: LearnedSecrets
    ) {
        self.items = items
        place = ResponseContentPath(of: items)
        self.id = id
        self.cursor = cursor
        self.limits = limits
        self.option = option
        self.secrets = secrets
    }

    /// Parses a page and selects its items.
    ///
    /// - Parameters:
    ///   - body: The complete body.
    ///   - place: The page in messages, such as `https://example.org/items: page 3`.
    ///   - contentType: The `Content-Type` of the response, which may name an encoding; nil if there is none.
    ///   - name: The request, for messages that quote the page; nil quotes nothing.
    /// - Throws: ``PipelineFailure`` of the kind `badData`, or `CancellationError`.
    package func read(
        _ body: consuming [UInt8], of place: String, contentType: String? = nil, name: RequestName? = nil
    ) throws -> PageContent {
        guard let page = try parse(body, place, contentType) else { return PageContent() }
        var content = PageContent(value: page)
        try select(from: page, place, name, into: &content)
        let ids = try id.map { id in try content.items.enumerated().map { try Self.id(of: $1, number: $0 + 1, id, place) } }
        if let ids {
            content.identity = .ids(zip(ids, content.items).map { id, item in id.map { SeenItems.Item(id: $0, item) } })
        } else {
            content.identity = .content(Fingerprint(of: content.items.lazy.map(\.compactText)))
        }
        if let cursor {
            content.marks = try content.items.enumerated().map { index, item in
                try Self.mark(of: item, id: ids?[index], "\(place), item \(index + 1)", cursor)
            }
        }
        return content
    }

    /// Parses a page whose items are not wanted; nil if it is no JSON.
    package func value(of body: [UInt8], contentType: String?) -> JSONValue? { try? parse(body, "", contentType) }

    /// Parses the body; nil if it holds nothing.
    private func parse(_ body: [UInt8], _ place: String, _ contentType: String?) throws -> JSONValue? {
        let body = try TextDecoding().whole(body, .json, contentType: contentType, shown: place).text
        do throws(JSONError) {
            let mark = try ByteOrderMark.lengthToSkip(in: body)
            if body.span.extracting(mark...).isBlank { return nil }
            do throws(JSONError) {
                return try JSONValue(parsing: mark == 0 ? body : Array(body[mark...]), limits: limits)
            } catch {
                throw JSONError(error.reason, offset: error.offset + mark)
            }
        } catch {
            if let page = UnexpectedMarkup(body[...], secrets: secrets) {
                throw PipelineFailure(.badData, "\(place): \(page.phrase(isResponse: true))")
            }
            if CompressedFormat(beginning: body) == .gzip {
                throw PipelineFailure(
                    .badData,
                    "\(place): the body is compressed with gzip, but its Content-Encoding does not say so; the sources json and lines read it"
                )
            }
            if case .wrongEncoding = error.reason { throw PipelineFailure(.badData, "\(place): \(error.message)") }
            let line = 1 + Lines.count(in: body.prefix(error.offset))
            throw PipelineFailure(
                .badData, "\(place): line \(line), byte \(error.offset): \(error.message.printable)\(hint(for: error, in: body))")
        }
    }

    /// The end of a message that suggests an encoding, or a source that reads JSON Lines.
    private func hint(for fault: JSONError, in body: [UInt8]) -> String {
        switch fault.reason {
        case .invalidUTF8: LegacyEncoding.hint(for: body)
        case .unexpected(_, expected: "nothing more after the text"): "; the source json reads JSON Lines"
        default: ""
        }
    }

    /// Selects the items. A plain path at the start of the query must exist in the page; the rest of the query runs on each value there.
    private func select(from page: JSONValue, _ place: String, _ name: RequestName?, into content: inout PageContent) throws {
        guard let (steps, rest) = items.leadingPath else { return content.take(try run(items, on: page, place)) }
        let values: [JSONValue]
        do {
            values = try ItemsPath(steps: steps).values(in: page)
            content.container = ItemsPath(steps: steps).container(in: page)
        } catch let fault as ItemsPathFault {
            let reason = items.isSecret ? "nothing found at the path of \(items.source.printable)" : fault.description.printable
            // A page that says that the server has failed is no bad data: a later run may get a good one.
            let hasFailed = name != nil && FailureSign.find(in: page, around: ResponseContentPath(of: items), isEmpty: true) != nil
            throw PipelineFailure(
                hasFailed ? .remoteUnavailable : .badData, "\(place): \(option): \(reason)\(Self.errorQuote(page, name))")
        } catch {
            throw PipelineFailure(.badData, "\(place): \(option): \(error.message.printable)")
        }
        guard let rest else { return content.take(values) }
        let made = try values.enumerated().map { try run(rest, on: $1, "\(place), item \($0 + 1)") }
        content.take(made.flatMap(\.self))
        // The server counts the values at the path. The rest of the query may drop some, or make several items of one.
        let listed: [JSONValue]
        if case .iterate? = steps.last {
            listed = values
        } else if let list = values.first?.array, values.count == 1 {
            listed = list
        } else {
            return
        }
        content.listedCount = listed.count
        content.lastListed = made.last?.last ?? listed.last
    }

    /// The error that a page without items names, such as `{"ok": false, "error": "invalid_auth"}`, as the end of a message.
    private static func errorQuote(_ page: JSONValue, _ name: RequestName?) -> String {
        guard let name, let text = JSONErrorMessage.text(in: page) else { return "" }
        let quote = name.quote(text)
        return quote.isEmpty ? "" : "; the response says \"\(quote)\""
    }

    private func run(_ program: RecordQuery, on value: JSONValue, _ place: String) throws -> [JSONValue] {
        do {
            return try program.all(Record(value))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PipelineFailure(.badData, "\(place): \(option): \(error.message.printable)")
        }
    }

    private static func id(of item: JSONValue, number: Int, _ program: RecordQuery, _ place: String) throws -> String? {
        do {
            guard let id = try program.first(Record(item)), !id.isNull else { return nil }
            return id.compactText
        } catch let error as CancellationError {
            throw error
        } catch {
            if item.kind == .array {
                throw PipelineFailure(
                    .badData, "\(place), item \(number) is an array; with [] at the end of \"items\" each element is an item")
            }
            throw PipelineFailure(.badData, "\(place), item \(number): id: \(error.message.printable)")
        }
    }

    /// Reads the cursor of an item.
    private static func mark(of item: JSONValue, id: String?, _ place: String, _ program: RecordQuery) throws -> KeyedCursor {
        do {
            return KeyedCursor(cursor: try program.first(Record(item)).flatMap { try CursorValue($0) }, id: id, item: item)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PipelineFailure(.badData, "\(place): incremental.cursor: \(error.message.printable)")
        }
    }
}

/// The items of a page, with an identity by which later pages are compared.
package struct PageContent: Sendable {
    /// How a later page can be compared with this one.
    package enum Identity: Sendable {
        /// The items in order; nil for an item without an id.
        case ids([SeenItems.Item?])
        /// A hash of all items, if they have no ids.
        case content(Fingerprint)
    }

    /// The parsed page; nil for an empty body.
    package var value: JSONValue?
    /// The items in order. They share the bytes of the page, and are written as they were read.
    package var items: [JSONValue] = []
    /// Whether the items are elements of an array or values of an object; nil if the path says nothing of it.
    package var container: JSONKind?
    /// The number of values that the page lists, with those that the query of the items drops. Paging counts these.
    package var listedCount = 0
    /// The item of the last listed value; if the query drops that value, the value itself.
    package var lastListed: JSONValue?
    package var identity = Identity.ids([])
    /// The cursor and key of each item; empty unless the run is incremental.
    package var marks: [KeyedCursor] = []

    /// - Parameter value: The parsed page; nil for an empty body.
    package init(value: JSONValue? = nil) {
        self.value = value
    }

    /// Sets the items to the values that the page lists.
    mutating func take(_ values: [JSONValue]) {
        items = values
        listedCount = values.count
        lastListed = values.last
    }

    /// Makes records of the new items.
    ///
    /// - Parameters:
    ///   - isNew: For each item, whether it is new.
    ///   - page: The origin of the page; the items get their numbers.
    package func records(_ isNew: [Bool], from page: Origin) -> [Record] {
        var origin = page.separated()
        var records: [Record] = []
        records.reserveCapacity(items.count)
        for (index, item) in items.enumerated() where isNew[index] {
            origin.item = index + 1
            records.append(Record(item, origin: origin))
        }
        return records
    }
}

/// A value that a request for a page carries: a cursor, the number of a page, an offset.
package struct PageToken: Sendable {
    /// The limit of a cursor in bytes. Scroll IDs of large search clusters have some 100,000.
    package static let maxBytes = 1 << 20

    /// The value as a query item, a form item or a header field carries it: a list or an object as compact JSON. Empty for a value that
    /// names no page: an empty text, list or object.
    package let text: String
    /// The value as a JSON body carries it: a number stays a number.
    package let json: JSONValue

    package init(_ number: Int) {
        text = String(number)
        json = .number(JSONNumber(number))
    }

    package init(_ text: String) {
        self.text = text
        json = .string(text)
    }

    /// Creates a token from a value of a response; nil if it is null, true or false.
    package init?(_ value: JSONValue) {
        guard let decoded = try? value.decoded() else { return nil }
        switch decoded {
        case .array(let elements): text = elements.isEmpty ? "" : value.compactText
        case .object(let members): text = members.isEmpty ? "" : value.compactText
        default:
            guard let simple = Self.simpleText(of: decoded) else { return nil }
            text = simple
        }
        json = value.detached()
    }

    /// The text of a string or a number; nil for another value.
    private static func simpleText(of decoded: JSONValue) -> String? {
        switch decoded {
        case .string(let string): string
        case .number(let number): number.text
        default: nil
        }
    }

    /// Whether the value is a list or an object.
    package var isStructured: Bool { json.kind == .array || json.kind == .object }

    /// The members of an object as query items or form items: texts and numbers as they are, other values as compact JSON. Members that
    /// are null are left out.
    package var items: [(name: String, value: String)] {
        members.map { member in
            let simple = (try? member.value.decoded()).flatMap(Self.simpleText(of:))
            return (member.key, simple ?? member.value.compactText)
        }
    }

    /// The members of an object that are not null; empty for another value.
    package var members: [(key: String, value: JSONValue)] {
        (json.object ?? JSONObject()).compactMap { $0.value.isNull ? nil : ($0.key, $0.value) }
    }

    /// The token with the members of all objects in the order of their keys.
    package var sorted: PageToken { isStructured ? PageToken(Self.sorted(json)) ?? self : self }

    /// The value with the members of all objects in the order of their keys.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        if let elements = value.array { return .array(elements.map(sorted)) }
        guard let members = value.object else { return value }
        var object = JSONObject()
        for member in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            object[member.key] = sorted(member.value)
        }
        return .object(object)
    }

    /// The longest part of a token in a message, in characters.
    private static let maxShown = 80

    /// The token in messages.
    package var shown: String { text.count > Self.maxShown ? text.prefix(Self.maxShown).printable + "…" : text.printable }
}
