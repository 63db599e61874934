internal import HTMLParsing
internal import JSONParsing
internal import MailParsing
public import Pipeline
internal import Stages

/// Writes a site: an index of articles or of e-mail threads, and one page for each.
public struct SiteSink: OutputSink {
    /// The `type` in pipeline files.
    public static let name = "site"
    /// One sentence for `list` and `describe`.
    public static let summary =
        "Writes pages that people read: an index of articles and each article, or an index of e-mail threads and each thread as a timeline."
    /// A step to copy.
    public static let example: String? = #"{ "type": "site", "to": "out/site/{{.slug}}.html", "title": "Case studies" }"#

    /// The records that it takes.
    public static let reads = [
        RecordShape("an article", ArticlePage.fields(body: defaultBody)), RecordShape("an e-mail thread", ThreadPage.fields),
    ]

    private static let defaultBody = "html"

    /// The output.
    public let output: FolderOutput
    private let articles: ArticlePage
    private let threads: ThreadPage
    private let shell: PageShell
    private let body: FieldPath
    private let mode: FolderUpdate

    /// Reads the options of a step.
    public init(options: inout OptionReader) {
        let to = options.pathTemplate(
            "to",
            help: "The path of each page, with {{ jq }} for what differs. The pages need no other files and open from a disk or any host.")
        let index = options.string("index", default: "index.html", help: "The path of the index inside the sink's folder.")
        let title = options.optionalString(
            "title", help: "The heading of the index; the default is \"Case studies\" or \"Conversations\".")
        let body = options.field(
            "body", default: Self.defaultBody,
            help: "The field with the article, as the stage case_study makes it, or as HTML of one's own.")
        let language = options.string("language", default: "en", help: "The language of the content (BCP 47), for screen readers.")
        let images = options.choice(
            "mail_images", default: MailImages.ask,
            help: "Whether images in mail that are fetched from other hosts wait until the reader asks for them, or are shown at once.")
        let mode = options.folderUpdate()
        if language.isEmpty || !language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) {
            options.report("expected a language tag such as \"en\" or \"pt-BR\"", option: "language")
        }
        let names = FolderIndex.path(index, option: "index", &options)
        options.alsoWrites(([to.directory] + names).joined(separator: "/"), option: "to")
        self.init(to: to, body: body, shell: PageShell(language: language, index: names, indexTitle: title), mailImages: images, mode: mode)
    }

    /// The same pages in another folder, for a preview.
    public func redirected(to directory: String) -> SiteSink {
        SiteSink(to: output.to.moved(to: directory), body: body, shell: shell, mailImages: threads.images, mode: mode)
    }

    /// The path of the index.
    public var indexFile: String { ([output.to.directory] + shell.index).joined(separator: "/") }

    private init(to: PathTemplate, body: FieldPath, shell: PageShell, mailImages: MailImages, mode: FolderUpdate) {
        self.body = body
        self.shell = shell
        articles = ArticlePage(shell: shell)
        threads = ThreadPage(shell: shell, images: mailImages)
        self.mode = mode
        output = FolderOutput(
            to, index: FolderIndex(path: shell.index, mark: PageShell.mark, kind: "page", option: "index", update: mode))
    }

    /// Turns a record into a page. Workers call this at the same time.
    public func render(_ record: Record) throws -> SitePage {
        var page = try page(record)
        page.origin = record.origin
        return page
    }

    private func page(_ record: Record) throws -> SitePage {
        let path = try output.path(of: record)
        // A record with messages and no sections is a thread, even if it has a document: the stage `thread` creates one too.
        if try record.get("messages") != nil, try record.get("sections") == nil { return try threads.page(record.object(), at: path) }
        var copy = record
        let article: HTMLDocument
        do {
            article = try copy.document(body, as: .auto)
        } catch {
            // If the field exists, its own error is more precise than the one below.
            guard try record.get(body) == nil else { throw error }
            throw RecordError("expected an article (a document in \(body)) or a thread (a list in .messages), found neither")
        }
        return try articles.page(record, article, at: path)
    }

    /// Reserves the path of a page.
    public func admit(_ page: SitePage) throws { try output.admit(page.path, from: page.origin) }
    /// Releases the path of a page.
    public func withdraw(_ page: SitePage) { output.withdraw(page.path) }

    /// Writes all documents; the output appears at the commit point.
    public func write(_ pages: Batches<SitePage>) async throws {
        try await output.fill(from: pages) { pages, writer in
            var entries = try writer.earlierEntries(SiteEntry.self)
            switch mode {
            case .replace: try await write(pages, to: &writer, &entries)
            case .merge:
                // Pages of earlier runs cannot be written again without their records, so that no page has links to its neighbours.
                for try await batch in pages {
                    for page in batch {
                        try writer.write(page.bytes(previous: nil, next: nil), to: page.path)
                        entries.set(page.entry)
                    }
                }
            }
            try writer.keep(entries)
            return SiteIndex(shell: shell).bytes(entries.list)
        }
    }

    /// Writes all pages with links to their neighbours. Each page waits for the next one's title.
    private func write(_ pages: Batches<SitePage>, to writer: inout FolderWriter, _ entries: inout IndexEntries<SiteEntry>) async throws {
        var previous: SiteEntry?
        var waiting: SitePage?
        for try await batch in pages {
            for page in batch {
                if let waiting {
                    try writer.write(waiting.bytes(previous: previous, next: page.entry), to: waiting.path)
                    previous = waiting.entry
                }
                entries.set(page.entry)
                waiting = page
            }
        }
        if let waiting { try writer.write(waiting.bytes(previous: previous, next: nil), to: waiting.path) }
    }

    /// The sentences of `explain` about this sink.
    public var explanation: [String] {
        let sentences = output.explanation(files: "pages")
        return mode == .merge ? sentences + ["pages have no links to the page before and the one behind"] : sentences
    }
}
