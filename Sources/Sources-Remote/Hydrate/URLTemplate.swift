internal import HTTP
internal import Pipeline

/// A URL with jq programs in `{{ … }}`. Each value is one segment of the path, or one value of the query: it is percent-encoded, and
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
    /// The text before the first program, which names the host.
    var beginning: String { template.beginning }

    /// - Throws: ``RecordError`` if no record may choose the host, or the text is no URL. The reason says what was expected.
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
    /// - Throws: ``RecordError`` for a value that would change the path, and for null; the error of a program.
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
