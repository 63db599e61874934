internal import CivilCalendar
internal import HTMLParsing

/// Chooses the metadata of a page among the places that may have it: machine-readable places come first, the text last.
struct MetadataReader {
    private let statements: DeclaredMetadata
    private let linked: LinkedData
    private var metadata = ArticleMetadata()

    init(_ statements: DeclaredMetadata) {
        self.statements = statements
        linked = LinkedData(statements.linkedData)
    }

    /// The names of `meta` for the title, the best first. Dots of names are colons here.
    private static let titleMetas = [
        "dc:title", "dcterms:title", "dcterm:title", "og:title", "citation_title", "weibo:article:title", "title", "twitter:title",
        "parsely-title", "sailthru:title",
    ]

    /// The names of `meta` for each other field, the best first.
    private static let metas: [(ArticleField, [String])] = [
        (
            .byline,
            [
                "dc:creator", "dcterms:creator", "dcterm:creator", "author", "citation_author", "parsely-author", "sailthru:author",
                "article:author",
            ]
        ),
        (
            .published,
            [
                "article:published_time", "og:article:published_time", "parsely-pub-date", "citation_publication_date", "citation_date",
                "dc:date:issued", "dcterms:issued", "dc:date", "dcterms:date", "dcterms:created", "dc:date:created", "sailthru:date",
                "pubdate",
                "publish-date", "publishdate", "date",
            ]
        ),
        (.modified, ["article:modified_time", "og:updated_time", "dcterms:modified", "dc:date:modified", "last-modified", "lastmod"]),
        (.siteName, ["og:site_name", "application-name", "citation_journal_title"]),
        (
            .description,
            [
                "dc:description", "dcterms:description", "dcterm:description", "og:description", "weibo:article:description", "description",
                "twitter:description", "sailthru:description",
            ]
        ),
        (
            .image,
            ["og:image", "og:image:url", "twitter:image", "twitter:image:src", "sailthru:image:full", "parsely-image-url", "thumbnail"]
        ),
        (.language, ["content-language", "dc:language", "dcterms:language", "citation_language", "og:locale"]),
    ]

    /// The names of `meta` with tags: those that come once for each tag, and those with commas between them.
    private static let tagMetas = [
        "article:tag", "parsely-tags", "sailthru:tags", "news_keywords", "citation_keywords", "dc:subject", "keywords",
    ]

    /// Reads all fields that the text is not needed for.
    mutating func read() -> ArticleMetadata {
        metadata.note(.language, statements.language, "html lang")
        if let direction = statements.direction, direction == "rtl" || direction == "ltr" {
            metadata.note(.direction, direction, "html dir")
        }
        metadata.note(.address, statements.links["canonical"], "link canonical")
        noteLinkedData()
        for (field, names) in Self.metas { noteMetas(field, names) }
        noteMetas(.address, ["og:url", "parsely-link"])
        noteMicrodata()
        noteAuthors()
        noteDates()
        noteTags()
        if let language = metadata.value(.language) { noteDirection(of: language) }
        noteTitle()
        return metadata
    }

    private mutating func noteLinkedData() {
        let place = "json-ld"
        metadata.note(.byline, Self.list(linked.authors.filter { !Self.isAddress($0) }.map(Self.plain)), place)
        metadata.note(.published, linked.published.map(Self.date), place)
        metadata.note(.modified, linked.modified.map(Self.date), place)
        metadata.note(.siteName, linked.siteName.map(Self.plain), place)
        metadata.note(.description, linked.description.map(Self.plain), place)
        metadata.note(.language, linked.language, place)
        metadata.note(.address, linked.address, place)
        if let image = statements.values("og:image")?.first { metadata.note(.image, image, "meta og:image") }
        metadata.note(.image, linked.image, place)
    }

    private mutating func noteMetas(_ field: ArticleField, _ names: [String]) {
        for name in names {
            guard let values = statements.values(name) else { continue }
            let place = "meta \(name)"
            switch field {
            case .byline: metadata.note(field, Self.list(values.filter { !Self.isAddress($0) }.map(Self.plain)), place)
            case .published, .modified: metadata.note(field, Self.date(values[0]), place)
            case .language: metadata.note(field, values[0].replacing("_", with: "-"), place)
            default: metadata.note(field, Self.plain(values[0]), place)
            }
        }
    }

    private mutating func noteMicrodata() {
        func first(_ name: String) -> String? { statements.microdata[name]?.first }
        metadata.note(.published, first("datepublished").map(Self.date), "itemprop datePublished")
        metadata.note(.modified, first("datemodified").map(Self.date), "itemprop dateModified")
        metadata.note(.description, first("description"), "itemprop description")
        metadata.note(.language, first("inlanguage"), "itemprop inLanguage")
        metadata.note(.image, statements.links["image_src"], "link image_src")
    }

    private mutating func noteAuthors() {
        let authors = (statements.microdata["author"] ?? []).filter {
            $0.count < DeclaredMetadata.mostCharactersOfByline && !Self.isAddress($0)
        }
        metadata.note(.byline, authors.first, "itemprop author")
        metadata.note(.byline, statements.authorLinks.first { $0.count < DeclaredMetadata.mostCharactersOfByline }, "rel author")
        metadata.note(.byline, statements.bylines.first, "class")
    }

    private mutating func noteDates() {
        metadata.note(.modified, statements.times.first { $0.isModified }.map { Self.date($0.date) }, "time")
        metadata.note(.published, statements.times.first { $0.isPublished }.map { Self.date($0.date) }, "time")
        metadata.note(.published, statements.times.first { !$0.isModified && ISODate($0.date) != nil }.map { Self.date($0.date) }, "time")
        metadata.note(.published, statements.dateTexts.first { Self.hasYear($0) }.map(Self.date), "class")
    }

    private mutating func noteTags() {
        func note(_ tags: [String], _ place: String) {
            guard metadata[.tags] == nil else { return }
            var seen: Set<String> = []
            let tags = tags.map { String(Self.plain($0)[...].trimmed) }.filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
            if !tags.isEmpty { metadata[.tags] = ArticleMetadata.Finding(values: tags, place: place) }
        }
        note(linked.keywords, "json-ld")
        for name in Self.tagMetas {
            guard let values = statements.values(name) else { continue }
            note(
                values.count > 1 ? values : values[0].split(whereSeparator: { $0 == "," || $0 == ";" || $0 == "，" }).map(String.init),
                "meta \(name)")
        }
        note(statements.microdata["keywords"]?.first?.split(separator: ",").map(String.init) ?? [], "itemprop keywords")
        note(statements.tagLinks, "rel tag")
    }

    /// The languages that are written from right to left.
    private static let languagesFromRight: Set = ["ar", "arc", "dv", "fa", "he", "iw", "ckb", "ps", "sd", "ug", "ur", "yi"]

    private mutating func noteDirection(of language: String) {
        let code = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased() ?? ""
        if Self.languagesFromRight.contains(code) { metadata.note(.direction, "rtl", "language") }
    }

    // MARK: The title

    private mutating func noteTitle() {
        var declared: [(title: String, place: String)] = []
        if let title = linkedTitle { declared.append((Self.plain(title), "json-ld")) }
        for name in Self.titleMetas {
            if let title = statements.values(name)?.first { declared.append((Self.plain(title), "meta \(name)")) }
        }
        if let title = statements.microdata["headline"]?.first { declared.append((title, "itemprop headline")) }
        let names = [metadata.value(.siteName), statements.values("og:site_name")?.first, linked.siteName, metadata.value(.byline)]
            .compactMap(
                \.self)
        let finder = SiteNameRemover(
            others: declared.map(\.title) + statements.headings + (declared.isEmpty ? [] : [statements.title].compactMap(\.self)),
            names: names,
            address: metadata.value(.address))
        if let (title, place) = declared.first {
            metadata.note(.title, finder.title(of: title, isPageTitle: false), place)
        } else if let title = statements.title {
            metadata.note(.title, finder.title(of: title, isPageTitle: true), "title")
        }
        metadata.note(.title, statements.headings.first, "h1")
    }

    /// The title of the linked data: its headline, or its name where only that is among the words of the page's title.
    private var linkedTitle: String? {
        guard let headline = linked.headline, let name = linked.name, headline != name else { return linked.headline ?? linked.name }
        let words = TitleWords(statements.title ?? "")
        return !words.isRepeated(by: headline) && words.isRepeated(by: name) ? name : headline
    }

    // MARK: Values

    private static func list(_ names: [String]) -> String? {
        var seen: Set<String> = []
        return names.filter { !$0.isEmpty && seen.insert($0).inserted }.joined(separator: ", ")
    }

    private static func isAddress(_ text: String) -> Bool { text.hasPrefix("http://") || text.hasPrefix("https://") }

    private static func hasYear(_ text: String) -> Bool {
        text.split { !$0.isNumber }.contains { $0.utf8.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20")) }
    }

    /// A date in ISO 8601 if it is one; otherwise the text.
    private static func date(_ text: String) -> String { ISODate(text)?.machine ?? text }

    /// A text with single spaces, and with its character references decoded, because some pages escape texts twice.
    private static func plain(_ text: String) -> String {
        var text = text
        if text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: ";")) {
            let document = HTMLDocument(parsingFragment: text.replacing("<", with: "&lt;"))
            text = document.textContent(of: document.root)
        }
        return text.singleSpaced
    }
}

extension ArticleMetadata {
    /// A description is one of the first paragraphs, of at least this many bytes.
    private static let paragraphsOfDescription = 5, bytesOfDescription = 80

    /// Completes the fields that only the content can give.
    mutating func complete(from found: ContentFinder.FoundContent, in content: HTMLDocument?) {
        let tree = found.tree
        if self[.direction] == nil, let part = found.parts.first {
            var node: HTMLNode? = tree[part].node
            while let element = node {
                if let direction = tree.document.attribute("dir", of: element)?.lowercased(), direction == "rtl" || direction == "ltr" {
                    note(.direction, direction, "dir")
                    break
                }
                node = tree.document.parent(of: element)
            }
        }
        guard let content else { return }
        if self[.description] == nil {
            let paragraphs = content.elements(tag: .p).prefix(Self.paragraphsOfDescription).map { content.textContent(of: $0).singleSpaced }
            note(.description, paragraphs.first { $0.utf8.count >= Self.bytesOfDescription } ?? paragraphs.first, "text")
            // Some pages have lines in divisions alone.
            let line = content.descendants(of: content.root).first { content.textRange(of: $0).count >= Self.bytesOfDescription }
            note(.description, line.map { content.text(of: $0).singleSpaced }, "text")
        }
        if self[.image] == nil, let image = content.elements(tag: .img).first {
            note(.image, content.attribute("src", of: image), "img")
        }
    }
}

extension String {
    /// The words of the text with single blanks between them.
    fileprivate var singleSpaced: String {
        utf8.split(whereSeparator: \.isFoldedSpace).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
}
