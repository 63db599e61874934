internal import JSONParsing
package import Pipeline

/// Pages that people read: an index of articles, or of e-mail threads, and a page for each.
package struct SiteSink: Sink {
    package static let name = "site"
    package static let summary =
        "Writes pages that people read: an index of articles and each article, or an index of e-mail threads and each thread as a timeline."
    package static let example: String? = #"{ "type": "site", "to": "out/site/{{.slug}}.html", "title": "Case studies" }"#

    private let to: PathTemplate
    private let indexPath: [String]
    private let title: String?
    private let articles: ArticlePage
    private let threads: ThreadPage
    private let shell: PageShell
    private let body: String
    private let claims: PathClaims
    private let remark = Remark()

    package init(options: inout OptionReader) {
        let to = options.pathTemplate(
            "to",
            help: "The path of each page, with {{ jq }} for what differs. The pages need no other files and open from a disk or any host.")
        let index = options.string("index", default: "index.html", help: "The path of the index inside the sink's folder.")
        let title = options.optionalString(
            "title", help: "The heading of the index; the default is \"Case studies\" or \"Conversations\".")
        let body = options.string("body", default: "html", help: "The field with the article, as the stage case_study makes it.")
        let language = options.string("language", default: "en", help: "The language of the content (BCP 47), for screen readers.")
        let images = options.choice(
            "mail_images", default: MailImages.ask,
            help: "Whether images in mail that are fetched from other hosts wait until the reader asks for them, or are shown at once.")
        if language.isEmpty || !language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) {
            options.report("expected a language tag such as \"en\" or \"pt-BR\"", option: "language")
        }
        let names = (try? OutputFolder.split(index)) ?? []
        if names.isEmpty { options.report("expected a path inside the sink's folder", option: "index") }
        options.alsoWrites(([to.directory] + names).joined(separator: "/"), option: "to")
        self.init(to: to, index: names, title: title, body: body, shell: PageShell(language: language), mailImages: images)
    }

    /// The same pages in another folder, for a preview.
    package func redirected(to directory: String) -> SiteSink {
        let to = PathTemplate(directory: directory, relative: to.relative)
        return SiteSink(to: to, index: indexPath, title: title, body: body, shell: shell, mailImages: threads.images)
    }

    /// The path of the index.
    package var indexFile: String { ([to.directory] + indexPath).joined(separator: "/") }

    private init(to: PathTemplate, index: [String], title: String?, body: String, shell: PageShell, mailImages: MailImages) {
        self.to = to
        self.title = title
        self.body = body
        self.shell = shell
        indexPath = index
        articles = ArticlePage(shell: shell, index: index, indexTitle: title)
        threads = ThreadPage(shell: shell, index: index, indexTitle: title, images: mailImages)
        claims = PathClaims(reserved: index) { [directory = to.directory] in OutputFolder.foldsCase(at: directory) }
    }

    package func render(_ record: Record) throws -> SitePage {
        let path = try OutputFolder.split(to.relative.render(record))
        // The stage `thread` makes a document, too; what has messages is read as a thread all the same.
        if try record.get("messages") != nil, try record.get("sections") == nil { return try threads.page(record.object(), at: path) }
        var copy = record
        guard let article = try? copy.document(body) else {
            throw RecordError("expected an article (a document in .\(body)) or a thread (a list in .messages), found neither")
        }
        return try articles.page(record, article, at: path)
    }

    package func admit(_ page: SitePage) throws { try claims.claim(page.path) }
    package func withdraw(_ page: SitePage) { claims.withdraw(page.path) }

    package func write(_ pages: Batches<SitePage>) async throws {
        let folder = try OutputFolder(creating: to.directory)
        folder.removeLeftovers()
        var writer = FolderWriter(folder: folder)
        var isComplete = false
        defer { if let summary = writer.summary(isComplete: isComplete) { remark.set(summary) } }
        let index = SiteIndex(shell: shell, path: indexPath, title: title)
        try index.check(with: &writer, folder: to.directory)
        var entries: [SiteEntry] = []
        // A page names the next one, and so it is written when that has come.
        var waiting: SitePage?
        for try await batch in pages {
            for page in batch {
                if let waiting { try writer.write(waiting.bytes(previous: entries.dropLast().last, next: page.entry), to: waiting.path) }
                entries.append(page.entry)
                waiting = page
            }
            try writer.synchronize()
        }
        if let waiting { try writer.write(waiting.bytes(previous: entries.dropLast().last, next: nil), to: waiting.path) }
        try writer.synchronize()
        let file = try writer.prepare(index.bytes(entries), at: indexPath)
        try await pages.commitPoint()
        try writer.put(file, at: indexPath)
        isComplete = true
    }

    package var explanation: [String] { ["pages stay inside \(to.shownDirectory)"] }
    package var outputPath: String? { to.directory }
    package var notes: [String] { remark.texts }
}

/// When images of mail are fetched from other hosts.
enum MailImages: String, CaseIterable, Sendable { case ask, show }
