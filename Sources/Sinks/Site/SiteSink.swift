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
    /// An example of a step.
    public static let example = #"{ "type": "site", "to": "out/site/{{.slug}}.html", "title": "Case studies" }"#

    /// The shapes of records that the sink accepts.
    private static let reads = [
        RecordShape("an article", ArticlePage.fields(body: defaultBody)), RecordShape("an e-mail thread", ThreadPage.fields),
    ]

    private static let defaultBody = "html"

    /// The folder that receives the pages.
    public let output: FolderOutput
    private let articles: ArticlePage
    private let threads: ThreadPage
    private let shell: PageShell
    private let body: FieldOrQuery?
    private let format: RecordChoice<ContentFormat>
    private let remarks = CountedRemarks.onMacros
    private let mode: FolderUpdate
    private let clashes: ClashOptions
    private let links: LinkRewriting?

    /// Reads the options of a step.
    public init(options: inout OptionReader) {
        options.describe(reads: Self.reads)
        let to = options.read(
            "to", .pathTemplate,
            help: "The path of each page, with {{ jq }} for what differs. The pages need no other files and open from a disk or any host.")
        let body = options.readIfPresent(
            "body", .fieldOrQuery,
            help:
                "The field with the article, as the stage case_study makes it, or as HTML of one's own; for threads, the field of each message "
                + "with its body. A jq program may give either. The defaults are html and body.")
        let format = options.read(
            "format", .choiceOrQuery(), default: .fixed(ContentFormat.auto),
            help:
                "The format of articles and of the bodies of messages, as in html_to_markdown. A jq program gives it for each record that is an "
                + "article, and for each message of a thread, as it came.")
        let reading = MessageReading(&options, body: body, format: format)
        let ours = options.readIfPresent(
            "ours", .query,
            help:
                "A jq program for a message, as it came, that says whether it is ours, not from others, such as .from | endswith(\"@example.org\")."
        )?
        .reading("message")
        let settings = SiteSettings(&options)
        let mode = options.folderUpdate()
        let clashes = options.clashOptions(update: mode, of: to)
        let links = LinkRewriting.read(&options, to: to, prefixesIDs: true)
        options.alsoWrites(to.path(of: settings.index), option: "to")
        for file in settings.files where !settings.isIndex(file) {
            options.alsoWrites(to.path(of: file.path), option: settings.web == nil ? "files" : "base_url")
        }
        self.init(
            to: to, body: body, format: format, reading: reading, ours: ours, settings: settings, mode: mode, clashes: clashes,
            links: links)
    }

    /// The same pages in another folder, for a preview.
    public func redirected(to directory: String) -> SiteSink {
        SiteSink(
            to: output.to.moved(to: directory), body: body, format: format, reading: threads.reading, ours: threads.ours,
            settings: shell.settings, mode: mode, clashes: clashes, links: links)
    }

    /// The path of the index.
    public var indexFile: String { ([output.to.directory] + shell.settings.index).joined(separator: "/") }

    private init(
        to: PathTemplate, body: FieldOrQuery?, format: RecordChoice<ContentFormat>, reading: MessageReading, ours: RecordQuery?,
        settings: SiteSettings, mode: FolderUpdate, clashes: ClashOptions, links: LinkRewriting?
    ) {
        self.clashes = clashes
        self.links = links
        self.body = body
        self.format = format
        shell = PageShell(settings: settings)
        let images = LocalImages(folder: to.directory)
        articles = ArticlePage(shell: shell, images: images)
        threads = ThreadPage(shell: shell, reading: reading, ours: ours, images: images)
        self.mode = mode
        output = FolderOutput(
            to, index: FolderIndex(path: settings.index, mark: PageShell.mark, kind: "page", option: "index", update: mode),
            files: settings.files.map(\.marked) + [links?.redirects].compactMap(\.self), clashes: clashes)
    }

    /// Renders the page of a record. Several workers call this method at the same time.
    public func render(_ record: Record, in context: RunContext) throws -> SitePage {
        let place = try output.place(of: record)
        var page = try page(record, at: place.path, in: context)
        page.origin = record.origin
        page.place = place
        if clashes.onClash == .number { page.draft = (record, context) }
        return page
    }

    private func page(_ record: Record, at path: [String], in context: RunContext) throws -> SitePage {
        // A record with messages and no sections is a thread, even if it has a document: the stage `thread` creates one too.
        let hasMessages = try record.get("messages").map { !$0.isNull } ?? false
        let addresses = try links?.addresses(of: record)
        var page: SitePage
        if try hasMessages && record.get("sections") == nil {
            page = try threads.page(record, at: path, in: context)
        } else {
            var (article, remarks) = try article(of: record)
            var markdown = shell.settings.hasMarkdown ? article : nil
            var oldLinks = (page: LinkRewriting.Links(), markdown: LinkRewriting.Links())
            if let links, let addresses {
                oldLinks.page = links.mark(&article, of: addresses)
                if var document = markdown.take() {
                    oldLinks.markdown = links.mark(&document, of: addresses, to: .markdown)
                    markdown = document
                }
            }
            page = try articles.page(record, article, markdown: markdown, at: path, in: context)
            page.links = oldLinks.page
            page.markdownLinks = oldLinks.markdown
            page.remarks = remarks
        }
        page.addresses = addresses
        return page
    }

    /// The document of an article, and sentences about content that it leaves out.
    private func article(of record: Record) throws -> (HTMLDocument, remarks: [String]) {
        var copy = record
        var field = FieldPath(name: Self.defaultBody)
        switch body {
        case .field(let path)?: field = path
        case .query(let query)?: try copy.set(field, to: query.first(record))
        case nil: break
        }
        do {
            let article = try copy.document(field, as: format.format(for: record))
            return (article, Array(copy.warnings.dropFirst(record.warnings.count)))
        } catch {
            // If the field exists, its own error is more precise than the one below.
            guard try copy.get(field) == nil else { throw error }
            throw RecordError("expected an article (a document in \(field)) or a thread (a list in .messages), found neither")
        }
    }

    /// The traits of the output.
    public var traits: SinkTraits { output.traits }
    /// Reserves the paths of each page.
    public var admission: Admission<SitePage> {
        Admission {
            try admit(&$0)
        } withdraw: {
            withdraw($0)
        }
    }

    /// Reserves the paths of a page and of its other files. If the path of a page gets a number, the page is rendered again, because it
    /// contains its path.
    ///
    /// - Throws: ``RecordError`` if another record has one of them; none is reserved then.
    private func admit(_ page: inout SitePage) throws {
        guard var place = page.place else { return }
        let draft = page
        try output.admit(&place, from: page.origin) { path in
            draft.files.map {
                $0.path == draft.entry.markdown ? SiteEntry.markdownPath(beside: path) : ThreadPaths(page: path).moved($0.path)
            }
        }
        var admitted: [[String]] = []
        do {
            if let (record, context) = page.draft, place.path != page.path {
                let origin = page.origin
                page = try self.page(record, at: place.path, in: context)
                page.origin = origin
            }
            page.draft = nil
            page.place = place
            for file in page.files {
                try output.admit(file.path, from: page.origin)
                admitted.append(file.path)
            }
        } catch {
            admitted.forEach { output.withdraw($0) }
            output.withdraw(place)
            throw error
        }
    }

    /// Releases the paths of a page.
    private func withdraw(_ page: SitePage) {
        if let place = page.place { output.withdraw(place) }
        for file in page.files { output.withdraw(file.path) }
    }

    /// Writes all documents; the output appears at the commit point.
    public func write(_ pages: Batches<SitePage>) async throws {
        try await output.fill(from: pages) { pages, writer in
            var entries = try writer.earlierEntries(SiteEntry.self)
            var linked = try links?.pages(in: writer)
            switch mode {
            case .replace: try await write(pages, to: &writer, &entries, &linked)
            case .merge:
                // Pages of earlier runs cannot be written again without their records, so that no page has links to its neighbours.
                for try await batch in pages {
                    for page in batch { try write(page, previous: nil, next: nil, to: &writer, &entries, &linked) }
                }
            }
            try linked?.finish(in: &writer)
            try writer.keep(entries)
            let index = try SiteIndex(shell: shell, entries: entries.list)
            try writeLists(index, to: &writer)
            try SiteFilesWriter(shell: shell).write(entries.list, to: &writer)
            return index.bytes(index.lists.index)
        }
    }

    private func write(
        _ page: SitePage, previous: SiteEntry?, next: SiteEntry?, to writer: inout FolderWriter,
        _ entries: inout IndexEntries<SiteEntry>, _ linked: inout LinkedPages?
    ) throws {
        threads.reading.note(page.arrangement, at: page.path.joined(separator: "/"))
        remarks.note(page.remarks, at: page.origin)
        let position = entries.set(page.entry)
        // Articles do not link to threads: search engines may list an article, and the subject of a thread is private.
        func neighbour(_ entry: SiteEntry?) -> SiteEntry? { entry?.isArticle == page.entry.isArticle ? entry : nil }
        let bytes = page.bytes(
            previous: neighbour(previous), next: neighbour(next), words: shell.settings.words, position: position)
        try linked.write(bytes, to: page.path, of: page.addresses, beside: page.entry.markdown, links: page.links, in: &writer)
        if let place = page.place { output.note(place) }
        for file in page.files {
            let links = file.path == page.entry.markdown ? page.markdownLinks : LinkRewriting.Links()
            try linked.write(file.bytes(position: position), to: file.path, of: nil, links: links, in: &writer)
        }
    }

    /// Writes all pages with links to their neighbours. Each page waits for the next one's title.
    private func write(
        _ pages: Batches<SitePage>, to writer: inout FolderWriter, _ entries: inout IndexEntries<SiteEntry>, _ linked: inout LinkedPages?
    ) async throws {
        var previous: SiteEntry?
        var waiting: SitePage?
        for try await batch in pages {
            for page in batch {
                if let waiting {
                    try write(waiting, previous: previous, next: page.entry, to: &writer, &entries, &linked)
                    previous = waiting.entry
                }
                waiting = page
            }
        }
        if let waiting { try write(waiting, previous: previous, next: nil, to: &writer, &entries, &linked) }
    }

    /// Writes the pages of all lists except the first page of the index.
    private func writeLists(_ index: SiteIndex, to writer: inout FolderWriter) throws {
        for list in [index.lists.index] + index.lists.others {
            for number in 1...list.pageCount where list.path(ofPage: number) != shell.settings.index {
                let file = MarkedFile(
                    path: list.path(ofPage: number), mark: PageShell.mark, kind: "page of the index",
                    remedy: "name another file in the sink's option index")
                try writer.write(index.bytes(list, page: number), to: file)
            }
        }
    }

    /// The sentences of `explain`, and the warnings at the end of a run: reordered messages, omitted content, and links.
    public var hooks: Hooks {
        let unlinked = mode == .merge ? ["pages have no links to the page before and the one behind"] : []
        return Hooks(
            explanation: output.explanation(files: "pages") + unlinked,
            closingWarnings: threads.reading.warnings + remarks.warnings + (links?.warnings ?? []))
    }
}
