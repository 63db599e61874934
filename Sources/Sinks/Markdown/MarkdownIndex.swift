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

    /// The first line of every index.
    static let mark = "<!-- This list of files was made by tabpipe, and will be made anew. -->"

    let file: FolderIndex
    private let title: String
    private let label: RecordQuery
    private let text: RecordQuery
    private let escaping: TemplateEscaping

    init(options: inout OptionReader, update: FolderUpdate, escaping: TemplateEscaping) {
        self.escaping = escaping
        let name = options.read("to", .string, default: "README.md", help: "The path of the index inside the sink's folder.")
        file = FolderIndex(
            path: FolderIndex.path(name, option: "to", &options), mark: Array(Self.mark.utf8), kind: "list", option: "index.to",
            update: update)
        title = options.read("title", .string, default: "Index", help: "The heading.")
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

    /// Returns the index as Markdown. Builds an HTML document first, so that titles are escaped like all other content.
    func bytes(_ entries: [Entry]) -> [UInt8] {
        var document = HTMLDocument()
        let heading = document.makeElement(.h1)
        document.append(document.makeText(title), to: heading)
        document.append(heading, to: document.root)
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
        return Array("\(Self.mark)\n\n".utf8) + escaping.escaped(MarkdownWriter(options: options).bytes(of: document))
    }
}
