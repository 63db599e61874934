internal import HTTP
internal import Pipeline

/// The option `query` of a step: the query items of its requests.
struct QueryOptions: Sendable {
    /// The items that may be shown.
    private(set) var items: [(name: String, value: String)] = []
    /// The items that are secret. The client adds them.
    private(set) var secretItems: [CredentialPart] = []
    /// The values of the secret items.
    private(set) var secretTexts: [MaskedText] = []

    init(_ options: inout OptionReader) {
        let found = options.optionalTextMap(
            "query", allowsLists: true, help: "Query items of the requests. A list repeats the name. The URL of a next page has its own.")
        for (name, value) in found ?? [] {
            if value.isSecret {
                secretItems.append(.query(name: name, value: value.value))
                secretTexts.append(value)
            } else {
                items.append((name, value.value))
            }
        }
    }

    /// Reports items that the URL of the step has, too.
    func reportItems(in address: WebAddress, _ options: inout OptionReader) {
        let secretNames = secretItems.compactMap { if case .query(let name, _) = $0 { name } else { nil } }
        for name in items.map(\.name) + secretNames where address.queryValue(name) != nil {
            options.report("\"url\" has the query item \"\(name.printable)\", too; remove it there or here", option: "query")
        }
    }
}
