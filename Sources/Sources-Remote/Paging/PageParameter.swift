/// Where a request carries a value of paging: the option `send_as`.
enum PageParameter: Sendable, Equatable {
    /// A query item with a name.
    case query(String)
    /// A member of the JSON body, by the keys that lead to it.
    case json([String])
    /// An item of the form in the body.
    case form(String)
    /// A header field.
    case header(String)

    /// The parameter in sentences, such as `the query item "page"`.
    var phrase: String {
        switch self {
        case .query(let name): "the query item \"\(name)\""
        case .json(let keys): "the field \(keys.map { ".\($0)" }.joined()) of the body"
        case .form(let name): "the form item \"\(name)\""
        case .header(let name): "the header \(name)"
        }
    }
}
