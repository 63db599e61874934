internal import HTTPReading
internal import HTTP
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal
internal import WebAddresses

/// A value of a response that paging reads: the output of a jq query on the page, or a header field.
enum PageValue: Sendable {
    case query(RecordQuery)
    /// The name of a header field.
    case header(String)

    /// The place in messages, such as `.next` or `the header X-Next`.
    var shown: String {
        switch self {
        case .query(let query): query.source.printable
        case .header(let name): "the header \(name.printable)"
        }
    }

    /// Returns the value; nil if the page has none, or null.
    ///
    /// - Throws: ``PagingFault``, or `CancellationError` if the run is stopped meanwhile.
    private func value(in page: PageFacts) throws -> JSONValue? {
        switch self {
        case .header(let name): return page.head.headers[name].map { .string($0) }
        case .query(let query):
            guard let content = page.content else { return nil }
            do {
                guard let value = try query.first(Record(content))?.decoded(), !value.isNull else { return nil }
                return value
            } catch let error as CancellationError {
                throw error
            } catch {
                throw PagingFault.program(page: page.number, query, error)
            }
        }
    }

    /// Returns a URL or a cursor; nil if it is missing, null, false or empty.
    func token(in page: PageFacts) throws -> PageToken? {
        guard let value = try value(in: page), value.bool != false else { return nil }
        guard let token = PageToken(value) else { throw wrongKind("a string or a number", value, page) }
        return token.text.isEmpty ? nil : token
    }

    /// The beginning of a link that a page names apart from it, as in `{"base": "https://example.org/wiki", "next": "/rest?page=2"}`; ""
    /// without one.
    func base(of link: String, in page: PageFacts) -> String {
        guard link.hasPrefix("/"), !link.hasPrefix("//"), case .query(let query) = self, let (steps, rest) = query.leadingPath, rest == nil
        else { return "" }
        var object = page.content
        for step in steps.dropLast() {
            guard case .key(let name, _) = step else { return "" }
            object = (try? object?.member(name)) ?? nil
        }
        // A link that begins with the path of the base is complete.
        guard let text = ((try? object?.member("base")) ?? nil)?.string, let base = WebAddress(text), base.path.count > 1,
            !link.hasPrefix(base.path)
        else { return "" }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Returns a number of pages or items; nil if it is missing, null, empty or negative, which some servers send for an unknown one.
    func count(in page: PageFacts) throws -> Int? {
        guard let value = try value(in: page) else { return nil }
        if let text = value.string {
            if text.isEmpty { return nil }
            guard let count = Int(text) else { throw wrongKind("a number", value, page) }
            return count < 0 ? nil : count
        }
        guard let count = value.number?.int64 else { throw wrongKind("a whole number", value, page) }
        return count < 0 ? nil : Int(count)
    }

    /// Returns whether the server says that there is more; nil if it does not say, because the value is missing, null or an empty text.
    /// The number 0 and the texts "0", "no" and "false" count as false.
    func flag(in page: PageFacts) throws -> Bool? {
        guard let value = try value(in: page) else { return nil }
        if let bool = value.bool { return bool }
        if let number = value.number { return number.double != 0 }
        if let text = value.string { return text.isEmpty ? nil : !["0", "no", "false"].contains(text.lowercased()) }
        return true
    }

    private func wrongKind(_ expected: String, _ value: JSONValue, _ page: PageFacts) -> PagingFault {
        let found = value.string.map { "\"\(PageToken($0).shown)\"" } ?? value.number?.text ?? value.kind.phrase
        return .wrongKind(page: page.number, place: shown, expected: expected, found: found)
    }
}

/// The parameter of a request that carries a page number, a cursor or a size: the option `send_as`.
enum RequestParameter: Sendable, Equatable {
    /// A query item with a name.
    case query(String)
    /// A member of the JSON body, by the keys that lead to it.
    case json([String])
    /// An item of the form in the body.
    case form(String)
    /// A header field.
    case header(String)

    /// The parameter in sentences, such as `the query item "page"`.
    var phrase: String {
        switch self {
        case .query(let name): "the query item \"\(name)\""
        case .json(let keys): "the field \(keys.map { ".\($0)" }.joined()) of the body"
        case .form(let name): "the form item \"\(name)\""
        case .header(let name): "the header \(name)"
        }
    }
}
