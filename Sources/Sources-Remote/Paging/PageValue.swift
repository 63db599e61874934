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

    /// Returns a cursor, which is any JSON value; nil if it is missing, null, false or empty.
    func token(in page: PageFacts) throws -> PageToken? {
        guard let value = try value(in: page), value.bool != false else { return nil }
        guard let token = PageToken(value) else { throw wrongKind("a string, a number, a list or an object", value, page) }
        guard token.text.utf8.count <= PageToken.maxBytes else { throw PagingFault.tooLong(page: page.number, place: shown) }
        return token.text.isEmpty ? nil : token
    }

    /// Returns a URL; nil if it is missing, null, false or empty.
    func link(in page: PageFacts) throws -> PageToken? {
        let token = try token(in: page)
        if let token, token.isStructured { throw wrongKind("a string or a number", token.json, page) }
        return token
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
    /// A place of the JSON body.
    case json(BodyPlace)
    /// An item of the form in the body.
    case form(String)
    /// A header field.
    case header(String)
    /// A place for each member of a cursor that is an object, under the member's own key.
    case each(EachPlace)

    /// The places that each member of a cursor can have. Content must not name headers.
    enum EachPlace: String, Sendable, CaseIterable {
        case query, json, form
    }

    /// The largest number of members that a cursor may have.
    static let maxMembers = 100

    /// What the parameter can carry, if a value is something else; nil if it can carry the value.
    func expectation(instead token: PageToken) -> String? {
        switch self {
        case .query, .json, .form: return nil
        // A line break would begin another header field. The other places of a request encode their values.
        case .header: return CredentialTextCheck.fault(token.text) == nil ? nil : "a text that a header can carry"
        case .each:
            let isFitting = token.json.kind == .object && token.members.count <= Self.maxMembers
            return isFitting ? nil : "an object of at most \(Self.maxMembers) members"
        }
    }

    /// Whether a cursor gives nothing to send: each member of an object is null or empty.
    func isWithoutValue(_ token: PageToken) -> Bool {
        guard case .each = self, token.json.kind == .object else { return false }
        return token.items.allSatisfy(\.value.isEmpty)
    }

    /// Hash by which a walk recognizes a cursor that came before: of what requests carry. The order of an object's members does not matter.
    func fingerprint(of token: PageToken) -> Fingerprint {
        let token = token.sorted
        switch self {
        case .query, .form, .header: return Fingerprint(token.text)
        case .json: return token.isStructured ? Fingerprint(["JSON", token.text]) : Fingerprint(token.text)
        case .each(.json): return Fingerprint(token.members.flatMap { [$0.key, $0.value.compactText] })
        case .each(.query), .each(.form): return Fingerprint(token.items.flatMap { [$0.name, $0.value] })
        }
    }

    /// The parameter in sentences, such as `the query item "page"`.
    var phrase: String {
        switch self {
        case .query(let name): "the query item \"\(name)\""
        case .json(let place): "the field \(place.source) of the body"
        case .form(let name): "the form item \"\(name)\""
        case .header(let name): "the header \(name)"
        case .each(.query): "one query item for each member"
        case .each(.json): "one field of the body for each member"
        case .each(.form): "one form item for each member"
        }
    }
}
