internal import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
internal import Pipeline
internal import WebAddresses

/// The index of a Markdown sink: a Markdown list of its files.
struct MarkdownIndex: Sendable {
    struct Entry: IndexEntry {
        var path: [String]
        /// The text of the link; nil for the path.
        let label: String?
        let text: String?
    }

    /// The sentence by which a later run recognises an index: in its first line, or in the first line of its front matter.
    static let remark = "This list of files was made by tabpipe, and will be made anew."
    /// The number of bytes at the beginning of an index that hold ``remark``.
    private static let markLimit = 128

    let file: FolderIndex
    private let frontMatter: RecordQuery?
    private let format: FrontMatterFormat
    private let title: String
    private let label: RecordQuery
    private let text: RecordQuery
    private let escaping: TemplateEscaping

    init(options: inout OptionReader, update: FolderUpdate, escaping: TemplateEscaping, format: FrontMatterFormat) {
        self.escaping = escaping
        self.format = format
        let name = options.read("to", .string, default: "README.md", help: "The path of the index inside the sink's folder.")
        file = FolderIndex(
            path: FolderIndex.path(name, option: "to", &options), mark: Array(Self.remark.utf8), within: Self.markLimit, kind: "list",
            option: "index.to", update: update)
        frontMatter = options.readIfPresent(
            "front_matter", .query,
            help:
                "The front matter of the index: a jq program that gives an object and reads no record, such as {title: \"Posts\"}. It has the "
                + "front_matter_format of the sink.")
        title = options.read("title", .string, default: "Index", help: "The heading; \"\" for none.")
        label = options.read(
            "label", .query, default: .fixed(".title"), help: "A jq program that gives the text of the link to a record's file.")
        text = options.read(
            "text", .query, default: .fixed(".teaser"), help: "A jq program that gives what stands below the link; null for nothing.")
    }

    func entry(_ record: Record, path: [String]) throws -> Entry {
        func result(of query: RecordQuery) throws -> String? {
            try query.first(record).flatMap { $0.isNull ? nil : try $0.textOrJSON() }
        }
        return try Entry(path: path, label: result(of: label), text: result(of: text))
    }

    /// Returns what comes before the heading: the front matter, or a comment.
    ///
    /// - Throws: ``PipelineFailure`` if the option `front_matter` gives no object, or one that its format cannot hold.
    func start() throws -> [UInt8] {
        guard let frontMatter else {
            let isMDX = file.path.last?.hasSuffix(".mdx") == true
            return Array((isMDX ? "{/* \(Self.remark) */}\n\n" : "<!-- \(Self.remark) -->\n\n").utf8)
        }
        var bytes: [UInt8] = []
        do {
            let value = try frontMatter.first(Record(.null)) ?? .null
            guard case .object(let fields) = try value.decoded() else {
                throw RecordError("gives \(value.kind.phrase); an object was expected")
            }
            try format.append(fields, remark: Self.remark, to: &bytes)
        } catch let error as RecordError {
            throw PipelineFailure(.badData, "index.front_matter: \(error)")
        }
        return bytes
    }

    /// Returns the index as Markdown. Builds an HTML document first, so that titles are escaped like all other content.
    ///
    /// - Parameter start: The result of ``start()``.
    func bytes(_ entries: [Entry], after start: [UInt8]) -> [UInt8] {
        var document = HTMLDocument()
        if !title.allSatisfy(\.isWhitespace) {
            let heading = document.makeElement(.h1)
            document.append(document.makeText(title), to: heading)
            document.append(heading, to: document.root)
        }
        let list = document.makeElement(.ul)
        for entry in entries {
            let item = document.makeElement(.li)
            let address = PercentEncoding.relativePath(from: file.path, to: entry.path)
            let link = document.makeElement(.a, attributes: [HTMLAttribute(name: "href", value: address)])
            document.append(document.makeText(entry.label ?? entry.path.joined(separator: "/")), to: link)
            document.append(link, to: item)
            if let text = entry.text {
                document.append(document.makeElement(.br), to: item)
                document.append(document.makeText(text), to: item)
            }
            document.append(item, to: list)
        }
        if !entries.isEmpty { document.append(list, to: document.root) }
        var options = MarkdownOptions()
        options.isMDX = escaping == .mdx
        return start + escaping.escaped(MarkdownWriter(options: options).bytes(of: document))
    }
}
