internal import HTTPReading
internal import HTTP
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal
internal import WebAddresses

/// The request of a source as its options describe it. Paging changes a copy for each page.
struct RequestTemplate: Sendable {
    /// The request for the first page, without secrets and without its body.
    var first: HTTPRequest
    var body = RequestBody.none
    /// The names of secret query items. The client adds them, so a URL that a server names loses them.
    var secretQueryNames: [String] = []

    /// - Parameter first: The request for the first page, without secrets and without its body.
    init(_ first: HTTPRequest) {
        self.first = first
    }

    /// Returns the request for a page.
    ///
    /// - Parameters:
    ///   - next: The URL of the page, if a response named it. It has its own query: the query of the first request is not added again.
    ///   - parameters: The values that paging sends.
    func request(to next: WebAddress? = nil, sending parameters: [(RequestParameter, PageToken)] = []) -> HTTPRequest {
        var template = self
        if let next { template.first.address = secretQueryNames.reduce(next) { $0.removingQuery($1) } }
        for (parameter, value) in parameters { template.set(parameter, to: value) }
        var request = template.first
        request.body = template.body.bytes
        if let type = template.body.contentType, request.headers["Content-Type"] == nil { request.headers["Content-Type"] = type }
        return request
    }

    /// Sets a value that each request carries.
    mutating func set(_ parameter: RequestParameter, to value: PageToken) {
        switch parameter {
        case .query(let name): first.address = first.address.settingQuery(name, to: value.text)
        case .header(let name): first.headers[name] = value.text
        case .json(let place): body.set(place.steps, to: value.json)
        case .form(let name): body.setItem(name, to: value.text)
        case .each(.query): for (name, value) in value.items { first.address = first.address.settingQuery(name, to: value) }
        case .each(.json): body.merge(value.members)
        case .each(.form): for (name, value) in value.items { body.setItem(name, to: value) }
        }
    }
}

extension RequestTemplate {
    /// The reason why requests cannot carry values; nil if they can.
    ///
    /// - Parameter parameters: The places of the values.
    func problem(carrying parameters: [RequestParameter]) -> String? {
        for parameter in parameters {
            switch (parameter, body) {
            case (.json, .form), (.each(.json), .form): return "\"json\" puts a value into a JSON body, but the body is a form"
            case (.form, .json), (.each(.form), .json): return "\"form\" puts a value into a form, but the body is JSON"
            case (.json, _) where first.method == "GET", (.form, _) where first.method == "GET",
                (.each(.json), _) where first.method == "GET", (.each(.form), _) where first.method == "GET":
                return "\(parameter.phrase) needs \"method\": \"POST\""
            case (.json(let place), _): if let fault = place.fault(in: body.json) { return fault }
            case (.each(.json), .json(let value)) where !value.isNull && value.kind != .object:
                return "the body is \(value.kind.phrase), which has no members"
            default: break
            }
        }
        return nil
    }
}
