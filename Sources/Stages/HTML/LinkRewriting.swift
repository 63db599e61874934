public import HTMLParsing
internal import JSONParsing
internal import MarkdownParsing
public import Pipeline
internal import WebAddresses

/// The option `rewrite_links` of a sink that writes a page for each record: a link to the old address of a record leads to its page.
///
/// A page may come before the page that it links to. So a page is rendered with marks in place of old addresses, and `LinkedPages` replaces
/// the marks once all records have been read.
public struct LinkRewriting: Sendable {
    /// The addresses that one record had.
    public struct Addresses: Sendable {
        /// The old addresses. If there is none, other pages cannot link to the record.
        fileprivate(set) var list: [PageAddress] = []
        /// Resolves relative links of the record.
        fileprivate var base: BaseAddress
        /// Whether pages must not show the base, because it stands for the path of a file, or for a secret URL.
        fileprivate let hasPrivateBase: Bool
        /// The hosts whose addresses may mean pages of the run.
        fileprivate(set) var hosts: Set<String>
    }

    /// Links of a page that may lead to other pages, in the order of their marks.
    public struct Links: Sendable, Codable {
        struct Link: Codable {
            /// The target of the link, without its fragment.
            let address: PageAddress
            let fragment: String?
            /// The address that the link gets if no page of the run has the target.
            let fallback: String
            /// The place of the mark in a text of Markdown; nil in a document.
            var place: Place?
        }

        /// A place of an address in Markdown.
        struct Place: Codable {
            /// The bytes of the place.
            let raw: String
            /// What a new address has before and after it.
            let before: String
            let after: String
            let isInApostrophes: Bool
            /// Whether the place keeps its bytes if no page of the run has the target.
            let keepsRaw: Bool
        }

        /// The pages that the links lead to.
        let destination: Destination
        fileprivate(set) var list: [Link] = []
        /// Whether the document has changed. A link inside of the page itself changes the document, and has no mark.
        public fileprivate(set) var hasChanges = false

        /// No links.
        public init() { destination = .page }

        fileprivate init(to destination: Destination) { self.destination = destination }

        /// Whether the page has no such links, and no marks.
        public var isEmpty: Bool { list.isEmpty }
    }

    /// The pages that the links of a document lead to.
    public enum Destination: String, Sendable, Codable {
        /// The page of each record.
        case page
        /// The Markdown beside the page, if the page has one.
        case markdown
    }

    /// The host that stands for paths of files. No real URL has this host (RFC 2606).
    static let fileHost = "files.invalid"
    /// The largest number of old addresses of a record.
    static let maxAddresses = 100

    private let addresses: RecordQuery
    private let formerHosts: Set<String>
    private let templates: LinkTemplates
    /// Whether IDs on pages have the prefix of ``ContentID``.
    private let prefixesIDs: Bool
    private let mark = LinkMark()
    private let report = LinkReport()

    /// Reads the option.
    ///
    /// - Parameters:
    ///   - options: The options of the sink.
    ///   - to: The paths of the sink's files.
    ///   - prefixesIDs: Whether the sink writes the IDs of content with the prefix of ``ContentID``. Links to an ID of another page then
    ///     have the prefix, too.
    public static func read(_ options: inout OptionReader, to: PathTemplate, prefixesIDs: Bool) -> LinkRewriting? {
        let links = options.readIfPresent(
            "rewrite_links", .object { LinkRewriting(options: &$0, to: to, prefixesIDs: prefixesIDs) },
            help:
                "Lets links to the old address of a record lead to its page. Links to pages of the same host that this run does not write "
                + "keep their address, and a warning lists them.")
        if links != nil { options.alsoWrites(to.path(of: [FolderWriter.hiddenFile(about: LinkedPages.subject)]), option: "rewrite_links") }
        return links
    }

    private init(options: inout OptionReader, to: PathTemplate, prefixesIDs: Bool) {
        self.prefixesIDs = prefixesIDs
        addresses = options.read(
            "addresses", .query, default: .fixed(".url"),
            help:
                "A jq program that gives the addresses that a record had: a URL or a list of them, such as [.link, \"/?p=\\(.id)\"]. Relative links "
                + "of the record start from the first one. Paths of files, such as docs/a.md, count as well.")
        let hosts = options.read(
            "hosts", .list(of: .string), default: [],
            help: "Other hosts whose addresses mean the same pages, such as a former domain. www. in front of a host does not count.")
        for host in hosts where host.isEmpty || host.contains("/") || host.contains("@") {
            options.report("expected a host such as blog.example, found \"\(host.printable)\"", option: "hosts")
        }
        formerHosts = Set(hosts.map(PageAddress.comparable(host:)))
        templates = LinkTemplates(options: &options, to: to)
    }

    /// The list of redirects, which the sink's folder reserves; nil if none is wanted.
    public var redirects: MarkedFile? { templates.redirects }
    /// Warnings at the end of a run: links that lead nowhere, and addresses that two pages have.
    public var warnings: [String] { report.warnings }

    /// Returns the addresses that a record had.
    ///
    /// - Throws: ``RecordError`` if the program gives anything but texts and nulls; the error of the program.
    public func addresses(of record: Record) throws -> Addresses {
        let texts = try texts(of: record)
        var own = origin(of: record, texts.first)
        for text in texts {
            let isFile = own.hasPrivateBase && PageAddress(text) == nil
            let url = isFile ? Self.url(ofFile: text) : Self.url(of: text, from: own.base)
            guard let address = PageAddress(url) else { continue }
            if own.list.isEmpty, !own.hasPrivateBase, let first = try? BaseAddress(url) { own.base = own.base.replaced(by: first) }
            if !own.list.contains(address) { own.list.append(address) }
            own.hosts.insert(address.host)
        }
        return own
    }

    private func texts(of record: Record) throws -> [String] {
        var texts: [String] = []
        func add(_ value: JSONValue) throws {
            if value.isNull { return }
            guard let text = value.string?.trimmingSpaces else {
                throw RecordError("rewrite_links.addresses gives \(value.kind.phrase); a URL or a list of URLs was expected")
            }
            if !text.isEmpty { texts.append(text) }
        }
        for value in try addresses.all(record) {
            if case .array(let list) = try value.decoded() { try list.forEach(add) } else { try add(value) }
        }
        guard texts.count <= Self.maxAddresses else {
            throw RecordError("rewrite_links.addresses gives \(texts.count) addresses; at most \(Self.maxAddresses) were expected")
        }
        return texts
    }

    /// The base of the relative links of a record: its first address, a former host, the URL that it was read from, or the path of a file.
    private func origin(of record: Record, _ first: String?) -> Addresses {
        let own = record.origin.base
        let absolute = first.flatMap { try? BaseAddress($0) } ?? formerHosts.sorted().first.flatMap { try? BaseAddress("https://\($0)/") }
        if let absolute { return Addresses(base: own.replaced(by: absolute), hasPrivateBase: false, hosts: formerHosts) }
        guard own.isUnknown || own.isSecret, let file = try? BaseAddress(Self.url(ofFile: first ?? "")) else {
            return Addresses(base: own, hasPrivateBase: false, hosts: formerHosts)
        }
        return Addresses(base: own.replaced(by: file), hasPrivateBase: true, hosts: [Self.fileHost])
    }

    /// The URL that stands for the path of a file.
    private static func url(ofFile path: String) -> String {
        let encoded = URLReference("/" + PercentEncoding.encoded(path: path.split(separator: "/").map(String.init)))
        return URLReference("https://\(fileHost)/").resolving(encoded).text
    }

    /// The URL of an old address. An address without a host is a path from the root, also without a slash at its start.
    private static func url(of text: String, from base: BaseAddress) -> String {
        let reference = text.hasPrefix("/") || URLReference(text).scheme != nil ? text : "/" + text
        if case .url(let url) = base.target(of: reference) { return url }
        return text
    }

    /// Puts marks in place of the addresses of links that may lead to pages of the run.
    ///
    /// - Parameters:
    ///   - document: The content of a page.
    ///   - addresses: The result of ``addresses(of:)`` for its record.
    ///   - destination: The pages that its links lead to.
    /// - Returns: The links, for ``LinkedPages/write(_:to:of:beside:links:in:)``.
    public func mark(_ document: inout HTMLDocument, of addresses: Addresses, to destination: Destination = .page) -> Links {
        let base = addresses.base.changed(by: document.baseAddress)
        var links = Links(to: destination)
        for node in document.elements(tag: .a) + document.elements(tag: .area) {
            guard let href = document.attribute("href", of: node) else { continue }
            switch target(of: href, from: base, addresses) {
            case .other: continue
            case .inside(let fragment): document.setAttribute("href", to: fragment, of: node)
            case .page(let link):
                document.setAttribute("href", to: mark.text(links.list.count), of: node)
                links.list.append(link)
            }
            links.hasChanges = true
        }
        return links
    }

    /// Puts marks in place of the addresses of links in Markdown. All other bytes stay.
    ///
    /// - Parameters:
    ///   - markdown: The content of a page.
    ///   - addresses: The result of ``addresses(of:)`` for its record.
    /// - Returns: The text, and the links for ``LinkedPages/write(_:to:of:beside:links:in:)``; nil if no link may lead to a page of the run.
    public func mark(_ markdown: MarkdownField, of addresses: Addresses) -> (text: String, links: Links)? {
        let base = addresses.base.changed(by: markdown.addresses.baseAddress)
        var links = Links()
        let text = markdown.splicing { address, raw in
            // A definition without a reference is meant for a link, as far as one can tell.
            let isLink = address.uses.contains(.link) || address.isUnusedDefinition
            guard isLink, let (before, after) = address.surroundings(of: raw) else { return nil }
            switch target(of: address.text, from: base, addresses) {
            case .other: return nil
            case .inside(let fragment): return address.written(fragment, in: raw)
            case .page(var link):
                link.place = Links.Place(
                    raw: String(decoding: raw, as: UTF8.self), before: String(decoding: before, as: UTF8.self),
                    after: String(decoding: after, as: UTF8.self), isInApostrophes: address.form == .attribute(quote: UInt8(ascii: "'")),
                    keepsRaw: addresses.hasPrivateBase || address.form == .bare || link.fallback == address.text)
                links.list.append(link)
                return Array(mark.text(links.list.count - 1).utf8)
            }
        }
        links.hasChanges = text != nil
        return text.map { ($0, links) }
    }

    /// What an address leads to.
    private enum Target {
        /// A place on the same page.
        case inside(String)
        /// A page that may be one of the run.
        case page(Links.Link)
        case other
    }

    private func target(of address: String, from base: BaseAddress, _ addresses: Addresses) -> Target {
        let href = address.trimmingSpaces
        if href.isEmpty { return .other }
        let url: String
        switch base.target(of: href) {
        case .url(let target): url = target
        case .itself where HTMLAddress(href).isRemote: url = HTMLAddress.valid(href)
        case .itself, .unknown: return .other
        }
        guard let page = PageAddress(url), addresses.hosts.contains(page.host) else { return .other }
        let fragment = URLReference(url).fragment.map(String.init)
        if let fragment, !fragment.isEmpty, addresses.list.contains(page) {
            // A link inside of the same page. The writer of the page adds the prefix of IDs, or drops the link if the ID is missing.
            return .inside("#" + fragment)
        }
        return .page(Links.Link(address: page, fragment: fragment, fallback: addresses.hasPrivateBase ? href : url))
    }

    /// Creates the table of the pages of a run, which begins with the pages of earlier runs.
    ///
    /// - Throws: ``PipelineFailure`` if what the folder has kept of earlier runs cannot be read.
    public func pages(in writer: borrowing FolderWriter) throws -> LinkedPages {
        let earlier = try writer.earlierEntries(LinkedPage.self, about: LinkedPages.subject)
        return LinkedPages(after: earlier, mark, templates, report, prefixesIDs: prefixesIDs, formerHosts: formerHosts)
    }
}

/// A URL in the form in which links and pages are compared: without scheme, `www.`, user, fragment, and a slash or `index.html` at the end.
struct PageAddress: Hashable, Codable {
    let host: String
    /// The path, whose percent-encoding is that of ``PercentEncoding/encoded(path:)``, and the query.
    let place: String

    /// - Returns: nil for a text that is no absolute http or https URL.
    init?(_ url: String) {
        let reference = URLReference(url)
        guard let scheme = reference.scheme?.lowercased(), scheme == "http" || scheme == "https", let server = reference.server,
            !server.host.isEmpty
        else { return nil }
        host = Self.comparable(host: String(server.hostAndPort))
        var names = reference.path.split(separator: "/").map { PercentEncoding.decoded(String($0)) }
        if let last = names.last, ["index.html", "index.htm", "index.php"].contains(last) { names.removeLast() }
        let query = reference.query.map { $0.isEmpty ? "" : "?\($0)" } ?? ""
        place = "/" + PercentEncoding.encoded(path: names) + query
    }

    var hasQuery: Bool { place.contains("?") }
    /// The address in messages: a path of a file has no host.
    var shown: String { host == LinkRewriting.fileHost ? String(place.dropFirst()) : host + place }

    /// A host in ASCII, without `www.`, a dot at its end, and the usual ports.
    static func comparable(host: String) -> String {
        var host = host.lowercased()
        for end in [":80", ":443", "."] where host.hasSuffix(end) { host.removeLast(end.count) }
        if host.hasPrefix("www.") { host.removeFirst(4) }
        if host.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") }) { return host }
        let port = host.lastIndex(of: ":") ?? host.endIndex
        return (HostName.ascii(String(host[..<port])) ?? String(host[..<port])) + host[port...]
    }
}

/// The placeholder for the address of a link in a page. It is random, so that no content can contain it. All placeholders have the same
/// length, so that wrapped lines break at the same places in each run.
struct LinkMark: Sendable {
    private static let numberLength = 8
    private let beginning: [UInt8]

    init() {
        let random = String(UInt64.random(in: .min ... .max), radix: 16)
        beginning = Array("~tabpipe-link-\(String(repeating: "0", count: 16 - random.count))\(random)-".utf8)
    }

    func text(_ number: Int) -> String {
        let digits = String(number)
        return String(decoding: beginning, as: UTF8.self) + String(repeating: "0", count: max(0, Self.numberLength - digits.count)) + digits
    }

    /// Copies bytes, and calls `replace` with the number of each mark in place of the mark.
    func replaceAll(in bytes: [UInt8], into output: inout [UInt8], by replace: (Int, inout [UInt8]) throws -> Void) rethrows {
        var copied = 0
        var place = 0
        while let start = bytes[place...].firstIndex(of: beginning[0]) {
            let number = start + beginning.count
            let end = number + Self.numberLength
            guard end <= bytes.count, bytes[start..<number].elementsEqual(beginning),
                let value = Int(String(decoding: bytes[number..<end], as: UTF8.self))
            else {
                place = start + 1
                continue
            }
            output += bytes[copied..<start]
            try replace(value, &output)
            (copied, place) = (end, end)
        }
        output += bytes[copied...]
    }
}
