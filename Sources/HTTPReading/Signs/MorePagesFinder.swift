package import HTTP
package import JSONParsing
internal import Pipeline
internal import WebAddresses

/// Finds signs in a response that there are more pages, by names that many APIs use.
package enum MorePagesFinder {
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
    ///   - isCounted: Whether the requests count pages or items. Totals then count even if a page says that it is the last: a wrong start
    ///     of the count misses items.
    package static func signs(
        head: ResponseHead, page: JSONValue?, around place: ResponseContentPath = .whole, itemCount: Int, number: Int = 1,
        body: RequestBody = .none, isCounted: Bool = false
    ) -> [MorePagesSign] {
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
    package static func countsFromZero(_ page: JSONValue, around place: ResponseContentPath) -> Bool {
        pageNumber(page, around: place) == 0
    }

    /// Whether a flag of this name is true at the end of a list.
    package static func saysEnd(_ name: String) -> Bool { PageSignNames.endFlags.contains(name.plainName) }

    /// Whether a member or query item of this name holds the number of items of a page.
    package static func namesSize(_ name: String) -> Bool { PageSignNames.sizes.contains(name.plainName) }

    /// The page number that a page states; nil if it states none.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - place: Where the page holds its items.
    package static func pageNumber(_ page: JSONValue, around place: ResponseContentPath) -> Int64? {
        EnvelopeSigns(in: page, around: place, itemCount: 0, number: 0, body: .none).pageNumber
    }

    /// Returns the clear signs of a head.
    package static func signs(in head: ResponseHead, number: Int = 1) -> [MorePagesSign] {
        var signs: [MorePagesSign] = []
        if WebLink.target(of: "next", in: head.headers) != nil {
            signs.append(
                MorePagesSign(
                    kind: .header, place: "Link", phrase: "the header Link names the next one",
                    remedy: PagingRemedy(reading: #"{"type": "link_header"}"#)))
        }
        for header in pageCountHeaders {
            guard let pages = head.headers[header].flatMap({ Int($0) }), pages > number else { continue }
            signs.append(
                MorePagesSign(
                    kind: .pageCount, place: header, phrase: "the header \(header) counts \(pages)",
                    remedy: PagingRemedy(reading: #"{"type": "page", "total_pages": {"header": "\#(header)"}}"#), count: pages))
        }
        signs += head.headers.fields.compactMap { field in
            guard namesNextPage(field.name), !field.value.isEmpty else { return nil }
            return MorePagesSign(
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

    private static func totalSigns(in head: ResponseHead, _ itemCount: Int) -> [MorePagesSign] {
        totalHeaders.compactMap { header in
            guard let total = head.headers[header].flatMap({ Int($0) }), total > itemCount else { return nil }
            let phrase = "the header \(header) counts \(total) items"
            return MorePagesSign(kind: .total, place: header, phrase: phrase, count: total, isStrong: false)
        }
    }
}

/// The names of members with which APIs announce further pages, in the form of ``Swift/String/plainName``.
enum PageSignNames {
    private static let sideObjects: Set = [
        "links", "link", "info", "cursor", "cursors", "navigation", "summary", "context", "range", "batch", "hits", "additionaldata",
    ]
    /// Parts of names such as `search_metadata`, `list_info` or `pager`.
    private static let sideParts = ["meta", "info", "pag"]

    /// Whether an object of this name beside the items holds signs.
    static func isSideObject(_ name: String) -> Bool { sideObjects.contains(name) || sideParts.contains(where: name.contains) }

    /// Flags that are true if there is more.
    static let flags: Set = [
        "hasmore", "hasmoreitems", "hasmoreresults", "hasmorepages", "hasmorerecords", "hasmoredata", "hasnext", "hasnextpage",
        "hasadditionalresults", "moreitems", "moreitemsincollection", "moreresults", "moreresult", "morerecords", "morepages",
        "moredata", "moreavailable", "more", "isnextpage", "nextpageexists",
    ]
    /// Flags that are false if there is more.
    static let endFlags: Set = [
        "islast", "islastpage", "lastpage", "lastpagereached", "last", "endofstream", "endoflist", "endofrecords", "endofresults", "done",
        "isdone",
        "isfinal", "finished", "nomore",
    ]
    /// Flags that may say that the server left something out, or that there is another page.
    static let cutFlags: Set = ["incompleteresults", "incompletesearch", "truncated", "istruncated", "resultstruncated", "limitreached"]
    /// Members that name the next page.
    static let links: Set = [
        "next", "nexturl", "nexturi", "nextlink", "nexthref", "odatanextlink", "iotnextlink", "nextpage", "nextpageurl", "nextpageuri",
        "nextpagelink", "nextpagehref", "nextrecordsurl", "nextresults", "moreurl", "moretopicsurl", "loadmoreurl", "nextcursor",
        "nextpagecursor", "nextpagetoken", "nexttoken", "nextmarker", "nextkey", "nextid", "nextoffset", "nextstart",
        "nextpageid", "nextpagenumber", "nextindex", "nextsearchafter", "continuationtoken", "nextcontinuationtoken", "continuation",
        "continue", "resumptiontoken", "lastevaluatedkey", "pagingtoken", "paginationtoken",
    ]
    /// Members that name the next page if a flag beside them says that there is one. Servers may give them on the last page, too.
    static let cursors: Set = ["endcursor", "aftercursor", "bookmark", "cursor", "after", "scrollid"]
    /// The members that name the next page in an object such as `paging.next`.
    static let linkMembers: Set = ["href", "url", "uri", "link", "after", "startingafter", "cursor", "token", "pagetoken"]
    /// Members that hold the number of this page.
    static let pageNumbers: Set = ["page", "pagenumber", "pageindex", "pageno", "number", "currentpage", "thispage"]
    /// Members, and query items, that hold the number of items of a page.
    static let sizes: Set = ["limit", "perpage", "pagesize", "size", "maxresults", "top"]
    static let pageCounts: Set = [
        "totalpages", "totalpage", "pagecount", "pagescount", "pagetotal", "pagestotal", "numpages", "numberofpages", "lastpage",
        "lastpagenumber", "maxpage", "nbpages", "pages",
    ]
    static let totals: Set = [
        "total", "totalcount", "totalitems", "totalelements", "totalresults", "totalrecords", "totalrows", "totalhits", "totalsize",
        "totalentries", "totalobjects", "totalmatches", "totalnumber", "count", "itemcount", "resultcount", "resultscount", "recordcount",
        "recordscount", "numfound", "numresults", "numberofresults", "nbhits", "odatacount", "estimatedtotalhits", "collectionsize",
        "totalfound", "fullcount", "opensearchtotalresults",
    ]
}
