internal import JSONParsing

/// Words the paging that probably fits a sign.
enum PagingRemedy {
    /// The usual parameter for a token, by the name of the member that gives it. `cursor` is the default of `send_as`.
    private static let parameters = [
        "nextPageToken": "pageToken", "next_page_token": "page_token", "page_token": "page_token", "next_cursor": "cursor",
        "nextCursor": "cursor", "cursor": "cursor", "after": "after", "starting_after": "starting_after", "offset": "offset",
        "next_page": "page", "nextPage": "page", "continuation_token": "continuation_token", "continuationToken": "continuationToken",
        "NextContinuationToken": "continuation-token", "NextMarker": "marker", "next_marker": "marker", "nextMarker": "marker",
    ]

    /// A paging, as the end of a message.
    static func reads(_ paging: String) -> String { "\"paging\": \(paging) reads it" }

    /// The paging in the end of such a message; nil if the message names another way.
    static func paging(in remedy: String) -> JSONValue? {
        guard remedy.hasPrefix("\"paging\": "), let end = remedy.firstRange(of: " reads it") else { return nil }
        let text = remedy[..<end.lowerBound].dropFirst("\"paging\": ".count)
        return try? JSONValue(parsing: Array(text.utf8))
    }

    /// The paging that follows a link or a token.
    ///
    /// - Parameters:
    ///   - target: The link or token.
    ///   - place: Its place in the page.
    ///   - name: The name of the member.
    ///   - flag: The place of a flag that says whether there is more; nil if there is none.
    ///   - body: The body of the requests: a token is probably sent in it.
    static func following(_ target: String, at place: String, name: String, flag: String?, _ body: RequestBody) -> String {
        // A token may contain a slash, too.
        let isURL = target.contains("://") || target.hasPrefix("/") || target.hasPrefix("?")
        if isURL { return reads(#"{"type": "next_url", "at": "\#(place.jsonEscaped)"}"#) }
        let parameter = parameters[name]
        var sendAs = parameter == "cursor" ? "" : #", "send_as": "\#(parameter ?? "…")""#
        switch body {
        case .none: break
        case .json: sendAs = #", "send_as": {"json": ".…"}"#
        case .form: sendAs = #", "send_as": {"form": "\#(parameter ?? "…")"}"#
        }
        let hasMore = flag.map { #", "has_more": "\#($0.jsonEscaped)""# } ?? ""
        let paging = #"{"type": "cursor", "at": "\#(place.jsonEscaped)"\#(sendAs)\#(hasMore)}"#
        return reads(paging) + (sendAs.contains("…") ? ", with the parameter's name from the documentation of the API" : "")
    }
}

extension String {
    /// The text inside of a JSON string.
    var jsonEscaped: String { String(JSONValue.string(self).compactText.dropFirst().dropLast()) }
}
