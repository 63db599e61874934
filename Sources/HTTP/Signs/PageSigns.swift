package import JSONParsing
internal import Pipeline

/// Finds signs in a response that there are more pages, by names that many APIs use.
package enum PageSigns {
    private static let pageCountHeaders = ["X-WP-TotalPages", "X-Total-Pages"]
    private static let totalHeaders = ["X-Total", "X-Total-Count", "X-WP-Total"]

    /// Returns the signs of a response, the clearest first.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - page: The parsed page; nil without one.
    ///   - place: Where the page holds its items.
    ///   - itemCount: The number of items so far.
    ///   - number: The number of the page, as the server counts pages.
    ///   - body: The body of the requests, in which a token may be sent.
    ///   - isCounted: Whether the requests count pages or items. A wrong start then misses items, though the last page says that it is one.
    package static func signs(
        head: ResponseHead, page: JSONValue?, around place: ContentPlace = .whole, itemCount: Int, number: Int = 1,
        body: RequestBody = .none, isCounted: Bool = false
    ) -> [PageSign] {
        let envelope = page.map { EnvelopeSigns(in: $0, around: place, itemCount: itemCount, number: number, body: body) }
        var inPage = envelope?.list ?? []
        if isCounted, inPage.isEmpty { inPage = envelope?.totals ?? [] }
        return signs(in: head, number: number) + inPage + totalSigns(in: head, itemCount)
    }

    /// Whether the server counts its pages from 0, by the number that its first page says.
    ///
    /// - Parameters:
    ///   - page: The first page.
    ///   - place: Where the page holds its items.
    package static func countsFromZero(_ page: JSONValue, around place: ContentPlace) -> Bool {
        pageNumber(page, around: place) == 0
    }

    /// Whether a flag of this name is true at the end of a list.
    package static func saysEnd(_ name: String) -> Bool { PageSignNames.endFlags.contains(name.plainName) }

    /// Whether a member or query item of this name holds the number of items of a page.
    package static func namesSize(_ name: String) -> Bool { PageSignNames.sizes.contains(name.plainName) }

    /// The number that a page says of itself; nil if it says none.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - place: Where the page holds its items.
    package static func pageNumber(_ page: JSONValue, around place: ContentPlace) -> Int64? {
        EnvelopeSigns(in: page, around: place, itemCount: 0, number: 0, body: .none).pageNumber
    }

    /// Returns the clear signs of a head.
    package static func signs(in head: ResponseHead, number: Int = 1) -> [PageSign] {
        var signs: [PageSign] = []
        if WebLink.target(of: "next", in: head.headers) != nil {
            signs.append(
                PageSign(
                    kind: .header, place: "Link", phrase: "the header Link names the next one",
                    remedy: PagingRemedy(reading: #"{"type": "link_header"}"#)))
        }
        for header in pageCountHeaders {
            guard let pages = head.headers[header].flatMap({ Int($0) }), pages > number else { continue }
            signs.append(
                PageSign(
                    kind: .pageCount, place: header, phrase: "the header \(header) counts \(pages)",
                    remedy: PagingRemedy(reading: #"{"type": "page", "total_pages": {"header": "\#(header)"}}"#), count: pages))
        }
        signs += head.headers.fields.compactMap { field in
            guard namesNextPage(field.name), !field.value.isEmpty else { return nil }
            return PageSign(
                kind: .header, place: field.name, phrase: "the header \(field.name.printable) names the next one",
                remedy: PagingRemedy(reading: #"{"type": "header_cursor", "header": "\#(field.name.jsonEscaped)"}"#))
        }
        return signs
    }

    /// The number of the last page in a header `Link`, such as that of `<https://example.org/?page=5>; rel="last"`; nil if it has none.
    package static func lastPage(in head: ResponseHead) -> Int? {
        guard let target = WebLink.target(of: "last", in: head.headers),
            let address = WebAddress(target) ?? WebAddress("http://localhost/")?.resolving(target)
        else { return nil }
        return address.queryValue("page").flatMap { Int($0) }
    }

    /// Whether a header field has a name such as `X-Next-Cursor`.
    private static func namesNextPage(_ name: String) -> Bool {
        let words = name.lowercased().split(separator: "-")
        return words.contains("next") && words.contains { ["cursor", "page", "token"].contains($0) }
    }

    private static func totalSigns(in head: ResponseHead, _ itemCount: Int) -> [PageSign] {
        totalHeaders.compactMap { header in
            guard let total = head.headers[header].flatMap({ Int($0) }), total > itemCount else { return nil }
            let phrase = "the header \(header) counts \(total) items"
            return PageSign(kind: .total, place: header, phrase: phrase, count: total, isStrong: false)
        }
    }
}
