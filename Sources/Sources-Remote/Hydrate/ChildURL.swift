internal import HTTP
internal import JSONParsing
internal import Pipeline

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
        let url: Result<ChildURL, RecordError> = options.either(
            "url", help: help,
            text: .template { template in
                Result { () throws(RecordError) in .template(try URLTemplate(template)) }
            },
            object: { object in
                let hosts =
                    "Hosts beside that of the source that an element may name, such as *.api.example.com. They get the stage's own credentials."
                let help =
                    "The URL in the element, such as .comments_url. It may be relative (base). Its host is that of the source, or allowed."
                return .success(.from(object.query("from", help: help), allowed: HostPattern.read(&object, help: hosts)))
            })
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
    /// - Throws: ``RecordError``; the error of a program; `CancellationError`.
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
