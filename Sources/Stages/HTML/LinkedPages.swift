internal import HTMLParsing
internal import JSONParsing
public import Pipeline
internal import Synchronization
internal import WebAddresses

/// A page with the addresses that its record had, in this run and in earlier ones.
struct LinkedPage: IndexEntry {
    /// The path of the page, relative to the sink's folder.
    let path: [String]
    var addresses: [PageAddress]
    /// The path of the Markdown beside the page; nil if there is none.
    var markdown: [String]?
}

/// All pages of a run by the old addresses of their records. It replaces the marks of ``LinkRewriting``.
public struct LinkedPages {
    /// The name under which the folder keeps the addresses for the next run.
    static let subject = "links"

    private let mark: LinkMark
    private let templates: LinkTemplates
    private let report: LinkReport
    private let prefixesIDs: Bool
    private let formerHosts: Set<String>
    /// The pages of this run and of earlier ones.
    private var entries: IndexEntries<LinkedPage>
    /// The position of a page in `entries` by each of its addresses.
    private var positions: [PageAddress: Int] = [:]
    /// The position of a page by path and query of its addresses, for any host; empty without former hosts.
    private var positionsOfPlaces: [String: Int] = [:]
    /// The addresses of pages of this run. With former hosts, also path and query of each.
    private var claimed: Set<PageAddress> = []
    private var claimedPlaces: Set<String> = []

    init(
        after earlier: IndexEntries<LinkedPage>, _ mark: LinkMark, _ templates: LinkTemplates, _ report: LinkReport, prefixesIDs: Bool,
        formerHosts: Set<String>
    ) {
        self.prefixesIDs = prefixesIDs
        self.mark = mark
        self.templates = templates
        self.report = report
        self.formerHosts = formerHosts
        entries = earlier
        for (position, page) in earlier.list.enumerated() {
            for address in page.addresses { setPosition(of: address, to: position) }
        }
    }

    private mutating func setPosition(of address: PageAddress, to position: Int) {
        positions[address] = position
        if !formerHosts.isEmpty, !claimedPlaces.contains(address.place) { positionsOfPlaces[address.place] = position }
    }

    /// Writes a file of a record's page. A file with marks waits for ``finish(in:)``.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: Its path, relative to the sink's folder.
    ///   - addresses: The old addresses of the record if this is its page; nil for another file.
    ///   - markdown: The path of the Markdown beside the page; nil if there is none.
    ///   - links: The links whose marks the file contains.
    ///   - writer: The writer of the folder.
    public mutating func write(
        _ bytes: [UInt8], to path: [String], of addresses: LinkRewriting.Addresses?, beside markdown: [String]? = nil,
        links: LinkRewriting.Links, in writer: inout FolderWriter
    ) throws {
        if let addresses { add(addresses.list, of: path, beside: markdown) }
        if links.isEmpty { return try writer.write(bytes, to: path) }
        var held = JSONWriter()
        held.write(try JSONValue(encoding: links))
        held.append(UInt8(ascii: "\n"))
        try writer.hold(held.bytes + bytes, for: path)
    }

    /// Writes the files that wait, and the list of redirects, and keeps the addresses for the next run.
    ///
    /// - Throws: ``PipelineFailure`` if a file cannot be written; the error of the template `link_as`.
    public func finish(in writer: inout FolderWriter) throws {
        try writer.writeHeld { try finished($0, at: $1) }
        let pages = current
        if let file = templates.redirects { try writeRedirects(of: pages, to: file, in: &writer) }
        try templates.checkAddresses(of: pages, report)
        var kept = IndexEntries<LinkedPage>()
        for page in pages { kept.set(page) }
        try writer.keep(kept, about: Self.subject)
    }

    /// The pages with addresses. Each page has only the addresses that lead to it.
    private var current: [LinkedPage] {
        entries.list.enumerated().compactMap { position, page in
            var page = page
            page.addresses.removeAll { positions[$0] != position }
            return page.addresses.isEmpty ? nil : page
        }
    }

    /// Adds a page of this run. Its addresses take precedence over those of earlier runs. It also keeps its own earlier addresses that no
    /// other page has.
    private mutating func add(_ addresses: [PageAddress], of path: [String], beside markdown: [String]?) {
        let earlier = entries.entry(at: path)?.addresses.filter { !addresses.contains($0) } ?? []
        let all = Array((addresses + earlier).prefix(LinkRewriting.maxAddresses))
        let position = entries.set(LinkedPage(path: path, addresses: all, markdown: markdown))
        for address in addresses {
            if !claimed.insert(address).inserted, let other = positions[address], other != position {
                report.noteClash("the address \(address.shown)", path, entries.list[other].path)
                continue
            }
            setPosition(of: address, to: position)
            guard !formerHosts.isEmpty, !claimedPlaces.insert(address.place).inserted, let other = positionsOfPlaces[address.place],
                other != position
            else { continue }
            report.noteClash("the path \(address.place) of a former host", path, entries.list[other].path)
        }
    }

    /// Replaces the marks of a held file.
    private func finished(_ held: [UInt8], at path: [String]) throws -> [UInt8] {
        let end = held.firstIndex(of: UInt8(ascii: "\n")) ?? held.count
        let links = try JSONValue(parsing: Array(held[..<end])).decode(LinkRewriting.Links.self)
        var output: [UInt8] = []
        output.reserveCapacity(held.count)
        try mark.replaceAll(in: Array(held[(end + 1)...]), into: &output) { number, output in
            let link = links.list[number]
            let address = try address(of: link, at: path, to: links.destination)
            guard let place = link.place else { return LinkTemplates.write(address ?? link.fallback, to: &output) }
            if address == nil, place.keepsRaw { return output += place.raw.utf8 }
            var bytes: [UInt8] = []
            LinkTemplates.write(address ?? link.fallback, to: &bytes)
            output += place.before.utf8
            output += place.isInApostrophes ? bytes.flatMap { $0 == UInt8(ascii: "'") ? Array("&#39;".utf8) : [$0] } : bytes
            output += place.after.utf8
        }
        return output
    }

    /// The address of the page that a link leads to; nil if no page has the target.
    private func address(of link: LinkRewriting.Links.Link, at path: [String], to destination: LinkRewriting.Destination) throws -> String?
    {
        let place = formerHosts.contains(link.address.host) ? positionsOfPlaces[link.address.place] : nil
        guard let position = positions[link.address] ?? place else {
            // The Markdown file has the same links as its page, so only the page reports them.
            if destination == .page { report.noteMissing(link.fallback, path) }
            return nil
        }
        let page = entries.list[position]
        if destination == .markdown, let markdown = page.markdown {
            return PercentEncoding.shortestPath(from: path, to: markdown) + (link.fragment.map { "#\($0)" } ?? "")
        }
        return try templates.address(of: page.path, from: path) + (link.fragment.map { "#\(id($0))" } ?? "")
    }

    /// The ID that a fragment has on a page. An empty one and `top` mean the top of the page.
    private func id(_ fragment: String) -> String {
        prefixesIDs && !fragment.isEmpty && fragment.lowercased() != "top" ? ContentID.prefixed(fragment) : fragment
    }

    /// Writes a line for each old path that leads to another one, in the order of the pages.
    ///
    /// - SeeAlso: [Netlify, syntax of the _redirects file](https://docs.netlify.com/routing/redirects/#syntax-for-the-redirects-file)
    private func writeRedirects(of pages: [LinkedPage], to file: MarkedFile, in writer: inout FolderWriter) throws {
        let new = try pages.map { try templates.address(of: $0.path, from: []) }
        // The new path of a page must not be redirected.
        var taken: Set<String> = ["/"]
        taken.formUnion(new.compactMap { PageAddress("https://h" + $0)?.place })
        var lines = file.mark
        var withQuery = 0
        for (page, address) in zip(pages, new) {
            for old in page.addresses {
                if old.hasQuery {
                    withQuery += 1
                } else if taken.insert(old.place).inserted {
                    lines += "\(old.place) ".utf8
                    LinkTemplates.write(address, to: &lines)
                    lines += " 301\n".utf8
                }
            }
        }
        if withQuery > 0 {
            writer.note(
                "\(file.path.joined(separator: "/")): no redirect of \(withQuery.counted("address", plural: "addresses")) with a query")
        }
        try writer.write(lines, to: file)
    }
}

extension LinkedPages? {
    /// Writes a file of a record's page. Without the option `rewrite_links`, no file waits.
    public mutating func write(
        _ bytes: [UInt8], to path: [String], of addresses: LinkRewriting.Addresses?, beside markdown: [String]? = nil,
        links: LinkRewriting.Links, in writer: inout FolderWriter
    ) throws {
        if try self?.write(bytes, to: path, of: addresses, beside: markdown, links: links, in: &writer) == nil {
            try writer.write(bytes, to: path)
        }
    }
}

/// Links without a page, and addresses that two pages have, for warnings. A class, because the copies of a sink report together.
final class LinkReport: Sendable {
    private struct State {
        /// For each address that links lead to and no page has: the first page with such a link, and the number of links.
        var missing: [String: (page: String, count: Int)] = [:]
        var order: [String] = []
        var missingCount = 0
        var clashes: [String] = []
        var clashCount = 0
    }

    /// The largest number of addresses that a warning names.
    private static let maxShown = 20
    /// The largest number of addresses that are counted one by one.
    private static let maxKnown = 10_000

    private let state = Mutex(State())

    func noteMissing(_ address: String, _ page: [String]) {
        state.withLock { state in
            state.missingCount += 1
            if state.missing[address] != nil {
                state.missing[address]?.count += 1
            } else if state.order.count < Self.maxKnown {
                state.missing[address] = (page.joined(separator: "/"), 1)
                state.order.append(address)
            }
        }
    }

    func noteClash(_ what: String, _ page: [String], _ other: [String]) {
        state.withLock { state in
            state.clashCount += 1
            guard state.clashes.count < Self.maxShown else { return }
            state.clashes.append("\(what.printable) (\(other.joined(separator: "/").printable), \(page.joined(separator: "/").printable))")
        }
    }

    var warnings: [String] {
        let state = state.withLock { $0 }
        var warnings: [String] = []
        if state.missingCount > 0 {
            let shown = state.order.prefix(Self.maxShown).map { address in
                let (page, count) = state.missing[address] ?? ("", 0)
                return "\(address.prefix(200).printable) (\(count > 1 ? "\(count) times, first " : "")in \(page.printable))"
            }
            let rest = state.order.count - shown.count
            warnings.append(
                "rewrite_links: \(state.missingCount.counted("link leads", plural: "links lead")) to no page of this run, and "
                    + "\(state.missingCount == 1 ? "keeps its address" : "keep their addresses"): " + shown.joined(separator: ", ")
                    + (rest > 0 ? ", and \(rest.counted("other address", plural: "other addresses"))" : ""))
        }
        if state.clashCount > 0 {
            let rest = state.clashCount - state.clashes.count
            warnings.append(
                "rewrite_links: two pages have one address: " + state.clashes.joined(separator: ", ")
                    + (rest > 0 ? ", and \(rest.counted("other address", plural: "other addresses"))" : ""))
        }
        return warnings
    }
}
