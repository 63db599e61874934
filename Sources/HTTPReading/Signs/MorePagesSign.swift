internal import HTTP
package import JSONParsing

/// A sign in a response that there are more pages.
package struct MorePagesSign: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// A header field names the next page.
        case header
        /// A header such as `X-WP-TotalPages`, or a member such as `total_pages`, counts more pages.
        case pageCount
        /// A flag such as `has_more` is true.
        case flag
        /// A member such as `next_cursor` names the next page.
        case next
        /// A member such as `total` counts more items. It may count something other than this list.
        case total
    }

    package let kind: Kind
    /// The place: a jq path such as `.meta.next`, or the name of a header field.
    package let place: String
    /// The sign in words, such as `.meta.next names the next one`.
    package let phrase: String
    /// The advice that probably leads to the further pages; nil without one.
    package var remedy: PagingRemedy?
    /// The number of pages or items that the server counts; nil for a sign without a number.
    package var count: Int?
    /// Whether the sign certainly means that there are more pages.
    package var isStrong = true

    package init(kind: Kind, place: String, phrase: String, remedy: PagingRemedy? = nil, count: Int? = nil, isStrong: Bool = true) {
        self.kind = kind
        self.place = place
        self.phrase = phrase
        self.remedy = remedy
        self.count = count
        self.isStrong = isStrong
    }

    /// The place in words.
    package var source: String { place.hasPrefix(".") ? place : "the header \(place)" }
}

/// Advice on reading the further pages that a sign indicates.
package struct PagingRemedy: Sendable, Equatable {
    /// The advice, as the end of a message.
    package let words: String
    /// The option `paging` as JSON; nil if the advice is no paging.
    private(set) var paging: String?
    /// Whether the name of the parameter is unknown, so that `send_as` holds the placeholder `…`.
    package private(set) var lacksParameter = false

    /// The option `paging`; nil if the advice is no paging.
    package var option: JSONObject? { paging.flatMap { try? JSONValue(parsing: Array($0.utf8)) }?.object }

    /// The usual parameter for a token, by the name of the member that gives it. `cursor` is the default of `send_as`.
    private static let parameters = [
        "nextPageToken": "pageToken", "next_page_token": "page_token", "page_token": "page_token", "next_cursor": "cursor",
        "nextCursor": "cursor", "cursor": "cursor", "after": "after", "starting_after": "starting_after", "offset": "offset",
        "next_page": "page", "nextPage": "page", "continuation_token": "continuation_token", "continuationToken": "continuationToken",
        "NextContinuationToken": "continuation-token", "NextMarker": "marker", "next_marker": "marker", "nextMarker": "marker",
    ]

    /// Creates advice that is no paging.
    init(_ words: String) { self.words = words }

    /// Creates advice that suggests a paging.
    ///
    /// - Parameters:
    ///   - paging: The option as JSON.
    ///   - lacksParameter: Whether `send_as` has no name yet.
    init(reading paging: String, lacksParameter: Bool = false) {
        words = "\"paging\": \(paging) reads it" + (lacksParameter ? ", with the parameter's name from the documentation of the API" : "")
        self.paging = paging
        self.lacksParameter = lacksParameter
    }

    /// The paging that follows a link or a token.
    ///
    /// - Parameters:
    ///   - target: The link or token.
    ///   - place: Its place in the page.
    ///   - name: The name of the member.
    ///   - flag: The place of a flag that says whether there is more; nil if there is none.
    ///   - body: The body of the requests: a token is probably sent in it.
    static func following(_ target: String, at place: String, name: String, flag: String?, _ body: RequestBody) -> PagingRemedy {
        // A token may contain a slash, too.
        let isURL = target.contains("://") || target.hasPrefix("/") || target.hasPrefix("?")
        if isURL { return PagingRemedy(reading: #"{"type": "next_url", "at": "\#(place.jsonEscaped)"}"#) }
        let parameter = parameters[name]
        var sendAs = parameter == "cursor" ? "" : #", "send_as": "\#(parameter ?? "…")""#
        switch body {
        case .none: break
        case .json: sendAs = #", "send_as": {"json": ".…"}"#
        case .form: sendAs = #", "send_as": {"form": "\#(parameter ?? "…")"}"#
        }
        let hasMore = flag.map { #", "has_more": "\#($0.jsonEscaped)""# } ?? ""
        let paging = #"{"type": "cursor", "at": "\#(place.jsonEscaped)"\#(sendAs)\#(hasMore)}"#
        return PagingRemedy(reading: paging, lacksParameter: sendAs.contains("…"))
    }
}

extension String {
    /// The text inside of a JSON string.
    var jsonEscaped: String { String(JSONValue.string(self).compactText.dropFirst().dropLast()) }
}
