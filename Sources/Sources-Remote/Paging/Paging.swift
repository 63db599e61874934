internal import HTTP
internal import Pipeline

/// The way from one page to the next: the option `paging`.
struct Paging: Sendable {
    /// The ways, by their `type` in a pipeline file.
    enum Kind: Sendable {
        /// `none`: one page.
        case none
        /// `link_header`: the header `Link` names the next URL.
        case linkHeader(relation: String)
        /// `next_url`: the page names the next URL.
        case nextURL(at: PageValue, hasMore: PageValue?)
        /// `next_param`: the page names a URL, of which one query item goes to the first endpoint.
        case nextParameter(at: PageValue, take: String, sendAs: PageParameter, hasMore: PageValue?)
        /// `cursor` and `header_cursor`: the page gives a token, which the next request sends.
        case cursor(at: PageValue, sendAs: PageParameter, hasMore: PageValue?, stopsOnEmpty: Bool)
        /// `page` and `offset`: the requests count.
        case numbered(NumberedPaging)
        /// `keyset`: the next request sends a value of the last item. With `size`, a shorter page is the last one.
        case keyset(field: RecordQuery, sendAs: PageParameter, hasMore: PageValue?, sizeAs: PageParameter?, size: Int?)
    }

    var kind = Kind.none
    /// The hosts beside that of the source's URL that a next URL may name.
    var allowedHosts: [HostPattern] = []
    /// Whether a page that names an earlier one ends the walk; otherwise that is an error.
    var endsOnRepeat = false

    /// Whether an empty page ends the walk without another word of the server.
    var endsAtEmptyPage: Bool {
        switch kind {
        case .numbered(let paging): paging.total == nil && paging.stopsOnEmpty != false
        case .keyset(_, _, let hasMore, _, _): hasMore == nil
        case .none, .linkHeader, .nextURL, .nextParameter, .cursor: false
        }
    }

    /// The headers of a response that the walk reads. A cache has to keep them.
    var headerNames: [String] {
        let values: [PageValue?] =
            switch kind {
            case .none, .linkHeader: []
            case .nextURL(let place, let hasMore), .nextParameter(let place, _, _, let hasMore), .cursor(let place, _, let hasMore, _):
                [place, hasMore]
            case .numbered(let paging): [paging.total]
            case .keyset(_, _, let hasMore, _, _): [hasMore]
            }
        return values.compactMap { if case .header(let name)? = $0 { name } else { nil } }
    }
}
