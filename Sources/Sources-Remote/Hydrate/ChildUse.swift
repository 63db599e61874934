internal import JSONParsing
internal import Pipeline

/// What a response is for: fields of the element, or a list in one of its fields.
enum ChildUse: Sendable {
    /// A jq program on the response gives an object, whose fields go into the element.
    case fields(RecordQuery)
    case list(ChildList)

    /// Reads the options `merge`, `items`, `id`, `into` and `paging`.
    ///
    /// - Parameters:
    ///   - maxPages: The limit of pages of one list.
    ///   - limit: The limit of one list in bytes, and the option that has it.
    static func read(_ options: inout OptionReader) -> (Int, (bytes: Int, option: String)) -> ChildUse {
        let merge = options.optionalQuery(
            "merge",
            help:
                "A jq program on the response, whose object is put into the element, as + does in jq. Without it and items, all of the response."
        )
        let items = options.optionalQuery(
            "items", help: "A jq program that names the items of a page, such as .items[], for a response that is a list.")
        let id = options.optionalQuery("id", help: "The id of an item. An item whose id was on an earlier page of the list is dropped.")
        let into = options.optionalNewField("into", help: "The field of the element that gets the items as a list. Needs items.")
        let paging = Paging.read(&options)
        if items != nil, merge != nil {
            options.report("\"items\" takes a list, and \"merge\" an object; use one of them", option: "merge")
        }
        if items != nil, into == nil { options.report("\"items\" needs \"into\", the field that gets the list", option: "items") }
        if items == nil, into != nil { options.report("\"into\" needs \"items\", the items of the list", option: "into") }
        if items == nil, id != nil { options.report("\"id\" needs \"items\", the items of the list", option: "id") }
        if items == nil, paging.isOfSeveralPages { options.report("\"paging\" needs \"items\", the items of a page", option: "paging") }
        guard let items, let into else { return { _, _ in .fields(merge ?? .identity) } }
        return { .list(ChildList(items: items, id: id, into: into, paging: paging, maxPages: $0, limit: $1)) }
    }

    /// Whether the program itself gives null.
    var namesNull: Bool { if case .fields(let program) = self { program.namesNull } else { false } }

    /// The way from page to page; one page for fields.
    var paging: Paging {
        if case .list(let list) = self { list.paging } else { Paging() }
    }
}

extension Paging {
    fileprivate var isOfSeveralPages: Bool { if case .none = kind { false } else { true } }
}
