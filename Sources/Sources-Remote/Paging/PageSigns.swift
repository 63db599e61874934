internal import JSONParsing
internal import Pipeline

/// Finds signs in a response that there are more pages, by names that many APIs use.
enum PageSigns {
    private static let flags = ["has_more", "hasMore", "has_next", "hasNext", "has_next_page", "hasNextPage"]
    private static let links = [
        "next", "next_url", "next_link", "nextLink", "@odata.nextLink", "next_page", "nextPage", "next_page_url", "next_cursor",
        "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken",
    ]
    private static let pageCountHeaders = ["X-WP-TotalPages", "X-Total-Pages"]
    private static let pageCounts = ["total_pages", "totalPages", "page_count", "pageCount", "num_pages", "last_page", "lastPage"]
    private static let totalHeaders = ["X-Total", "X-Total-Count", "X-WP-Total"]
    private static let totals = ["total", "total_count", "totalCount", "total_items", "totalItems"]
    private static let envelopes = [
        "meta", "paging", "pagination", "_pagination", "links", "_links", "page_info", "pageInfo", "response_metadata",
    ]

    /// Returns the signs of a response, the clearest first.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - page: The parsed page; nil without one.
    ///   - itemCount: The number of items of the page.
    ///   - number: The number of the page, as the server counts pages.
    static func signs(head: ResponseHead, page: JSONValue?, itemCount: Int, number: Int = 1) -> [PageSign] {
        signs(in: head, number: number) + signs(in: page, itemCount: itemCount, number: number) + totalSigns(in: head, itemCount)
    }

    /// Returns the clear signs of a head.
    static func signs(in head: ResponseHead, number: Int = 1) -> [PageSign] {
        var signs: [PageSign] = []
        if WebLink.target(of: "next", in: head.headers) != nil {
            signs.append(
                PageSign(
                    kind: .header, place: "Link", phrase: "the header Link names the next one",
                    remedy: reads(#"{"type": "link_header"}"#)))
        }
        for header in pageCountHeaders {
            guard let pages = head.headers[header].flatMap({ Int($0) }), pages > number else { continue }
            signs.append(
                PageSign(
                    kind: .pageCount, place: header, phrase: "the header \(header) counts \(pages)",
                    remedy: reads(#"{"type": "page", "total_pages": {"header": "\#(header)"}}"#)))
        }
        signs += head.headers.fields.compactMap { field in
            guard namesNextPage(field.name), !field.value.isEmpty else { return nil }
            return PageSign(
                kind: .header, place: field.name, phrase: "the header \(field.name.printable) names the next one",
                remedy: reads(#"{"type": "header_cursor", "header": "\#(field.name.jsonEscaped)"}"#))
        }
        return signs
    }

    /// Whether a header field has a name such as `X-Next-Cursor`.
    private static func namesNextPage(_ name: String) -> Bool {
        let words = name.lowercased().split(separator: "-")
        return words.contains("next") && words.contains { ["cursor", "page", "token"].contains($0) }
    }

    private static func totalSigns(in head: ResponseHead, _ itemCount: Int) -> [PageSign] {
        totalHeaders.compactMap { header in
            guard let total = head.headers[header].flatMap({ Int($0) }), total > itemCount else { return nil }
            return PageSign(kind: .total, place: header, phrase: "the header \(header) counts \(total) items", isStrong: false)
        }
    }

    private static func signs(in page: JSONValue?, itemCount: Int, number: Int) -> [PageSign] {
        guard let page, page.kind == .object else { return [] }
        var found: (flags: [PageSign], links: [PageSign], counts: [PageSign], totals: [PageSign]) = ([], [], [], [])
        for (path, value) in [([], page)] + envelopes.map({ ([$0], member($0, of: page)) }) as [([String], JSONValue?)] {
            guard let value, value.kind == .object else { continue }
            for name in flags {
                switch member(name, of: value)?.bool {
                case true?:
                    let place = text(path + [name])
                    found.flags.append(
                        PageSign(
                            kind: .flag, place: place, phrase: "\(place) is true",
                            remedy: "\"keyset\" with \"has_more\": \"\(place.jsonEscaped)\" goes on by the last item"))
                // Servers may name a next page even on the last one.
                case false?: return []
                case nil: break
                }
            }
            found.links += links.compactMap { link($0, in: value, path) }
            found.counts += pageCounts.compactMap { pageCount($0, in: value, path, number) }
            found.totals += totals.compactMap { total($0, in: value, path, itemCount) }
        }
        // What names the next page leads to it, which a flag beside it does not.
        if let remedy = found.links.first(where: \.isStrong)?.remedy {
            for index in found.flags.indices { found.flags[index].remedy = remedy }
        }
        return found.flags + found.links.filter(\.isStrong) + found.counts + found.links.filter { !$0.isStrong } + found.totals
    }

    private static func link(_ name: String, in object: JSONValue, _ path: [String]) -> PageSign? {
        guard let next = member(name, of: object) else { return nil }
        let place = text(path + [name])
        let phrase = "\(place) names the next one"
        if let target = next.string {
            // A title, such as that of the next article, is no link.
            return target.isEmpty
                ? nil
                : PageSign(
                    kind: .next, place: place, phrase: phrase, remedy: remedy(for: target, at: place),
                    isStrong: !target.contains(where: \.isWhitespace))
        }
        if let number = next.number?.double {
            return number > 0 ? PageSign(kind: .next, place: place, phrase: phrase, remedy: remedy(for: "", at: place)) : nil
        }
        guard next.kind == .object else { return nil }
        guard let target = member("href", of: next)?.string else {
            return PageSign(kind: .next, place: place, phrase: phrase, isStrong: false)
        }
        let inner = text(path + [name, "href"])
        return target.isEmpty ? nil : PageSign(kind: .next, place: inner, phrase: phrase, remedy: remedy(for: "/" + target, at: inner))
    }

    private static func pageCount(_ name: String, in object: JSONValue, _ path: [String], _ number: Int) -> PageSign? {
        guard let pages = member(name, of: object)?.number?.int64, pages > number else { return nil }
        let place = text(path + [name])
        return PageSign(
            kind: .pageCount, place: place, phrase: "\(place) counts \(pages) pages",
            remedy: reads(#"{"type": "page", "total_pages": "\#(place.jsonEscaped)"}"#))
    }

    private static func total(_ name: String, in object: JSONValue, _ path: [String], _ itemCount: Int) -> PageSign? {
        guard let total = member(name, of: object)?.number?.int64, total > itemCount else { return nil }
        let place = text(path + [name])
        return PageSign(kind: .total, place: place, phrase: "\(place) counts \(total) items", isStrong: false)
    }

    /// The paging that follows a link or a token.
    private static func remedy(for target: String, at place: String) -> String {
        // A token may contain a slash, too.
        let isURL = target.contains("://") || target.hasPrefix("/") || target.hasPrefix("?")
        return reads(#"{"type": "\#(isURL ? "next_url" : "cursor")", "at": "\#(place.jsonEscaped)"}"#)
    }

    private static func reads(_ paging: String) -> String { "\"paging\": \(paging) reads it" }

    private static func text(_ path: [String]) -> String { JSONPathStep.text(of: path.map { JSONPathStep.key($0) }) }

    /// A member of an object; nil also for an object that cannot be decoded.
    private static func member(_ name: String, of value: JSONValue) -> JSONValue? { (try? value.member(name)) ?? nil }
}

extension String {
    /// The text inside of a JSON string.
    fileprivate var jsonEscaped: String { String(JSONValue.string(self).compactText.dropFirst().dropLast()) }
}
