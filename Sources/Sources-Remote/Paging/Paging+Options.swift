internal import HTTP
internal import HTTPReading
internal import Pipeline

extension Paging {
    /// The option `on_repeat`: the reaction to a page that names an earlier one.
    private enum OnRepeat: String, CaseIterable {
        case error, end
    }

    /// The largest number that `start` may be: 2^53, which every server reads exactly.
    private static let maxStart = 1 << 53

    /// Reads the option `paging`.
    static func read(_ options: inout OptionReader) -> Paging {
        options.read(
            "paging",
            .variant([
                OptionVariant("none", help: "One page. If its response names another one, the run warns.") { _ in Paging() },
                OptionVariant("link_header", help: "The header Link names the next URL (RFC 8288), until there is no such link.") {
                    options in
                    let relation = options.read("rel", .string, default: "next", help: "The relation type of the link to the next page.")
                    return reading(&options, .linkHeader(relation: relation), hosts: true)
                },
                OptionVariant("next_url", help: "The page names the next URL, until that is null, empty or missing.") { options in
                    let place = value("at", &options, help: "The next URL, which may be relative.")
                    return reading(&options, .nextURL(at: place), hosts: true)
                },
                OptionVariant("next_param", help: "The page names a URL, of which one query item goes to the first URL.") { options in
                    let place = value("at", &options, help: "The URL that holds the query item.")
                    let take = options.read("take", .string, default: "page_token", help: "The name of the query item.")
                    let sendAs = optionalParameter(
                        "send_as", &options, help: "Where the next request carries it; without this, under the same name.")
                    return reading(&options, .nextParameter(at: place, take: take, sendAs: sendAs ?? .query(take)))
                },
                OptionVariant("cursor", help: "The page gives a token for the next request, until it gives none.", read: cursor),
                OptionVariant("header_cursor", help: "A header gives a token for the next request, until it is missing.") { options in
                    let header = options.read("header", .string, help: "The name of the header.")
                    let sendAs = parameter("send_as", &options, help: "Where the next request carries the token.")
                    return reading(&options, .cursor(at: .header(header), sendAs: sendAs, stopsOnEmpty: false))
                },
                OptionVariant("page", help: "The requests number the pages, until the total is reached or a page is empty.", read: page),
                OptionVariant(
                    "offset", help: "The requests say how many items came before, until the total is reached or a page is empty.",
                    read: offset),
                OptionVariant(
                    "keyset",
                    help: "The next request sends a value of the last item, until has_more is false; without it, until a page is empty.",
                    read: keyset),
            ]), default: Paging(), help: "How one page leads to the next. Without it, one page is read.")
    }

    private static func hasMore(_ options: inout OptionReader) -> PageValue? {
        let value = optionalValue("has_more", &options, help: "Whether there is more. If it is false, this page is the last one.")
        // Such a flag is true at the end of a list, in place of one that is true before it.
        if let value, value.saysEnd {
            options.warn(
                "this most likely says that the list has ended, and \"has_more\" that it goes on; did you mean \"\(value.shown) | not\"?",
                option: "has_more")
        }
        return value
    }

    private static func cursor(_ options: inout OptionReader) -> Paging {
        let place = value("at", &options, help: "The token: any JSON value.")
        let sendAs = cursorParameter("send_as", default: "cursor", &options, help: "Where the next request carries it.")
        let stopsOnEmpty = options.read("stop_on_empty", .boolean, default: false, help: "Whether a page without items is the last one.")
        return reading(&options, .cursor(at: place, sendAs: sendAs, stopsOnEmpty: stopsOnEmpty))
    }

    private static func page(_ options: inout OptionReader) -> Paging {
        let start = options.read("start", .integer(0...maxStart), default: 1, help: "The number of the first page.")
        let sendAs = parameter("send_as", default: "page", &options, help: "Where each request carries the number.")
        let sizeAs = optionalParameter("size_as", &options, help: "Where each request carries the size.")
        let size = size(&options)
        if size != nil, sizeAs == nil { options.report("\"size\" needs \"size_as\", the place where requests carry it", option: "size") }
        if size == nil, sizeAs != nil { options.report("\"size_as\" needs \"size\", the number of items to ask for", option: "size_as") }
        let total = optionalValue(
            "total_pages", &options, help: "The number of pages. With it, several are requested at once.")
        return numbered(
            &options, NumberedPaging(unit: .page, start: start, sendAs: sendAs, sizeAs: sizeAs, size: size, total: total))
    }

    private static func offset(_ options: inout OptionReader) -> Paging {
        let start = options.read("start", .integer(0...maxStart), default: 0, help: "The offset of the first request.")
        let sendAs = parameter("send_as", default: "offset", &options, help: "Where each request carries the offset.")
        let sizeAs = parameter("size_as", default: "limit", &options, help: "Where each request carries the size.")
        let size = size(&options)
        let total = optionalValue("total", &options, help: "The number of items. With it, several pages are requested at once.")
        return numbered(
            &options, NumberedPaging(unit: .item, start: start, sendAs: sendAs, sizeAs: sizeAs, size: size, total: total))
    }

    private static func keyset(_ options: inout OptionReader) -> Paging {
        let field = options.read("field", .query, help: "The value of the last item that the next request sends, such as .id.")
        let sendAs = cursorParameter("send_as", default: "after", &options, help: "Where the next request carries it.")
        let sizeAs = optionalParameter("size_as", &options, help: "Where each request carries the size.")
        let size = options.readIfPresent(
            "size", .integer(1...Int(Int32.max)),
            help: "The number of items of a page. Without has_more, a shorter page than an earlier one is then the last one.")
        if size == nil, sizeAs != nil { options.report("\"size_as\" needs \"size\", the number of items to ask for", option: "size_as") }
        return reading(&options, .keyset(field: field, sendAs: sendAs, sizeAs: sizeAs, size: size))
    }

    private static func size(_ options: inout OptionReader) -> Int? {
        options.readIfPresent("size", .integer(1...Int(Int32.max)), help: "The number of items to ask for; the server decides without it.")
    }

    private static func numbered(_ options: inout OptionReader, _ paging: NumberedPaging) -> Paging {
        var paging = paging
        paging.stopsOnEmpty = options.readIfPresent(
            "stop_on_empty", .boolean,
            help: "Whether a page without items is the last one. Without this option it is, unless has_more is true; before a known total, "
                + "it is an error.")
        paging.stopsOn404 = options.read(
            "stop_on_404", .boolean, default: false,
            help: "Whether the status 404 stands for a page behind the last one, as Django REST framework has it.")
        return reading(&options, .numbered(paging))
    }

    /// Reads the options that several kinds share.
    ///
    /// - Parameter hosts: Whether pages name URLs.
    private static func reading(_ options: inout OptionReader, _ kind: Kind, hosts: Bool = false) -> Paging {
        var paging = Paging(kind: kind, hasMore: hasMore(&options))
        if hosts { paging.allowedHosts = HostPattern.read(&options) }
        paging.endsOnRepeat =
            options.read(
                "on_repeat", .choice, default: OnRepeat.error,
                help: "What a page means that names an earlier one: an error, or the end of the list.") == .end
        return paging
    }
}
