internal import HTTP
internal import HTTPReading
internal import JSONParsing
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
        case nextURL(at: PageValue)
        /// `next_param`: the page names a URL, of which one query item goes to the first endpoint.
        case nextParameter(at: PageValue, take: String, sendAs: RequestParameter)
        /// `cursor` and `header_cursor`: the page gives a token, which the next request sends.
        case cursor(at: PageValue, sendAs: RequestParameter, stopsOnEmpty: Bool)
        /// `page` and `offset`: the requests count.
        case numbered(NumberedPaging)
        /// `keyset`: the next request sends a value of the last item. With `size`, a shorter page is the last one.
        case keyset(field: RecordQuery, sendAs: RequestParameter, sizeAs: RequestParameter?, size: Int?)
    }

    var kind = Kind.none
    /// The flag in a response that says whether there is more; nil if the paging reads none.
    var hasMore: PageValue?
    /// The hosts beside that of the source's URL that a next URL may name.
    var allowedHosts: [HostPattern] = []
    /// Whether a page that names an earlier one ends the walk; otherwise that is an error.
    var endsOnRepeat = false

    /// Whether an empty page ends the walk, because nothing else in the responses marks the end.
    var endsAtEmptyPage: Bool {
        switch kind {
        case .numbered(let paging): paging.total == nil && paging.stopsOnEmpty != false && hasMore == nil
        case .keyset: hasMore == nil
        case .none, .linkHeader, .nextURL, .nextParameter, .cursor: false
        }
    }

    /// The headers of a response that the walk reads. A cache has to keep them.
    var headerNames: [String] {
        let values: [PageValue?] =
            switch kind {
            case .none, .linkHeader, .keyset: [hasMore]
            case .nextURL(let place), .nextParameter(let place, _, _), .cursor(let place, _, _): [place, hasMore]
            case .numbered(let paging): [paging.total, hasMore]
            }
        return values.compactMap { if case .header(let name)? = $0 { name } else { nil } }
    }
}

// Options that name a place in a response or in a request.
extension Paging {
    /// The forms of a place in a response, for help.
    private static let valueForms = " A jq program on the page, or {\"header\": \"NAME\"}."
    /// The forms of a place in a request, for help.
    private static let parameterForms =
        " The name of a query item, {\"json\": \".a.b\"}, {\"form\": \"NAME\"} or {\"header\": \"NAME\"}."
    /// The form of a place for an object, for help.
    private static let eachForm = " {\"each\": \"query\"} sends each member of an object under its own name."

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

    /// Reads the places of a cursor in a request, with the name of a query item as the default.
    static func cursorParameter(_ name: String, default fallback: String, _ options: inout OptionReader, help: String) -> RequestParameter {
        options.read(
            name, .either(.string, { .query($0) }, default: fallback, object: cursorParameterObject), help: help + parameterForms + eachForm
        )
    }

    /// Reads the places of a cursor in a request; nil if the option is missing.
    static func optionalCursorParameter(_ name: String, _ options: inout OptionReader, help: String) -> RequestParameter? {
        options.readIfPresent(name, .either(.string, { .query($0) }, object: cursorParameterObject), help: help + parameterForms + eachForm)
    }

    private static func header(_ options: inout OptionReader) -> PageValue? {
        .header(options.read("header", .string, help: "The name of a header of the response."))
    }

    private static func parameterObject(_ options: inout OptionReader) -> RequestParameter? {
        parameterObject(&options, takesEach: false)
    }

    private static func cursorParameterObject(_ options: inout OptionReader) -> RequestParameter? {
        parameterObject(&options, takesEach: true)
    }

    private static func parameterObject(_ options: inout OptionReader, takesEach: Bool) -> RequestParameter? {
        let json = options.readIfPresent(
            "json", .string, help: "The path of a field of the JSON body, such as .page.after or .filters[0].value.")
        let form = options.readIfPresent("form", .string, help: "The name of an item of the form in the body.")
        let header = options.readIfPresent("header", .string, help: "The name of a header of the request.")
        let each: RequestParameter.EachPlace? =
            takesEach
            ? options.readIfPresent(
                "each", .choice,
                help: "Where requests carry the members of a cursor that is an object, each under its own name. Members that are null are "
                    + "left out.") : nil
        options.checkExactlyOne(of: ["json", "form", "header"] + (takesEach ? ["each"] : []))
        if let each { return .each(each) }
        if let form { return .form(form) }
        if let header {
            // Content must not choose the host of a request, or the length of its body.
            if !header.isEmpty, let fault = CredentialTextCheck.fault(ofHeader: header) {
                options.report("expected the name of a header, found \"\(header.printable)\": \(fault)", option: "header")
            }
            return .header(header)
        }
        guard let json else { return nil }
        guard let place = BodyPlace(json) else {
            options.report("expected the path of a field, such as .page.after or .filters[0].value", option: "json")
            return nil
        }
        return .json(place)
    }

    /// The way from page to page in a sentence, for `explain`.
    var explanation: String {
        let flag = hasMore.map { ", while \($0.shown) is true" } ?? ""
        guard case .numbered(let paging) = kind else { return way + flag }
        return way + flag + paging.ends(hasFlag: hasMore != nil)
    }

    private var way: String {
        switch kind {
        case .none: "one page"
        case .linkHeader(let relation): "pages: the header Link (rel=\"\(relation.printable)\") names the next URL"
        case .nextURL(let place): "pages: each names the next URL at \(place.shown)"
        case .nextParameter(let place, let take, let sendAs):
            "pages: \"\(take.printable)\" of the URL at \(place.shown) goes to the first URL as \(sendAs.phrase.printable)"
        case .cursor(let place, let sendAs, _): "pages: the token at \(place.shown) goes into \(sendAs.phrase.printable)"
        case .numbered(let paging):
            "pages: \(paging.sendAs.phrase.printable) counts \(paging.unit == .page ? "pages" : "items") from \(paging.start)"
                + (paging.total.map { ", up to \($0.shown)" } ?? "")
        case .keyset(let field, let sendAs, _, _):
            "pages: \(field.source.printable) of the last item goes into \(sendAs.phrase.printable)"
        }
    }

    /// Where requests carry values of paging.
    var parameters: [RequestParameter] {
        switch kind {
        case .none, .linkHeader, .nextURL: []
        case .nextParameter(_, _, let sendAs), .cursor(_, let sendAs, _): [sendAs]
        case .numbered(let paging): [paging.sendAs, paging.sizeAs].compactMap { $0 }
        case .keyset(_, let sendAs, let sizeAs, _): [sendAs, sizeAs].compactMap { $0 }
        }
    }
}

extension NumberedPaging {
    /// The meaning of an empty page, for `explain`.
    ///
    /// - Parameter hasFlag: Whether the paging reads `has_more`, which decides about an empty page.
    fileprivate func ends(hasFlag: Bool) -> String {
        let end =
            switch stopsOnEmpty {
            case true?: "; an empty page is the last one"
            case false?: "; empty pages do not end them"
            case nil where hasFlag: ""
            case nil: total == nil ? "; an empty page is the last one" : "; an empty page before that is an error"
            }
        return end + (stopsOn404 ? ", and the status 404 ends them" : "")
    }
}
