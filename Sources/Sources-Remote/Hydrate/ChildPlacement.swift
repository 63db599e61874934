internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal
internal import WebAddresses

/// The use of a response: fields of the element, or a list in one of its fields.
enum ChildPlacement: Sendable {
    /// A jq query on the response gives an object, whose fields go into the element.
    case fields(RecordQuery)
    case list(ChildList)

    /// Reads the options `merge`, `items`, `id`, `into` and `paging`.
    ///
    /// - Parameters:
    ///   - maxPages: The limit of pages of one list.
    ///   - limit: The limit of one list in bytes, and the option that has it.
    static func read(_ options: inout OptionReader) -> (Int, (bytes: Int, option: String)) -> ChildPlacement {
        let merge = options.readIfPresent(
            "merge", .query,
            help:
                "A jq program on the response, whose object is put into the element, as + does in jq. Without it and items, all of the response."
        )
        let items = options.readIfPresent(
            "items", .query, help: "A jq program that names the items of a page, such as .items[], for a response that is a list.")
        let id = options.readIfPresent(
            "id", .query, help: "The id of an item. An item whose id was on an earlier page of the list is dropped.")
        let into = options.readIfPresent("into", .newField, help: "The field of the element that gets the items as a list. Needs items.")
        let paging = Paging.read(&options)
        if items != nil, merge != nil {
            options.report("\"items\" takes a list, and \"merge\" an object; use one of them", option: "merge")
        }
        if items != nil, into == nil { options.report("\"items\" needs \"into\", the field that gets the list", option: "items") }
        if items == nil, into != nil { options.report("\"into\" needs \"items\", the items of the list", option: "into") }
        if items == nil, id != nil { options.report("\"id\" needs \"items\", the items of the list", option: "id") }
        if items == nil, paging.isOfSeveralPages { options.report("\"paging\" needs \"items\", the items of a page", option: "paging") }
        guard let items, let into else { return { _, _ in .fields(merge ?? .identity) } }
        return { .list(ChildList(items: items, id: id, into: into, paging: paging, maxPages: $0, limit: $1)) }
    }

    /// Whether the query itself contains `null`, so that it may remove values on purpose.
    var namesNull: Bool { if case .fields(let program) = self { program.namesNull } else { false } }

    /// The paging of a list; a single page for fields.
    var paging: Paging {
        if case .list(let list) = self { list.paging } else { Paging() }
    }
}

extension Paging {
    fileprivate var isOfSeveralPages: Bool { if case .none = kind { false } else { true } }
}

/// The list of children of one element: the options `items`, `id`, `into`, `paging` and `limits.max_pages` of `hydrate`.
struct ChildList: Sendable {
    let items: RecordQuery
    let id: RecordQuery?
    /// The field of the element that gets the list.
    let into: FieldPath
    let paging: Paging
    let maxPages: Int
    /// The limit for the bodies of all pages of one list, in bytes, and the option that has it.
    let limit: (bytes: Int, option: String)

    /// The items of all pages, with warnings, and the length of the bodies in bytes.
    struct CollectedPages {
        var items: [JSONValue] = []
        var warnings: [String] = []
        var bytes = 0
        /// Whether a rule skips the first page by its status alone.
        var isPassedOver = false
    }

    /// Reads all pages, in a walk of its own.
    ///
    /// - Parameters:
    ///   - template: The request for the first page.
    ///   - isAllowed: Whether a next URL may lead to an origin other than that of the first page.
    ///   - secrets: The secrets that messages must not contain.
    ///   - fetch: Fetches a complete response. The second parameter is the request in messages.
    /// - Throws: As ``HTTPClient/fetch(_:label:handling:)``, and ``PipelineFailure`` for a page or a walk that cannot be used.
    func read(
        from template: RequestTemplate, isAllowed: @escaping @Sendable (WebOrigin) -> Bool, secrets: LearnedSecrets,
        fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse
    ) async throws -> CollectedPages {
        var list = DeduplicatingWalk(
            PageWalk(paging, from: template, around: ResponseContentPath(of: items), maxPages: maxPages, isAllowed: isAllowed))
        let shown = template.first.shown.printable
        // The client limits each page, and this method all pages together.
        let limits = JSONLimits(maxValueBytes: JSONLimits.maxSupportedValueBytes)
        let reader = PageReader(items: items, id: id, limits: limits, secrets: secrets)
        let fetcher = PageFetcher(fetch: fetch, reader: reader, shown: shown)
        var content = CollectedPages()
        while let next = list.walk.request() {
            let page = try await fetcher.page(next)
            content.bytes += page.bytes
            guard content.bytes <= limit.bytes else {
                throw PipelineFailure(
                    .badData, "\(shown): page \(page.number): the list is longer than \(limit.bytes) bytes (\(limit.option))")
            }
            if page.facts(repeatsPageBefore: false).ruleBeforeList != nil {
                content.isPassedOver = true
                return content
            }
            let (isNew, outcome) = try list.take(page)
            content.warnings += page.remark.map { ["\(shown): \($0.text)"] } ?? []
            if page.meaning == .content { content.items += zip(page.content.items, isNew).filter(\.1).map(\.0) }
            switch outcome {
            case .more, .moreElsewhere: break
            case .end(let end): content.warnings += end.warning.map { ["\(shown): \($0)"] } ?? []
            case .failed(let fault): throw PipelineFailure(fault.kind, "\(shown): \(fault)")
            }
        }
        content.warnings += list.warnings.map { "\(shown): \($0)" }
        return content
    }
}
