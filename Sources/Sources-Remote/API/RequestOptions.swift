internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal
internal import WebAddresses

/// The options of a source that describe its first request: `url`, `method`, `query`, `body`, `idempotent`.
struct RequestOptions {
    /// The methods that a source can use.
    enum Method: String, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
    }

    let url: MaskedText
    /// The URL with the items of `query` that may be shown.
    private(set) var address: WebAddress
    /// The items of `query` that are secret.
    private(set) var secretQuery: [CredentialPart] = []
    /// The items of `query` that may be shown.
    private var shownQuery: [(name: String, value: String)] = []
    /// The secret texts in the query and the body.
    private(set) var secretTexts: [MaskedText] = []
    let method: Method
    let body: RequestBody
    let isIdempotent: Bool

    init(_ options: inout OptionReader) {
        url = options.read("url", .address, help: "The http(s) URL of the first page. Read afresh in every run.")
        address = Self.address(of: url, &options)
        method = options.read("method", .choice, default: Method.get, help: "The method of the requests.")
        let query = QueryOptions(&options)
        let body = options.readIfPresent("body", .object(RequestBody.read), help: "The body of the requests, as JSON or as a form.")
        if body != nil, method == .get { options.report("a request with a body needs \"method\": \"POST\"", option: "body") }
        self.body = body?.body ?? .none
        secretTexts = (body?.secretTexts ?? []) + query.secretTexts
        let onlyAsks = options.read(
            "idempotent", .boolean, default: false,
            help: "Whether a POST or PATCH only asks, so that it can be repeated after a failure. GET and PUT always can.")
        isIdempotent = onlyAsks || method == .get || method == .put
        query.reportItems(in: address, &options)
        secretQuery = query.secretItems
        shownQuery = query.items
        address = address.appendingQuery(query.items)
    }

    /// The first request.
    ///
    /// - Parameter settings: The other options of the source.
    func template(_ settings: ClientSettings) -> RequestTemplate {
        var first = settings.request(address)
        first.method = method.rawValue
        first.isIdempotent = isIdempotent
        first.hasIdempotentOption = true
        if url.isSecret { first.secretName = url.shown }
        var template = RequestTemplate(first)
        template.body = body
        template.secretQueryNames = settings.secretQueryNames
        return template
    }

    /// Identifies the list that the first request reads, without secrets.
    ///
    /// - Parameters:
    ///   - cursor: The place of the cursor.
    ///   - id: The jq query for the id of an item; nil without one.
    func listIdentity(cursor: String, id: String?) -> ListIdentity {
        var text = url.isSecret ? url.shown : address.text
        if url.isSecret, !shownQuery.isEmpty { text += "?\(URLQuery.text(of: shownQuery))" }
        var request = [method.rawValue]
        if let bytes = body.bytes {
            request.append(secretTexts.reduce(String(decoding: bytes, as: UTF8.self)) { $0.replacing($1.value, with: $1.shown) })
        }
        for case .query(let name, _) in secretQuery { request.append(name) }
        return ListIdentity(url: AddressMask.masked(text), request: request, cursor: cursor, id: id ?? "")
    }

    /// Parses the URL of the source. For an invalid URL, reports the problem and returns a placeholder, which no run uses.
    private static func address(of url: MaskedText, _ options: inout OptionReader) -> WebAddress {
        if let address = WebAddress(url.value) { return address }
        if !url.value.isEmpty { options.report("expected an http(s) URL with a host, found \(url.shown.printable)", option: "url") }
        guard let placeholder = WebAddress("https://example.org/") else { preconditionFailure("the placeholder is a URL") }
        return placeholder
    }
}

extension ClientSettings {
    /// The names of the query items that the client adds as secrets.
    var secretQueryNames: [String] {
        var names = secretHeaders.compactMap { part in
            if case .query(let name, _) = part { name } else { nil }
        }
        if case .apiKey(let name, _, let place) = auth, place != .header { names.append(name) }
        return names
    }
}

/// The option `query` of a step: the query items of its requests.
struct QueryOptions: Sendable {
    /// The items that may be shown.
    private(set) var items: [(name: String, value: String)] = []
    /// The items that are secret. The client adds them.
    private(set) var secretItems: [CredentialPart] = []
    /// The values of the secret items.
    private(set) var secretTexts: [MaskedText] = []

    init(_ options: inout OptionReader) {
        let found = options.readIfPresent(
            "query", .textMap(allowsLists: true),
            help: "Query items of the requests. A list repeats the name. The URL of a next page has its own.")
        for (name, value) in found ?? [] {
            if value.isSecret {
                secretItems.append(.query(name: name, value: value.value))
                secretTexts.append(value)
            } else {
                items.append((name, value.value))
            }
        }
    }

    /// Reports items that the URL of the step has, too.
    func reportItems(in address: WebAddress, _ options: inout OptionReader) {
        let secretNames = secretItems.compactMap { if case .query(let name, _) = $0 { name } else { nil } }
        for name in items.map(\.name) + secretNames where address.queryValue(name) != nil {
            options.report("\"url\" has the query item \"\(name.printable)\", too; remove it there or here", option: "query")
        }
    }
}
