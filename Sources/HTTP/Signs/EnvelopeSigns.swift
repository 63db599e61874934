internal import JSONParsing

/// Finds signs that there are more pages in the JSON around the items: at the top of a page, and in objects such as `meta.pagination`.
struct EnvelopeSigns {
    private static let envelopes = [
        "meta", "paging", "pagination", "_pagination", "links", "_links", "page_info", "pageInfo", "response_metadata", "pages", "page",
        "result_info",
    ]
    /// The limit for the depth of envelopes in each other.
    private static let maxDepth = 2
    private static let flags = ["has_more", "hasMore", "has_next", "hasNext", "has_next_page", "hasNextPage", "more_items"]
    private static let endFlags = ["is_last", "isLast", "is_last_page", "isLastPage", "end_of_stream", "end_of_list"]
    /// Flags that may say that the server left something out, or that there is another page.
    private static let cutFlags = ["incomplete_results", "incompleteSearch", "truncated", "is_truncated", "isTruncated", "IsTruncated"]
    private static let links = [
        "next", "next_url", "next_link", "nextLink", "@odata.nextLink", "next_page", "nextPage", "next_page_url", "nextPageUrl",
        "nextRecordsUrl", "more_url", "more_topics_url", "next_cursor", "nextCursor", "next_page_token", "nextPageToken", "next_token",
        "nextToken", "next_marker", "nextMarker", "NextMarker", "continuation_token", "continuationToken", "NextContinuationToken",
        "continue",
    ]
    /// The members that name the next page in an object such as `paging.next`.
    private static let innerLinks = ["href", "after", "starting_after", "cursor", "token", "page_token"]
    private static let pageCounts = ["total_pages", "totalPages", "page_count", "pageCount", "num_pages", "last_page", "lastPage"]
    private static let totals = ["total", "total_count", "totalCount", "total_items", "totalItems", "totalElements", "count"]

    private let itemCount: Int
    private let number: Int
    private let body: RequestBody
    private var open: [PageSign] = []
    private var next: [PageSign] = []
    private var counts: [PageSign] = []
    private var weak: [PageSign] = []
    /// Whether a flag says that this is the last page. Servers may name a next page even there.
    private var isLast = false

    /// - Parameters:
    ///   - page: The parsed page.
    ///   - itemCount: The number of items so far.
    ///   - number: The number of the page, as the server counts pages.
    ///   - body: The body of the requests, in which a token may be sent.
    init(in page: JSONValue, itemCount: Int, number: Int, body: RequestBody) {
        self.itemCount = itemCount
        self.number = number
        self.body = body
        read(page, [])
    }

    /// The signs, the clearest first.
    var list: [PageSign] {
        if isLast { return [] }
        let strong = next.filter(\.isStrong)
        // What names the next page leads to it, which a flag beside it does not.
        let flags = open.map { flag in
            var flag = flag
            if let remedy = strong.first?.remedy { flag.remedy = remedy }
            return flag
        }
        return flags + strong + counts + next.filter { !$0.isStrong } + weak
    }

    private mutating func read(_ object: JSONValue, _ path: [String]) {
        guard object.kind == .object else { return }
        readFlags(object, path)
        let flag = open.first?.place
        next += Self.links.compactMap { link($0, in: object, path, flag: flag) }
        // A number is the offset of this page. Only a text is a token.
        if path.isEmpty, let token = object.pageMember("offset")?.string, let link = link("offset", in: object, path, flag: flag),
            Int(token) == nil
        {
            next.append(link)
        }
        counts += Self.pageCounts.compactMap { pageCount($0, in: object, path) }
        weak += Self.totals.compactMap { total($0, in: object, path) }
        guard path.count < Self.maxDepth else { return }
        for name in Self.envelopes {
            if let inner = object.pageMember(name) { read(inner, path + [name]) }
        }
    }

    private mutating func readFlags(_ object: JSONValue, _ path: [String]) {
        for name in Self.flags {
            switch object.pageMember(name)?.bool {
            case true?:
                let place = JSONPathStep.text(ofKeys: path + [name])
                open.append(
                    PageSign(
                        kind: .flag, place: place, phrase: "\(place) is true",
                        remedy: PagingRemedy("\"keyset\" with \"has_more\": \"\(place.jsonEscaped)\" goes on by the last item")))
            case false?: isLast = true
            case nil: break
            }
        }
        for name in Self.endFlags {
            switch object.pageMember(name)?.bool {
            case false?:
                let place = JSONPathStep.text(ofKeys: path + [name])
                open.append(
                    PageSign(
                        kind: .flag, place: place, phrase: "\(place) is false",
                        remedy: PagingRemedy("\"has_more\": \"\(place.jsonEscaped) | not\" tells a paging whether there is more")))
            case true?: isLast = true
            case nil: break
            }
        }
        for name in Self.cutFlags where object.pageMember(name)?.bool == true {
            let place = JSONPathStep.text(ofKeys: path + [name])
            weak.append(PageSign(kind: .flag, place: place, phrase: "\(place) is true", isStrong: false))
        }
    }

    private func link(_ name: String, in object: JSONValue, _ path: [String], flag: String?) -> PageSign? {
        guard let found = object.pageMember(name) else { return nil }
        let place = JSONPathStep.text(ofKeys: path + [name])
        let phrase = "\(place) names the next one"
        if let target = found.string {
            // A title, such as that of the next article, is no link.
            let isStrong = !target.contains(where: \.isWhitespace)
            let remedy = isStrong ? PagingRemedy.following(target, at: place, name: name, flag: flag, body) : nil
            return target.isEmpty ? nil : PageSign(kind: .next, place: place, phrase: phrase, remedy: remedy, isStrong: isStrong)
        }
        if let number = found.number?.double {
            let remedy = PagingRemedy.following("", at: place, name: name, flag: flag, body)
            return number > 0 ? PageSign(kind: .next, place: place, phrase: phrase, remedy: remedy) : nil
        }
        guard found.kind == .object else { return nil }
        for inner in Self.innerLinks {
            guard let target = found.pageMember(inner)?.string else { continue }
            let place = JSONPathStep.text(ofKeys: path + [name, inner])
            let remedy = PagingRemedy.following(inner == "href" ? "/" + target : target, at: place, name: inner, flag: flag, body)
            return target.isEmpty ? nil : PageSign(kind: .next, place: place, phrase: phrase, remedy: remedy)
        }
        return PageSign(kind: .next, place: place, phrase: phrase, isStrong: false)
    }

    private func pageCount(_ name: String, in object: JSONValue, _ path: [String]) -> PageSign? {
        guard let pages = object.pageMember(name)?.number?.int64, pages > number else { return nil }
        let place = JSONPathStep.text(ofKeys: path + [name])
        return PageSign(
            kind: .pageCount, place: place, phrase: "\(place) counts \(pages) pages",
            remedy: PagingRemedy(reading: #"{"type": "page", "total_pages": "\#(place.jsonEscaped)"}"#), count: Int(clamping: pages))
    }

    private func total(_ name: String, in object: JSONValue, _ path: [String]) -> PageSign? {
        guard let total = object.pageMember(name)?.number?.int64, total > itemCount else { return nil }
        let place = JSONPathStep.text(ofKeys: path + [name])
        return PageSign(kind: .total, place: place, phrase: "\(place) counts \(total) items", count: Int(clamping: total), isStrong: false)
    }
}

extension JSONValue {
    /// A member of an object; nil also for an object that cannot be decoded.
    fileprivate func pageMember(_ name: String) -> JSONValue? { (try? member(name)) ?? nil }
}

extension JSONPathStep {
    fileprivate static func text(ofKeys keys: [String]) -> String { text(of: keys.map { JSONPathStep.key($0) }) }
}
