internal import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
internal import MailParsing
internal import Pipeline
internal import Stages

/// Writes one Markdown file per record.
struct MarkdownSink: OutputSink {
    static let name = "markdown"
    static let summary = "Writes each record as a Markdown file: front matter of chosen fields, and the body from an HTML document."
    static let example =
        #"{ "type": "markdown", "to": "out/{{.id}}.md", "front_matter": "{title, client}", "index": { "to": "README.md" } }"#

    let output: FolderOutput
    private let frontMatter: RecordQuery?
    private let frontMatterFormat: FrontMatterFormat
    private let body: FieldPath
    private let format: RecordChoice<ContentFormat>
    private let escaping: TemplateEscaping
    private let writer: MarkdownWriter
    private let index: MarkdownIndex?
    private let links: LinkRewriting?
    private let remarks = CountedRemarks.onMacros

    init(options: inout OptionReader) {
        let to = options.read(
            "to", .pathTemplate,
            help: "The path of each file, with {{ jq }} for what differs. It cannot lead out of the folder before the first {{.")
        frontMatter = options.readIfPresent("front_matter", .query, help: "A jq program that gives an object: the front matter.")
        frontMatterFormat = options.read(
            "front_matter_format", .choice, default: FrontMatterFormat.yaml,
            help:
                "The format of the front matter. toml has dates of their own, so a string that is a date of RFC 3339 becomes one; it leaves "
                + "out fields that are null."
        )
        body = options.read("body", .field, default: FieldPath(name: "html"), help: "The field that the body is made of, by name or path.")
        format = options.read(
            "format", .choiceOrQuery(), default: .fixed(ContentFormat.auto),
            help:
                "What the field holds: HTML, plain text or paragraphs, which are converted as by html_to_markdown, or Markdown, which is "
                + "written as it is. auto tells these apart; Markdown that it finds is read and written anew, without HTML that may do harm. A jq program gives one of these, or a media type, for each record."
        )
        escaping = options.read(
            "escape_templates", .choice, default: TemplateEscaping.none,
            help:
                "The templates that a site generator would run in the body, and that are written as text instead: shortcodes of hugo, liquid "
                + "for Jekyll and Eleventy, or expressions and elements of mdx. With mdx, Markdown is read and written anew."
        )
        var markdown = options.markdownOptions()
        markdown.isMDX = escaping == .mdx
        if markdown.isMDX {
            for (option, isHTML) in [
                ("raw_html", markdown.rawHTML != .never), ("sup_sub", markdown.supSub == .html),
                ("heading_ids", markdown.headingIDs != .none),
                ("keep_more", markdown.keepsMore),
            ] where isHTML {
                options.report("writes what MDX refuses or runs; leave it out with escape_templates \"mdx\"", option: option)
            }
        }
        writer = MarkdownWriter(options: markdown)
        let update = options.folderUpdate()
        index = options.readIfPresent(
            "index",
            .object { [escaping, frontMatterFormat] in
                MarkdownIndex(options: &$0, update: update, escaping: escaping, format: frontMatterFormat)
            },
            help: "A file with a list of all files.")
        if let index { options.alsoWrites(to.path(of: index.file.path), option: "index") }
        links = LinkRewriting.read(&options, to: to, prefixesIDs: markdown.headingIDs != .none)
        output = FolderOutput(
            to, index: index?.file, files: [links?.redirects].compactMap(\.self),
            clashes: options.clashOptions(update: index == nil ? nil : update, of: to))
    }

    func render(_ record: Record, in context: RunContext) throws -> MarkdownFile {
        let place = try output.place(of: record)
        var bytes: [UInt8] = []
        if let frontMatter, let value = try frontMatter.first(record), !value.isNull {
            guard case .object(let fields) = try value.decoded() else {
                throw RecordError("front_matter gives \(value.kind.phrase); an object was expected")
            }
            try frontMatterFormat.append(fields, to: &bytes)
        }
        let format = try format.format(for: record)
        let addresses = try links?.addresses(of: record)
        var oldLinks = LinkRewriting.Links()
        // If a stage has put a document into the field, the record's text is outdated. Escaping for MDX needs a tree, which tells text from
        // code.
        let needsDocument = format != .markdown || escaping == .mdx || record.knownField(at: body)?.isAuthoritative == true
        let content: [UInt8]
        if needsDocument {
            var copy = record
            var document = try copy.document(body, as: format)
            if let links, let addresses { oldLinks = links.mark(&document, of: addresses) }
            content = writer.bytes(of: document)
            remarks.note(copy.warnings.dropFirst(record.warnings.count), at: record.origin)
        } else if let links, let addresses, let markdown = try record.markdown(body, as: format),
            let marked = links.mark(markdown, of: addresses)
        {
            oldLinks = marked.links
            content = Self.withLineFeeds(marked.text)
        } else {
            content = Self.withLineFeeds(try record.string(body))
        }
        bytes += escaping.escaped(content)
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        let entry = try index?.entry(record, path: place.path)
        return MarkdownFile(place: place, origin: record.origin, bytes: bytes, entry: entry, addresses: addresses, links: oldLinks)
    }

    /// The bytes of Markdown with line feeds at its line ends, as the front matter has them.
    ///
    /// - SeeAlso: [CommonMark 2.1, line ending](https://spec.commonmark.org/0.31.2/#line-ending)
    private static func withLineFeeds(_ text: String) -> [UInt8] {
        let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        var bytes = Array(text.utf8)
        guard bytes.contains(carriageReturn) else { return bytes }
        var last = lineFeed
        bytes = bytes.compactMap { byte in
            defer { last = byte }
            return byte == carriageReturn ? lineFeed : byte == lineFeed && last == carriageReturn ? nil : byte
        }
        return bytes
    }

    var traits: SinkTraits { output.traits }
    var admission: Admission<MarkdownFile> {
        Admission { [output] document in
            try output.admit(&document.place, from: document.origin)
            document.entry?.path = document.place.path
        } withdraw: { [output] document in
            output.withdraw(document.place)
        }
    }

    func write(_ documents: Batches<MarkdownFile>) async throws {
        try await output.fill(from: documents) { documents, writer in
            let start = try index?.start() ?? []
            var entries = try writer.earlierEntries(MarkdownIndex.Entry.self)
            var pages = try links?.pages(in: writer)
            for try await batch in documents {
                for file in batch {
                    try pages.write(file.bytes, to: file.place.path, of: file.addresses, links: file.links, in: &writer)
                    output.note(file.place)
                    if let entry = file.entry { entries.set(entry) }
                }
            }
            try pages?.finish(in: &writer)
            try writer.keep(entries)
            return index?.bytes(entries.list, after: start)
        }
    }

    var hooks: Hooks { Hooks(explanation: output.explanation(files: "files"), closingWarnings: remarks.warnings + (links?.warnings ?? [])) }
}

/// One rendered Markdown file.
struct MarkdownFile: Sendable {
    /// Its path, relative to the sink's folder.
    var place: RecordFilePath
    /// The origin of its record.
    let origin: Origin
    let bytes: [UInt8]
    /// Its entry in the index.
    var entry: MarkdownIndex.Entry?
    /// The old addresses of its record; nil if no links are rewritten.
    let addresses: LinkRewriting.Addresses?
    /// The links to rewrite. ``bytes`` has a mark in place of each.
    let links: LinkRewriting.Links
}
