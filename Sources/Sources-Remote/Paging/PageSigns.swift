internal import JSONParsing

/// Finds signs in the body of a page that there are more pages, by names that many APIs use. They are for a warning only.
enum PageSigns {
    private static let flags = ["has_more", "hasMore", "has_next", "hasNext", "has_next_page", "hasNextPage"]
    private static let links = [
        "next", "next_url", "next_link", "nextLink", "@odata.nextLink", "next_page", "nextPage", "next_page_url", "next_cursor",
        "nextCursor", "next_page_token", "nextPageToken", "next_token", "nextToken",
    ]
    private static let totals = ["total", "total_count", "totalCount", "total_items", "totalItems"]
    private static let envelopes = [
        "meta", "paging", "pagination", "_pagination", "links", "_links", "page_info", "pageInfo", "response_metadata",
    ]

    /// Returns the sign in words.
    ///
    /// - Parameters:
    ///   - page: The parsed page.
    ///   - itemCount: The number of items of the page.
    /// - Returns: nil if there is none.
    static func sign(in page: JSONValue?, itemCount: Int) -> String? {
        guard let page, page.kind == .object else { return nil }
        var sign: String?
        for (path, value) in [("", page)] + envelopes.map({ ("." + $0, member($0, of: page)) }) {
            guard let value, value.kind == .object else { continue }
            for name in flags {
                switch member(name, of: value)?.bool {
                case true?: return "\(path).\(name) is true"
                // Servers may name a next page even on the last one.
                case false?: return nil
                case nil: break
                }
            }
            sign = sign ?? link(in: value, path) ?? total(in: value, path, itemCount)
        }
        return sign
    }

    private static func link(in value: JSONValue, _ path: String) -> String? {
        links.first { name in
            guard let next = member(name, of: value) else { return false }
            return next.string.map { !$0.isEmpty } ?? (next.number != nil || next.kind == .object)
        }.map { "\(path).\($0) names the next one" }
    }

    private static func total(in value: JSONValue, _ path: String, _ itemCount: Int) -> String? {
        for name in totals {
            if let total = member(name, of: value)?.number?.int64, total > itemCount { return "\(path).\(name) counts \(total) items" }
        }
        return nil
    }

    /// A member of an object; nil also for an object that cannot be decoded.
    private static func member(_ name: String, of value: JSONValue) -> JSONValue? { (try? value.member(name)) ?? nil }
}
