/// The names by which APIs tell of further pages, as ``Swift/String/plainName``.
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
