internal import Pipeline

extension Paging {
    /// The way from page to page in a sentence, for `explain`.
    var explanation: String {
        switch kind {
        case .none: "one page"
        case .linkHeader(let relation): "pages: the header Link (rel=\"\(relation.printable)\") names the next URL"
        case .nextURL(let place, let hasMore):
            "pages: each names the next URL at \(place.shown)" + (hasMore.map { ", while \($0.shown) is true" } ?? "")
        case .nextParameter(let place, let take, let sendAs, let hasMore):
            "pages: \"\(take.printable)\" of the URL at \(place.shown) goes to the first URL as \(sendAs.phrase.printable)"
                + (hasMore.map { ", while \($0.shown) is true" } ?? "")
        case .cursor(let place, let sendAs, let hasMore, _):
            "pages: the token at \(place.shown) goes into \(sendAs.phrase.printable)"
                + (hasMore.map { ", while \($0.shown) is true" } ?? "")
        case .numbered(let paging):
            "pages: \(paging.sendAs.phrase.printable) counts \(paging.unit == .page ? "pages" : "items") from \(paging.start)"
                + (paging.total.map { ", up to \($0.shown)" } ?? "")
                + paging.emptyPage
        case .keyset(let field, let sendAs, _, _, _):
            "pages: \(field.source.printable) of the last item goes into \(sendAs.phrase.printable)"
        }
    }

    /// Where requests carry values of paging.
    var parameters: [PageParameter] {
        switch kind {
        case .none, .linkHeader, .nextURL: []
        case .nextParameter(_, _, let sendAs, _), .cursor(_, let sendAs, _, _): [sendAs]
        case .numbered(let paging): [paging.sendAs, paging.sizeAs].compactMap { $0 }
        case .keyset(_, let sendAs, _, let sizeAs, _): [sendAs, sizeAs].compactMap { $0 }
        }
    }
}

extension NumberedPaging {
    /// What an empty page means, for `explain`.
    fileprivate var emptyPage: String {
        let end =
            switch stopsOnEmpty {
            case true?: "; an empty page is the last one"
            case false?: "; empty pages do not end them"
            case nil: total == nil ? "; an empty page is the last one" : "; an empty page before that is an error"
            }
        return end + (stopsOn404 ? ", and the status 404 ends them" : "")
    }
}
