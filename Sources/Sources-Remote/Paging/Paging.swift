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
        case nextParameter(at: PageValue, take: String, sendAs: RequestParameter, hasMore: PageValue?)
        /// `cursor` and `header_cursor`: the page gives a token, which the next request sends.
        case cursor(at: PageValue, sendAs: RequestParameter, hasMore: PageValue?, stopsOnEmpty: Bool)
        /// `page` and `offset`: the requests count.
        case numbered(NumberedPaging)
        /// `keyset`: the next request sends a value of the last item. With `size`, a shorter page is the last one.
        case keyset(field: RecordQuery, sendAs: RequestParameter, hasMore: PageValue?, sizeAs: RequestParameter?, size: Int?)
    }

    var kind = Kind.none
    /// The hosts beside that of the source's URL that a next URL may name.
    var allowedHosts: [HostPattern] = []
    /// Whether a page that names an earlier one ends the walk; otherwise that is an error.
    var endsOnRepeat = false

    /// Whether an empty page ends the walk, because nothing else in the responses marks the end.
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

// Options that name a place in a response or in a request.
extension Paging {
    /// The forms of a place in a response, for help.
    private static let valueForms = " A jq program on the page, or {\"header\": \"NAME\"}."
    /// The forms of a place in a request, for help.
    private static let parameterForms = " The name of a query item, {\"json\": \".a.b\"}, {\"form\": \"NAME\"} or {\"header\": \"NAME\"}."

    /// Reads a place in a response. The option is required.
    static func value(_ name: String, _ options: inout OptionReader, help: String) -> PageValue {
        options.read(name, .either(.query, { .query($0.reading("page")) }, object: header), help: help + valueForms)
    }

    /// Reads a place in a response; nil if the option is missing.
    static func optionalValue(_ name: String, _ options: inout OptionReader, help: String) -> PageValue? {
        options.readIfPresent(name, .either(.query, { .query($0.reading("page")) }, object: header), help: help + valueForms)
    }

    /// Reads a place in a request. The option is required.
    static func parameter(_ name: String, _ options: inout OptionReader, help: String) -> RequestParameter {
        options.read(name, .either(.string, { .query($0) }, object: parameterObject), help: help + parameterForms)
    }

    /// Reads a place in a request, with the name of a query item as the default.
    static func parameter(_ name: String, default fallback: String, _ options: inout OptionReader, help: String) -> RequestParameter {
        options.read(name, .either(.string, { .query($0) }, default: fallback, object: parameterObject), help: help + parameterForms)
    }

    /// Reads a place in a request; nil if the option is missing.
    static func optionalParameter(_ name: String, _ options: inout OptionReader, help: String) -> RequestParameter? {
        options.readIfPresent(name, .either(.string, { .query($0) }, object: parameterObject), help: help + parameterForms)
    }

    private static func header(_ options: inout OptionReader) -> PageValue? {
        .header(options.read("header", .string, help: "The name of a header of the response."))
    }

    private static func parameterObject(_ options: inout OptionReader) -> RequestParameter? {
        let json = options.readIfPresent("json", .string, help: "The path of a field of the JSON body, such as .page.after.")
        let form = options.readIfPresent("form", .string, help: "The name of an item of the form in the body.")
        let header = options.readIfPresent("header", .string, help: "The name of a header of the request.")
        options.checkExactlyOne(of: ["json", "form", "header"])
        if let form { return .form(form) }
        if let header {
            // Content must not choose the host of a request, or the length of its body.
            if !header.isEmpty, let fault = CredentialTextCheck.fault(ofHeader: header) {
                options.report("expected the name of a header, found \"\(header.printable)\": \(fault)", option: "header")
            }
            return .header(header)
        }
        guard let json else { return nil }
        guard let keys = keys(of: json) else {
            options.report("expected the path of a field, such as .page.after", option: "json")
            return nil
        }
        return .json(keys)
    }

    /// The keys of a path without `[]`; nil for another text.
    private static func keys(of path: String) -> [String]? {
        guard let path = try? FieldPath(path) else { return nil }
        var keys: [String] = []
        for step in path.steps {
            guard case .key(let key) = step else { return nil }
            keys.append(key)
        }
        return keys
    }

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
    var parameters: [RequestParameter] {
        switch kind {
        case .none, .linkHeader, .nextURL: []
        case .nextParameter(_, _, let sendAs, _), .cursor(_, let sendAs, _, _): [sendAs]
        case .numbered(let paging): [paging.sendAs, paging.sizeAs].compactMap { $0 }
        case .keyset(_, let sendAs, _, let sizeAs, _): [sendAs, sizeAs].compactMap { $0 }
        }
    }
}

extension NumberedPaging {
    /// The meaning of an empty page, for `explain`.
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
