internal import JSONParsing
package import Pipeline
package import SourcesLocal
internal import XMLParsing

/// The source `sitemap`: reads sitemaps and their indexes, and makes a record of each page.
///
/// - SeeAlso: [Sitemaps XML format](https://www.sitemaps.org/protocol.html)
package struct SitemapSource: InputListSource, DocumentSource {
    package static let name = "sitemap"
    package static let summary =
        "Reads a sitemap from a file, standard input or an http(s) URL: each page a record. Sitemaps of an index are fetched."
    package static let example = #"{ "type": "sitemap", "from": "https://example.org/sitemap.xml" }"#

    /// The paths of pages and of sitemaps in an index.
    private static let paths = [XMLPath(constant: "/*:urlset/*:url"), XMLPath(constant: "/*:sitemapindex/*:sitemap")]
    private static let sitemapPath = 1
    /// The longest entry in bytes. A page has up to 1,000 images.
    private static let limits = XMLLimits(maxDepth: 32, maxElementBytes: 16 << 20)

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    private let maxSitemaps: Int

    package init(options: inout OptionReader) {
        let inputs = options.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help)
        maxSitemaps = options.read(
            "max_sitemaps", .integer(1...1_000_000), default: 50_000,
            help: "How many sitemaps are read in all for one input. Those that an index at a URL names are fetched if they are on its host."
        )
        documents = InputDocuments(inputs, options: &options)
    }

    package var hooks: Hooks { Hooks(check: documents.check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        try await documents.read(into: &output) { try await readAll(of: $0, into: &$1) }
    }

    /// Reads an input, and the sitemaps that it names, in the order of the index.
    private func readAll(of first: Input, into output: inout RecordWriter) async throws {
        let followed = SameOriginLinks(of: first)
        var open = [first]
        var seen: Set<String> = []
        if case .web(let url) = first { seen.insert(url.value) }
        var count = 0
        while let input = open.popLast() {
            count += 1
            var nested: [Input] = []
            var skipped: [String: Int] = [:]
            try await read(input, into: &output) { address in
                guard let followed else { return skipped["only an index at a URL is followed", default: 0] += 1 }
                guard let target = followed.input(at: address), case .web(let url) = target else {
                    return skipped["they are on other hosts", default: 0] += 1
                }
                guard count + open.count + nested.count < maxSitemaps else {
                    return skipped["max_sitemaps is \(maxSitemaps)", default: 0] += 1
                }
                if seen.insert(url.value).inserted { nested.append(target) }
            }
            for (reason, number) in skipped.sorted(by: { $0.key < $1.key }) {
                output.warn(
                    "\(number.counted("sitemap")) of the index not read: \(reason)", of: input.shown, mayMissRecords: true)
            }
            open += nested.reversed()
        }
    }

    /// Reads one document.
    ///
    /// - Parameter follow: Receives the address of each sitemap of an index.
    private func read(_ input: Input, into output: inout RecordWriter, _ follow: (String) -> Void) async throws {
        var document = try await documents.openXML(input, for: output, paths: Self.paths, limits: Self.limits)
        var origin = document.origin
        let base = FeedBase(origin.base)
        var isEmpty = true
        while case let elements = try await document.next(), !elements.isEmpty {
            isEmpty = false
            var records: [Record] = []
            for found in elements {
                // The protocol wants absolute addresses. Some sitemaps have relative ones.
                guard let address = base.resolved(found.element.child("loc")?.text) else {
                    output.warn("an entry without loc, in line \(found.position.line), is left out", of: input.shown, mayMissRecords: true)
                    continue
                }
                guard found.path != Self.sitemapPath else {
                    follow(address)
                    continue
                }
                origin.line = found.position.line
                records.append(Record(Self.page(found.element, at: address), origin: origin))
            }
            try await output.send(contentsOf: records)
        }
        if isEmpty {
            output.warn(
                "no page and no sitemap is in it; a urlset or a sitemapindex was expected", of: input.shown, mayMissRecords: true)
        }
    }

    /// The record of a page.
    static func page(_ element: XMLElement, at address: String) -> JSONValue {
        var frequency: String?
        var priority: JSONValue = .null
        var modified: String?
        var images: [JSONValue] = []
        var alternates: [JSONValue] = []
        for child in element.children {
            switch child.name.local {
            case "lastmod": modified = child.text.meaningful.map { FeedTextConverter.date($0) ?? $0 }
            case "changefreq": frequency = child.text.meaningful
            case "priority": priority = child.text.meaningful.flatMap(JSONNumber.init(literal:)).map { .number($0) } ?? .null
            case "image": if let url = child.child("loc")?.text.meaningful { images.append(image(child, at: url)) }
            case "link" where child.value("rel")?.lowercased() == "alternate":
                alternates.append(["url": .optional(child.value("href")), "language": .optional(child.value("hreflang"))])
            default: break
            }
        }
        return [
            "url": .string(address), "modified": .optional(modified), "change_frequency": .optional(frequency), "priority": priority,
            "images": .array(images), "alternates": .array(alternates),
        ]
    }

    private static func image(_ element: XMLElement, at url: String) -> JSONValue {
        [
            "url": .string(url), "title": .optional(element.child("title")?.text.meaningful),
            "caption": .optional(element.child("caption")?.text.meaningful),
        ]
    }
}
