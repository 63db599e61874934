internal import HTMLParsing
internal import JSONParsing
public import Pipeline
internal import Synchronization
internal import WebAddresses

/// A page that a run has written, with the addresses that its record had.
struct LinkedPage: IndexEntry {
    /// The path of the page, relative to the sink's folder.
    let path: [String]
    /// The old addresses in the form in which links are compared.
    let addresses: [String]
    /// The path of the Markdown beside the page; nil if there is none.
    var markdown: [String]?
}

/// All pages of a run by the old addresses of their records. It replaces the marks of ``LinkRewriting``.
public struct LinkedPages {
    /// The name of what the folder keeps for the next run.
    static let subject = "links"

    private let fence: [UInt8]
    private let prefixesIDs: Bool
    private let templates: LinkTemplates
    private let report: LinkReport
    /// All pages, to keep for the next run.
    private var entries: IndexEntries<LinkedPage>
    /// The positions of the pages of this run.
    private var written: Set<Int> = []
    /// The position of a page in ``entries`` by each of its addresses.
    private var positions: [String: Int] = [:]

    init(
        after earlier: IndexEntries<LinkedPage>, fence: [UInt8], prefixesIDs: Bool, _ templates: LinkTemplates, _ report: LinkReport
    ) {
        self.fence = fence
        self.prefixesIDs = prefixesIDs
        self.templates = templates
        self.report = report
        entries = earlier
        for (position, page) in earlier.list.enumerated() {
            for address in page.addresses { positions[address] = position }
        }
    }

    /// Writes a file of a record's page. A file with marks waits for ``finish(in:)``.
    ///
    /// - Parameters:
    ///   - bytes: The file with marks.
    ///   - path: Its path, relative to the sink's folder.
    ///   - addresses: The old addresses of the record if this is its page; nil for another file.
    ///   - markdown: The path of the Markdown beside the page; nil if there is none.
    ///   - writer: The writer of the folder.
    public mutating func write(
        _ bytes: [UInt8], to path: [String], of addresses: LinkRewriting.Addresses?, beside markdown: [String]? = nil,
        in writer: inout FolderWriter
    ) throws {
        if let addresses { add(LinkedPage(path: path, addresses: addresses.keys, markdown: markdown)) }
        if bytes.firstRange(of: fence) != nil {
            try writer.hold(bytes, for: path)
        } else {
            try writer.write(bytes, to: path)
        }
    }

    /// Writes the files that wait, and the list of redirects, and keeps the addresses for the next run.
    ///
    /// - Throws: ``PipelineFailure`` if a file cannot be written; the error of the template `link_as`.
    public func finish(in writer: inout FolderWriter) throws {
        try writer.writeHeld { try finished($0, at: $1) }
        if let file = templates.redirects { try writeRedirects(to: file, in: &writer) }
        try writer.keep(entries, about: Self.subject)
    }

    /// Adds a page. The first page of a run with an address has it; a page of an earlier run gives it up.
    private mutating func add(_ page: LinkedPage) {
        let position = entries.set(page)
        written.insert(position)
        for address in page.addresses {
            if let other = positions[address], other != position, written.contains(other) {
                report.noteClash(address, page.path, entries.list[other].path)
            } else {
                positions[address] = position
            }
        }
    }

    /// Replaces the marks of a page by the addresses of the pages that they mean.
    ///
    /// - Parameters:
    ///   - bytes: A page as Markdown or HTML.
    ///   - path: Its path.
    /// - Throws: The error of the template `link_as`.
    private func finished(_ bytes: [UInt8], at path: [String]) throws -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let start = rest.firstRange(of: fence), let end = rest[start.upperBound...].firstRange(of: fence) {
            output += rest[..<start.lowerBound]
            let mark = PercentEncoding.decoded(String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self))
            // The fallback has no line feed: browsers drop those of addresses, and so does its reader.
            let parts = mark.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 3, let destination = LinkRewriting.Destination(rawValue: parts[0]) {
                try Self.write(address(of: parts[2], fallback: parts[1], at: path, to: destination), to: &output)
            }
            rest = rest[end.upperBound...]
        }
        return output + rest
    }

    private func address(
        of url: String, fallback: String, at path: [String], to destination: LinkRewriting.Destination
    ) throws -> String {
        guard let old = PageAddress(url), let position = positions[old.key] else {
            // The page itself has the same links as its Markdown.
            if destination == .page { report.noteMissing(fallback, path) }
            return fallback
        }
        let page = entries.list[position]
        if destination == .markdown, let markdown = page.markdown {
            return PercentEncoding.shortestPath(from: path, to: markdown) + (old.fragment.map { "#\($0)" } ?? "")
        }
        return try templates.address(of: page.path, from: path) + (old.fragment.map { "#\(id($0))" } ?? "")
    }

    /// The ID that a fragment has on a page. An empty one and `top` mean the top of the page.
    private func id(_ fragment: String) -> String {
        prefixesIDs && !fragment.isEmpty && fragment.lowercased() != "top" ? ContentID.prefixed(fragment) : fragment
    }

    /// Writes an address so that it means the same as the destination of a link in Markdown and as an attribute in HTML.
    private static func write(_ address: String, to output: inout [UInt8]) {
        for byte in address.utf8 {
            switch byte {
            case 0...0x20, 0x7F: output += PercentEncoding.encoded(String(Unicode.Scalar(byte))).utf8
            case UInt8(ascii: "\""), UInt8(ascii: "&")...UInt8(ascii: "*"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "[")...UInt8(ascii: "]"), UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "}"):
                output += "&#\(byte);".utf8
            default: output.append(byte)
            }
        }
    }

    /// The list of redirects of this run and of earlier ones, in the order of the pages.
    ///
    /// - SeeAlso: [Netlify, syntax of the _redirects file](https://docs.netlify.com/routing/redirects/#syntax-for-the-redirects-file)
    private func writeRedirects(to file: MarkedFile, in writer: inout FolderWriter) throws {
        var lines = file.mark
        var withQuery = 0
        for (position, page) in entries.list.enumerated() {
            let new = try templates.address(of: page.path, from: [])
            for key in page.addresses where positions[key] == position {
                guard let address = PageAddress("https://" + key), !address.hasQuery else {
                    withQuery += 1
                    continue
                }
                let old = PercentEncoding.encoded(path: address.path.split(separator: "/").map { PercentEncoding.decoded(String($0)) })
                // A host takes the path with and without a slash at its end.
                if PageAddress("https://h" + new)?.key == PageAddress("https://h/" + old)?.key { continue }
                lines += "/\(old) \(new) 301\n".utf8
            }
        }
        if withQuery > 0 {
            writer.note(
                "\(file.path.joined(separator: "/")): no redirect of \(withQuery.counted("address", plural: "addresses")) with a query")
        }
        try writer.write(lines, to: file)
    }
}

/// The options of ``LinkRewriting`` about new addresses.
struct LinkTemplates: Sendable {
    private let link: Template?
    let redirects: MarkedFile?

    init(options: inout OptionReader, folder: String) {
        link = options.readIfPresent(
            "link_as", .template,
            help:
                "The new address of a page, such as /{{.folder}}/: .path is the page's path in the sink's folder, .folder that of its folder, "
                + "and .name its name without the ending. Without it, the relative path from page to page.")
        let name = options.readIfPresent(
            "redirects", .string,
            help:
                "A file in the sink's folder that gets the old and new path of each page, as hosts such as Netlify and Cloudflare read it: "
                + "_redirects. It needs link_as.")
        redirects = name.map {
            MarkedFile(
                path: FolderIndex.path($0, option: "redirects", &options),
                mark: Array("# Redirects from old addresses, written by tabpipe.\n".utf8),
                kind: "list of redirects", remedy: "name another file in rewrite_links.redirects")
        }
        if let redirects {
            options.alsoWrites(([folder] + redirects.path).joined(separator: "/"), option: "redirects")
            if link == nil { options.report("needs \"link_as\": a redirect leads to a path of the site", option: "redirects") }
        }
        if let link, (try? Self.render(link, ["a", "a.md"])) == (try? Self.render(link, ["b", "b.md"])) {
            options.report(
                "expected a template with {{.path}}, {{.folder}} or {{.name}}, or all pages would have one address", option: "link_as")
        }
    }

    func address(of page: [String], from path: [String]) throws -> String {
        guard let link else { return PercentEncoding.shortestPath(from: path, to: page) }
        return try Self.render(link, page)
    }

    private static func render(_ template: Template, _ page: [String]) throws -> String {
        let name = page.last ?? ""
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let members = [
            ("path", PercentEncoding.encoded(path: page)), ("folder", PercentEncoding.encoded(path: page.dropLast())),
            ("name", PercentEncoding.encoded(stem)),
        ]
        return try template.render(Record(.object(JSONObject(members.map { ($0, .string($1)) }))))
    }
}

/// Links and addresses that a run could not make sense of. A class, because the copies of a sink report together.
final class LinkReport: Sendable {
    private struct State {
        /// The pages with a missing link, by its address: the first page, and how many links there are.
        var missing: [String: (page: String, count: Int)] = [:]
        var order: [String] = []
        var missingCount = 0
        var clashes: [String] = []
        var clashCount = 0
    }

    /// The most addresses that a warning names.
    private static let maxShown = 20
    /// The most addresses that are counted one by one.
    private static let maxKnown = 100_000

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

    func noteClash(_ address: String, _ page: [String], _ other: [String]) {
        state.withLock { state in
            state.clashCount += 1
            guard state.clashes.count < Self.maxShown else { return }
            state.clashes.append(
                "\(address.printable) (\(other.joined(separator: "/").printable), \(page.joined(separator: "/").printable))")
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
                    + "\(state.missingCount == 1 ? "keeps its address" : "keep their addresses"): "
                    + shown.joined(separator: ", ") + (rest > 0 ? ", and \(rest.counted("other address", plural: "other addresses"))" : ""))
        }
        if state.clashCount > 0 {
            warnings.append(
                "rewrite_links: \(state.clashCount.counted("address is", plural: "addresses are")) that of two records, and links lead to the "
                    + "first one: " + state.clashes.joined(separator: ", "))
        }
        return warnings
    }
}

extension LinkedPages? {
    /// Writes a file of a record's page. Without the option `rewrite_links`, no file waits.
    public mutating func write(
        _ bytes: [UInt8], to path: [String], of addresses: LinkRewriting.Addresses?, beside markdown: [String]? = nil,
        in writer: inout FolderWriter
    ) throws {
        if try self?.write(bytes, to: path, of: addresses, beside: markdown, in: &writer) == nil { try writer.write(bytes, to: path) }
    }
}
