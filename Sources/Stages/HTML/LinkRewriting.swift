public import HTMLParsing
internal import JSONParsing
public import Pipeline
internal import Synchronization
internal import WebAddresses

/// The option `rewrite_links` of a sink that writes a page for each record: a link to the old address of a record leads to its page.
///
/// A page may come before the page that it links to. So a page is rendered with marks in place of old addresses, and `LinkedPages` replaces
/// the marks once all records have been read.
public struct LinkRewriting: Sendable {
    /// The addresses of one record, in the form in which they are compared.
    public struct Addresses: Sendable {
        /// None for a record without addresses.
        public let keys: [String]
        /// What relative links of the record start from.
        let base: BaseAddress
        let hosts: Set<String>
    }

    /// The pages that the links of a document lead to.
    public enum Destination: String, Sendable {
        /// The page of each record.
        case page = "p"
        /// The Markdown beside the page, if the page has one.
        case markdown = "m"
    }

    /// The host of addresses that are paths of files. No URL has it (RFC 2606).
    static let fileHost = "files.invalid"
    /// The most old addresses of a record.
    private static let maxAddresses = 100

    private let addresses: RecordQuery
    private let hosts: [String]
    private let templates: LinkTemplates
    /// Whether IDs on pages have the prefix of ``ContentID``.
    private let prefixesIDs: Bool
    /// The text around each mark. It is random, so that no content can have it.
    private let fence = "tabpipe-link-" + String(UInt64.random(in: .min ... .max), radix: 16) + "-"
    private let report = LinkReport()

    /// Reads the option.
    ///
    /// - Parameters:
    ///   - options: The options of the sink.
    ///   - folder: The folder of the sink.
    ///   - prefixesIDs: Whether the sink writes the IDs of content with the prefix of ``ContentID``. Links to a place of another page then
    ///     have it, too.
    public static func read(_ options: inout OptionReader, folder: String, prefixesIDs: Bool) -> LinkRewriting? {
        options.readIfPresent(
            "rewrite_links", .object { LinkRewriting(options: &$0, folder: folder, prefixesIDs: prefixesIDs) },
            help:
                "Lets links to the old address of a record lead to its page. Links to pages of the same host that this run does not write "
                + "keep their address, and a warning lists them.")
    }

    private init(options: inout OptionReader, folder: String, prefixesIDs: Bool) {
        self.prefixesIDs = prefixesIDs
        addresses = options.read(
            "addresses", .query, default: .fixed(".url"),
            help:
                "A jq program that gives the addresses that a record had: a URL or a list of them, such as [.link, \"/?p=\\(.id)\"]. Relative links "
                + "of the record start from the first one. Paths of files, such as docs/a.md, count as well.")
        hosts = options.read(
            "hosts", .list(of: .string), default: [],
            help: "Other hosts whose addresses mean the same pages, such as a former domain. www. in front of a host does not count.")
        templates = LinkTemplates(options: &options, folder: folder)
    }

    /// The list of redirects, which the sink's folder reserves; nil if none is wanted.
    public var redirects: MarkedFile? { templates.redirects }
    /// Warnings at the end of a run: links that lead nowhere, and addresses that two records have.
    public var warnings: [String] { report.warnings }

    /// Returns the addresses that a record had.
    ///
    /// - Throws: ``RecordError`` if the program gives anything but texts and nulls; the error of the program.
    public func addresses(of record: Record) throws -> Addresses {
        var texts: [String] = []
        func add(_ value: JSONValue) throws {
            if value.isNull { return }
            guard let text = value.string else {
                throw RecordError("rewrite_links.addresses gives \(value.kind.phrase); a URL or a list of URLs was expected")
            }
            if !text.trimmingSpaces.isEmpty { texts.append(text.trimmingSpaces) }
        }
        for value in try addresses.all(record) {
            guard case .array(let list) = try value.decoded() else {
                try add(value)
                continue
            }
            for element in list { try add(element) }
        }
        guard texts.count <= Self.maxAddresses else {
            throw RecordError("rewrite_links.addresses gives \(texts.count) addresses; at most \(Self.maxAddresses) were expected")
        }
        let base = base(of: record, texts.first)
        let urls = texts.compactMap { url(of: $0, from: base) }
        var keys: [String] = []
        for key in urls.compactMap(PageAddress.init).map(\.key) where !keys.contains(key) { keys.append(key) }
        let own = urls.compactMap(PageAddress.init).map(\.host)
        return Addresses(keys: keys, base: base, hosts: Set(own + hosts.map(PageAddress.comparable(host:))))
    }

    private func base(of record: Record, _ first: String?) -> BaseAddress {
        let own = record.origin.base
        let absolute = first.flatMap { try? BaseAddress($0) } ?? hosts.first.flatMap { try? BaseAddress("https://\($0)/") }
        if let absolute { return own.replaced(by: absolute) }
        guard own.isUnknown else { return own }
        let path = first.map { PercentEncoding.encoded(path: $0.split(separator: "/").map(String.init)) } ?? ""
        return (try? BaseAddress("https://\(Self.fileHost)/\(path)")).map { own.replaced(by: $0) } ?? own
    }

    /// The URL of an old address, which may be relative to the first one.
    private func url(of text: String, from base: BaseAddress) -> String? {
        let scheme = URLReference(text).scheme?.lowercased()
        var text = text
        if base.target(of: "/") == .url("https://\(Self.fileHost)/"), scheme != "http", scheme != "https" {
            // In the path of a file, "?" and "#" are characters as all others.
            text = "/" + PercentEncoding.encoded(path: text.split(separator: "/").map(String.init))
        } else if scheme == nil, !text.hasPrefix("/") {
            // An address without a scheme is a path from the root, not from the folder of the first one.
            text = "/" + text
        }
        if case .url(let url) = base.target(of: text) { return url }
        return text
    }

    /// Puts marks in place of the addresses of links that may lead to pages of the run.
    ///
    /// - Parameters:
    ///   - document: The content of a page.
    ///   - addresses: The result of ``addresses(of:)`` for its record.
    ///   - destination: The pages that its links lead to.
    public func mark(_ document: inout HTMLDocument, of addresses: Addresses, to destination: Destination = .page) {
        let base = addresses.base
        for node in document.elements(tag: .a) + document.elements(tag: .area) {
            guard let href = document.attribute("href", of: node)?.trimmingSpaces, !href.isEmpty else { continue }
            let url: String
            switch base.target(of: href) {
            case .url(let target): url = target
            case .itself where HTMLAddress(href).isRemote: url = HTMLAddress.valid(href)
            case .itself, .unknown: continue
            }
            guard let page = PageAddress(url), addresses.hosts.contains(page.host) else { continue }
            if let fragment = page.fragment, !fragment.isEmpty, addresses.keys.contains(page.key) {
                document.setAttribute("href", to: "#" + fragment, of: node)
                continue
            }
            // A link between files keeps its text if it leads nowhere.
            let fallback = page.host == Self.fileHost ? href : url
            document.setAttribute(
                "href", to: fence + PercentEncoding.encoded("\(destination.rawValue)\n\(fallback)\n\(url)") + fence, of: node)
        }
    }

    /// Creates the pages of a run, which know those of earlier runs.
    ///
    /// - Throws: ``PipelineFailure`` if what the folder has kept of earlier runs cannot be read.
    public func pages(in writer: borrowing FolderWriter) throws -> LinkedPages {
        LinkedPages(
            after: try writer.earlierEntries(LinkedPage.self, about: LinkedPages.subject), fence: Array(fence.utf8),
            prefixesIDs: prefixesIDs, templates, report)
    }
}

/// A URL in the form in which links and pages are compared: without scheme, `www.`, user, fragment, and a slash or `index.html` at the end.
struct PageAddress {
    let host: String
    let key: String
    /// The path with its percent-encoding.
    let path: String
    let hasQuery: Bool
    let fragment: String?

    /// - Returns: nil for a text that is no absolute http or https URL.
    init?(_ url: String) {
        let reference = URLReference(url)
        guard let scheme = reference.scheme?.lowercased(), scheme == "http" || scheme == "https", let server = reference.server,
            !server.host.isEmpty
        else { return nil }
        host = Self.comparable(host: String(server.hostAndPort))
        path = reference.path.isEmpty ? "/" : String(reference.path)
        hasQuery = reference.query?.isEmpty == false
        fragment = reference.fragment.map(String.init)
        var name = PercentEncoding.decoded(path)[...]
        for index in ["/index.html", "/index.htm", "/index.php"] where name.hasSuffix(index) { name = name.dropLast(index.count - 1) }
        while name.hasSuffix("/") { name = name.dropLast() }
        key = host + name + (reference.query.map { $0.isEmpty ? "" : "?\($0)" } ?? "")
    }

    /// A host without `www.` and the usual ports.
    static func comparable(host: String) -> String {
        var host = host.lowercased()
        for port in [":80", ":443"] where host.hasSuffix(port) { host.removeLast(port.count) }
        if host.hasPrefix("www.") { host.removeFirst(4) }
        return host
    }
}
