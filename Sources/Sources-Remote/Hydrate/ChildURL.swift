internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import WebAddresses

/// The option `url` of `hydrate`: the URL that completes an element.
enum ChildURL: Sendable {
    /// A template with values of the element.
    case template(URLTemplate)
    /// A URL from the element. Hosts beside that of the source have to be allowed.
    case from(RecordQuery, allowed: [HostPattern])

    /// Reads the option. After it has reported a problem it returns a URL that no run uses.
    static func read(_ options: inout OptionReader) -> ChildURL {
        let help =
            "The URL that completes an element: a template such as https://example.org/messages/{{.id}}, each value of which is encoded as "
            + "one segment; or an object with a URL from the element."
        let url: Result<ChildURL, RecordError> = options.read(
            "url",
            .either(
                .template,
                { template in
                    Result { () throws(RecordError) in .template(try URLTemplate(template)) }
                },
                object: { object in
                    let hosts =
                        "Hosts beside that of the source that an element may name, such as *.api.example.com. They get the stage's own credentials."
                    let help =
                        "The URL in the element, such as .comments_url. It may be relative (base). Its host is that of the source, or allowed."
                    return .success(.from(object.read("from", .query, help: help), allowed: HostPattern.read(&object, help: hosts)))
                }), help: help)
        switch url {
        case .success(let url):
            if case .template(let template) = url, template.isFixed {
                options.warn("the URL has no {{ … }}, so that all records get the same answer", option: "url")
            }
            return url
        case .failure(let fault):
            options.report(fault.reason, option: "url")
            return .from(.identity, allowed: [])
        }
    }

    /// The origin of all URLs; nil if the elements name them.
    var origin: WebOrigin? {
        if case .template(let template) = self { template.origin } else { nil }
    }

    /// The text before the first value; nil if the elements name the URLs.
    var beginning: MaskedText? {
        if case .template(let template) = self { MaskedText(template.beginning) } else { nil }
    }

    /// The hosts that a URL of an element may have beside that of the source.
    var allowedHosts: [HostPattern] {
        if case .from(_, let allowed) = self { allowed } else { [] }
    }

    /// The node that a secret template came from; nil for others.
    var secretName: String? {
        if case .template(let template) = self { template.secretName } else { nil }
    }

    /// The URL in messages.
    var shown: String {
        switch self {
        case .template(let template): template.shown
        case .from(let program, _): "the URL at \(program.source.printable)"
        }
    }

    /// Returns the URL for an element.
    ///
    /// - Parameters:
    ///   - element: The record, or an element of it as a record.
    ///   - base: What a relative URL starts from.
    ///   - isAllowed: Whether an element may name a URL of an origin.
    /// - Throws: ``RecordError``; the error of a jq query; `CancellationError`.
    func address(for element: Record, from base: BaseAddress, isAllowed: (WebOrigin) -> Bool) throws -> WebAddress {
        switch self {
        case .template(let template): return try template.address(for: element)
        case .from(let program, _):
            let value = try program.first(element) ?? .null
            guard let text = try value.decoded().string else {
                throw RecordError("\(program.source): expected a URL, found \(value.kind.phrase)")
            }
            let target = base.target(of: text)
            let whole = if case .url(let url) = target { url } else { text }
            guard text.utf8.count <= URLTemplate.maxBytes, let address = WebAddress(whole) else {
                let hint = target == .unknown ? "; the record came from no URL from which it could start, and \"base\" names none" : ""
                throw RecordError(
                    "\(program.source): expected an http(s) URL, found \"\(AddressMask.masked(in: text).prefix(200).printable)\"\(hint)")
            }
            guard isAllowed(address.origin) else {
                throw RecordError(
                    "\(program.source): \(address.shown) is on a host that is not allowed; \"allow_hosts\": "
                        + "[\"\(address.origin.hostAndPort.printable)\"] in \"url\" allows it")
            }
            return address
        }
    }
}

/// A URL with jq queries in `{{ … }}`. Each value is one segment of the path, or one value of the query: it is percent-encoded, and
/// cannot lead to another path or host.
///
/// - SeeAlso: RFC 3986, section 3.3
struct URLTemplate: Sendable {
    /// The limit of a URL, in bytes. Servers take 8 KiB as a rule.
    static let maxBytes = 16 << 10

    private let template: Template
    /// The origin of all URLs.
    let origin: WebOrigin

    /// The template in messages.
    var shown: String { template.isSecret ? template.source : AddressMask.masked(template.source).printable }
    /// The node that a secret template came from; nil for one that may be shown.
    var secretName: String? { template.isSecret ? template.source : nil }
    /// Whether all records have one URL.
    var isFixed: Bool { template.isFixed }
    /// The text before the first jq query, which names the host.
    var beginning: String { template.beginning }

    /// - Throws: ``RecordError`` if the template does not fix the host, or is no URL. The reason says what was expected.
    init(_ template: Template) throws(RecordError) {
        let beginning = template.beginning
        guard let address = WebAddress(beginning), let scheme = beginning.firstRange(of: "://"),
            beginning[scheme.upperBound...].contains(where: { $0 == "/" || $0 == "?" }) || beginning == template.source
        else {
            let found = template.isSecret ? template.source : "\"\(AddressMask.masked(in: template.source).printable)\""
            throw RecordError("expected an http(s) URL that names its host and a slash before the first {{ }}, found \(found)")
        }
        if WebAddress.userInfo(of: beginning) != nil { throw RecordError("a URL with values has no user; the option \"auth\" has it") }
        if template.hasProgramInFragment {
            throw RecordError("no server gets what stands behind \"#\", and so all records would have one URL")
        }
        self.template = template
        origin = address.origin
    }

    /// Returns the URL for a record or an element of one.
    ///
    /// - Throws: ``RecordError`` for a value that would change the path, and for null; the error of a jq query.
    func address(for element: Record) throws -> WebAddress {
        let text = try template.render(element, encode: AddressValue.encoded)
        guard text.utf8.count <= Self.maxBytes else {
            throw RecordError("url: expected at most \(Self.maxBytes) bytes, found \(text.utf8.count)")
        }
        guard let address = WebAddress(text), address.origin == origin else {
            throw RecordError("url: \(template.isSecret ? template.source : AddressMask.masked(text).printable) is not a valid URL")
        }
        if AddressValue.leadsElsewhere(address.path) {
            throw RecordError("url: the path of \(secretName ?? address.shown) has a segment \".\" or \"..\", which leads elsewhere")
        }
        return address
    }
}
