internal import HTTP
internal import HTTPReading
package import JSONParsing
package import Pipeline

/// A guess at the paging of a list, by the signs of further pages in its first response.
package struct PagingGuess: Sendable {
    /// The option `paging` of the source `http`.
    package let option: JSONValue
    /// The reason for the guess, as the end of a sentence.
    package let reason: String
    /// The name of a query item that the paging sends, and that the URL must not have; nil if there is none.
    package let parameter: String?

    /// Names of members and query items with the number of items before a page.
    private static let offsets = ["offset", "skip", "start", "startAt"]

    private init(_ option: JSONObject, reason: String, parameter: String? = nil) {
        self.option = .object(option)
        self.reason = reason
        self.parameter = parameter
    }

    /// Guesses the paging of a list.
    ///
    /// - Parameters:
    ///   - answer: The first answer.
    ///   - page: The parsed answer.
    ///   - items: The jq query that selects the items.
    ///   - itemCount: The number of items in it.
    ///   - queryNames: The names of the query items of the URL.
    /// - Returns: nil if nothing in the answer leads to a further page.
    package init?(_ answer: InputSample, page: JSONValue, items: RecordQuery, itemCount: Int, queryNames: [String]) {
        let head = answer.head ?? ResponseHead(status: 200)
        // Zero items and page 0, so that a list with a single page shows its signs, too.
        let signs = MorePagesFinder.signs(head: head, page: page, around: ResponseContentPath(of: items), itemCount: 0, number: 0)
        for sign in signs {
            if sign.kind == .total {
                guard let guess = Self.offsetPaging(sign, page, itemCount, queryNames) else { continue }
                self = guess
                return
            }
            var reason = sign.phrase
            var option: JSONObject
            if let found = sign.remedy?.option {
                option = found
            } else if sign.kind == .flag, sign.isStrong,
                let number = MorePagesFinder.pageNumber(page, around: ResponseContentPath(of: items))
            {
                option = ["type": "page"]
                reason += ", and the page has the number \(number)"
            } else {
                continue
            }
            if let place = option["at"]?.string, place != sign.place { reason += ", and \(place) names the next page" }
            if sign.remedy?.lacksParameter == true, option["send_as"]?.string != nil {
                let name = String(sign.place.split(separator: ".").last ?? "cursor")
                option["send_as"] = .string(name)
                reason += "; that the requests carry it as \"\(name)\" is a guess"
            }
            switch option["type"]?.string {
            case "page":
                if !queryNames.contains("page"), MorePagesFinder.countsFromZero(page, around: ResponseContentPath(of: items)) {
                    option["start"] = 0
                    reason += ", and its first page has the number 0"
                }
                let size = queryNames.first(where: MorePagesFinder.namesSize)
                self.init(option, reason: reason + (size.map { ", and the URL has \"\($0)\"" } ?? ""), parameter: "page")
            case "cursor": self.init(option, reason: reason, parameter: option["send_as"]?.string ?? "cursor")
            default: self.init(option, reason: reason)
            }
            return
        }
        return nil
    }

    /// The clearest sign of a further page, with advice on reading it; nil without a sign.
    ///
    /// - Parameters:
    ///   - answer: The first answer.
    ///   - page: The parsed answer.
    ///   - itemCount: The number of items in it.
    ///   - items: The jq query that selects the items.
    package static func openSign(_ answer: InputSample, page: JSONValue, items: RecordQuery, itemCount: Int) -> String? {
        let head = answer.head ?? ResponseHead(status: 200)
        let signs = MorePagesFinder.signs(head: head, page: page, around: ResponseContentPath(of: items), itemCount: itemCount)
        guard let sign = signs.first else { return nil }
        return sign.phrase + (sign.remedy.map { "; \($0.words)" } ?? "")
    }

    /// The paging by offsets, if the answer or the URL names one; nil otherwise, because the total may count something else.
    private static func offsetPaging(_ sign: MorePagesSign, _ page: JSONValue, _ itemCount: Int, _ queryNames: [String]) -> PagingGuess? {
        func names(_ name: String) -> Bool { queryNames.contains(name) || (try? page.member(name))??.number != nil }
        guard itemCount > 0, let offset = offsets.first(where: names) else { return nil }
        let members = (page.object ?? [:]).filter { $0.value.number != nil }.map(\.key)
        let size = (queryNames + members).first(where: MorePagesFinder.namesSize)
        var option: JSONObject = ["type": "offset"]
        if offset != "offset" { option["send_as"] = .string(offset) }
        if let size, size != "limit" { option["size_as"] = .string(size) }
        let isHeader = !sign.place.hasPrefix(".")
        option["total"] = isHeader ? ["header": .string(sign.place)] : .string(sign.place)
        return PagingGuess(option, reason: "\(sign.phrase), and \"\(offset)\" counts those before a page", parameter: offset)
    }
}
