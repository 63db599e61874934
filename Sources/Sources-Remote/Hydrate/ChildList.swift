internal import HTTP
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

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
    struct Content {
        var items: [JSONValue] = []
        var warnings: [String] = []
        var bytes = 0
        /// Whether a rule that knows the status alone passes over the first page.
        var isPassedOver = false
    }

    /// Reads all pages, in a walk of its own.
    ///
    /// - Parameters:
    ///   - template: The request for the first page.
    ///   - isAllowed: Whether a next URL may lead to an origin other than that of the first page.
    ///   - fetch: Fetches a complete response. The second parameter is the request in messages.
    /// - Throws: As ``HTTPClient/fetch(_:label:handling:)``, and ``PipelineFailure`` for a page or a walk that cannot be used.
    func read(
        from template: RequestTemplate, isAllowed: @escaping @Sendable (WebOrigin) -> Bool,
        fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse
    ) async throws -> Content {
        var list = ListWalk(PageWalk(paging, from: template, around: ContentPlace(of: items), maxPages: maxPages, isAllowed: isAllowed))
        let shown = template.first.shown.printable
        // The client bounds each page, and this method all of them.
        let limits = JSONLimits(maxValueBytes: JSONLimits.maxSupportedValueBytes)
        let fetcher = PageFetcher(fetch: fetch, reader: PageReader(items: items, id: id, limits: limits), shown: shown)
        var content = Content()
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
