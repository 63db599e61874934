internal import HTMLParsing
internal import JSONParsing
package import Pipeline

/// Markdown files: one a record.
package struct MarkdownSink: Sink {
    package static let name = "markdown"
    package static let summary = "Writes each record as a Markdown file: front matter of chosen fields, and the body from an HTML document."
    package static let example: String? =
        #"{ "type": "markdown", "to": "out/{{.id}}.md", "front_matter": "{title, client}", "index": { "to": "README.md" } }"#

    enum BodyFormat: String, CaseIterable {
        case html
        case markdown
    }

    private let to: PathTemplate
    private let frontMatter: RecordQuery?
    private let body: String
    private let format: BodyFormat
    private let writer: MarkdownWriter
    private let index: MarkdownIndex?
    private let claims: PathClaims
    private let remark = Remark()

    package init(options: inout OptionReader) {
        to = options.pathTemplate(
            "to", help: "The path of each file, with {{ jq }} for what differs. It cannot lead out of the folder before the first {{.")
        frontMatter = options.optionalQuery("front_matter", help: "A jq program that gives an object: the YAML front matter.")
        body = options.string("body", default: "html", help: "The field that the body is made of.")
        format = options.choice("format", default: BodyFormat.html, help: "What the field holds: HTML to be converted, or Markdown.")
        writer = MarkdownWriter(options: options.markdownOptions())
        index = options.group("index", help: "A file with a list of all files.") { MarkdownIndex(options: &$0) }
        if let index { options.alsoWrites(([to.directory] + index.path).joined(separator: "/"), option: "index") }
        claims = PathClaims(reserved: index?.path) { [directory = to.directory] in OutputFolder.foldsCase(at: directory) }
    }

    package func render(_ record: Record) throws -> MarkdownFile {
        let path = try OutputFolder.split(to.relative.render(record))
        var bytes: [UInt8] = []
        if let frontMatter, let value = try frontMatter.first(record), !value.isNull {
            guard case .object(let fields) = try value.decoded() else {
                throw RecordError("front_matter gives \(value.kind.phrase); an object was expected")
            }
            try FrontMatter.append(fields, to: &bytes)
        }
        switch format {
        case .markdown: bytes += try record.string(body).utf8
        case .html:
            var copy = record
            bytes += writer.bytes(of: try copy.document(body))
        }
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        let entry = try index?.entry(record, path: path.joined(separator: "/"))
        return MarkdownFile(path: path, bytes: bytes, entry: entry)
    }

    package func admit(_ document: MarkdownFile) throws { try claims.claim(document.path) }
    package func withdraw(_ document: MarkdownFile) { claims.withdraw(document.path) }

    package func write(_ documents: Batches<MarkdownFile>) async throws {
        let folder = try OutputFolder(creating: to.directory)
        folder.removeLeftovers()
        var writer = FolderWriter(folder: folder)
        var isComplete = false
        defer { if let summary = writer.summary(isComplete: isComplete) { remark.set(summary) } }
        if let index { try index.check(with: &writer, folder: to.directory) }
        var entries: [MarkdownIndex.Entry] = []
        for try await batch in documents {
            for file in batch {
                try writer.write(file.bytes, to: file.path)
                if let entry = file.entry { entries.append(entry) }
            }
            try writer.synchronize()
        }
        if let index {
            let file = try writer.prepare(index.bytes(entries), at: index.path)
            try await documents.commitPoint()
            try writer.put(file, at: index.path)
        } else {
            try await documents.commitPoint()
        }
        isComplete = true
    }

    package var explanation: [String] { ["files stay inside \(to.shownDirectory)"] }
    package var outputPath: String? { to.directory }
    package var notes: [String] { remark.texts }
}
