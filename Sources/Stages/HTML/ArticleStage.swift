internal import ArticleReading
internal import HTMLParsing
internal import JSONParsing
internal import MailParsing
internal import Pipeline

/// The stage `article`: finds the main content and the metadata of a web page.
struct ArticleStage: AddressResolvingStage {
    static let name = "article"
    static let summary =
        "Finds the main content of a web page, without navigation, boxes and advertisements, and its title, author, dates and the like."
    static let example = #"{ "type": "article", "field": "html", "into": "content", "metadata": "article" }"#

    /// The values of the option `keep`.
    enum Keep: String, CaseIterable, Sendable {
        case captions, footnotes, images, tables, comments

        var option: ArticleParts {
            switch self {
            case .captions: .captions
            case .footnotes: .footnotes
            case .images: .images
            case .tables: .tables
            case .comments: .comments
            }
        }
    }

    /// The option `on_missing`: whether a page without a main content is kept or rejected.
    enum OnMissing: String, CaseIterable, Sendable { case keep, reject }

    let scope: FieldScope
    private let into: FieldPath
    private let metadata: FieldPath
    private var format: RecordChoice<ContentFormat>
    let addresses: RelativeAddresses
    private let reader: ArticleReader
    private let minWords: Int
    private let onMissing: OnMissing

    init(options: inout OptionReader) {
        scope = options.htmlField()
        into = options.read("into", .field(in: scope), help: "The field that the main content is put into; the same one if it is missing.")
        metadata = options.read(
            "metadata", .field(beside: scope, default: "article"),
            help:
                "The field for an object with title, byline, published, modified, language, direction, site_name, address, description, image, "
                + "tags, words, and found: the place of each. Without it, article beside the field that is read.")
        if into.description == metadata.description {
            options.report("\(metadata) is the field of the content, too; \"into\" and \"metadata\" need a field each", option: "metadata")
        }
        let keep = options.read(
            "keep", .list(of: .choice), default: [Keep.captions, .footnotes, .images, .tables],
            help: "What stays beside the text: captions of figures, footnotes, images, tables of data, comments of readers.")
        reader = ArticleReader(keeps: keep.reduce(into: []) { $0.formUnion($1.option) })
        minWords = options.read(
            "min_words", .integer(1...100_000), default: 20, help: "A page whose main content has fewer words counts as one without it.")
        onMissing = options.read(
            "on_missing", .choice, default: OnMissing.keep,
            help: "What happens to a page without a main content: keep keeps the whole page, and warns; reject rejects the record.")
        format = RecordChoice(options: &options, in: scope)
        addresses = RelativeAddresses(options: &options)
    }

    var hooks: Hooks { Hooks(changedFields: [scope.changed(with: into), scope.changed(with: metadata)], notes: notes) }

    func processElement(_ record: inout Record) throws -> Verdict {
        guard let page = try record.content(scope.field, format.format(for: record), isSelected: true)?.document else {
            try record.set(into, to: .null)
            try record.set(metadata, to: .null)
            return .keep
        }
        let article = reader.read(page)
        let base = addresses.base(of: page, in: record.origin.base)
        var content = page
        if let found = article.content, article.wordCount >= minWords {
            content = found
            addresses.resolve(in: &content, from: base)
        } else {
            let reason =
                "\(Self.name) found \(article.wordCount.counted("word", plural: "words")) of a main content, fewer than \(minWords)"
            if onMissing == .reject {
                throw RecordError("\(reason); \"on_missing\": \"keep\" keeps the whole page", at: scope.field.description)
            }
            record.warnings.append("\(scope.field): \(reason), and keeps the whole page")
            addresses.resolve(in: &content, from: record.origin.base)
        }
        try record.setDocument(content, in: into)
        try record.set(metadata, to: .object(object(of: article, from: base)))
        return .keep
    }

    /// The metadata as an object, with null for values that the page lacks.
    private func object(of article: Article, from base: BaseAddress) -> JSONObject {
        var members: [(String, JSONValue)] = []
        var places: [(String, JSONValue)] = []
        for field in ArticleField.allCases {
            let finding = article.metadata[field]
            if let finding { places.append((field.rawValue, .string(finding.place))) }
            switch field {
            case .tags: members.append((field.rawValue, .array((finding?.values ?? []).map { .string($0) })))
            case .address, .image:
                members.append(
                    (field.rawValue, finding.map { .string(addresses.url(of: $0.values[0], from: base) ?? $0.values[0]) } ?? .null))
            default: members.append((field.rawValue, finding.map { .string($0.values[0]) } ?? .null))
            }
        }
        members.append(("words", .number(JSONNumber(article.wordCount))))
        members.append(("found", .object(JSONObject(places))))
        return JSONObject(members)
    }

    func copyForWorker() -> ArticleStage {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }
}
