internal import HTMLParsing
internal import JSONParsing
package import Pipeline

/// The source `html`: reads web pages from files and URLs, one record each, with what a page says about itself.
package struct HTMLSource: Source, DocumentSource {
    package static let name = "html"
    package static let summary =
        "Reads web pages that patterns or URLs name: each a record with url, title, language, description, image, meta and html."
    package static let example = #"{ "type": "html", "match": ["saved/**/*.html", "https://example.org/about"] }"#

    private let files: FilesSource

    package init(options: inout OptionReader) {
        files = FilesSource(
            options: &options, kind: .page,
            help:
                "Each is read in the encoding that it declares. url is the canonical address of the page, or the one that it was read from; "
                + "meta has the content of its meta elements by name or property, a list where there are several.")
    }

    package var documents: InputDocuments { files.documents }
    package var hooks: Hooks { files.hooks }
    package var continuation: SourceContinuation { files.continuation }

    package func run(into output: inout RecordWriter) async throws { try await files.run(into: &output) }
}

/// The metadata of a web page: URL, language, description, image and `meta` elements.
struct WebPageMetadata {
    /// The limit of `meta` elements that are read.
    private static let maxMetas = 1_000

    /// The members of the record, in their order.
    let members: [(name: String, value: JSONValue)]

    /// - Parameters:
    ///   - base: The base of relative URLs; none for a file.
    ///   - address: The URL that the page was read from; nil for a file, and for a secret URL.
    init(of document: HTMLDocument, from base: BaseAddress, address: String?) {
        let base = base.changed(by: document.baseAddress)
        var meta: [(name: String, values: [JSONValue])] = []
        var positions: [String: Int] = [:]
        for node in document.elements(tag: .meta).prefix(Self.maxMetas) {
            let names = ["name", "property", "itemprop"].lazy.compactMap { document.attribute($0, of: node)?.trimmingSpaces.lowercased() }
            guard let name = names.first(where: { !$0.isEmpty }), let content = document.attribute("content", of: node) else { continue }
            if let position = positions[name] {
                meta[position].values.append(.string(content))
            } else {
                positions[name] = meta.count
                meta.append((name, [.string(content)]))
            }
        }
        func first(_ names: String...) -> String? {
            names.lazy.compactMap { positions[$0].flatMap { meta[$0].values[0].string?.trimmingSpaces } }.first { !$0.isEmpty }
        }
        func url(_ address: String?) -> JSONValue {
            guard let address else { return .null }
            if case .url(let url) = base.target(of: address) { return .string(url) }
            return .string(address)
        }
        let links = document.elements(tag: .link).lazy.filter { link in
            document.attribute("rel", of: link)?.lowercased().split(whereSeparator: \.isWhitespace).contains("canonical") == true
        }
        let canonical = links.compactMap { document.attribute("href", of: $0)?.trimmingSpaces }.first { !$0.isEmpty }
        let language = document.elements(tag: .html).first.flatMap { document.attribute("lang", of: $0)?.trimmingSpaces }
        members = [
            ("url", url(canonical ?? first("og:url") ?? address)),
            ("language", language.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null),
            ("description", first("description", "og:description").map { .string($0) } ?? .null),
            ("image", url(first("og:image", "twitter:image"))),
            ("meta", .object(JSONObject(meta.map { ($0.name, $0.values.count == 1 ? $0.values[0] : .array($0.values)) }))),
        ]
    }
}
