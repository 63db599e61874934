import JSONParsing

/// The built-in functions: those implemented in Swift and those written in jq.
enum BuiltIns {
    typealias NativeFunction = @Sendable (_ input: JSONValue, _ arguments: [JSONValue], _ budget: QueryBudget) throws -> JSONValue

    /// Functions that compute one output from the input and the values of their arguments, by name and number of arguments.
    static let natives: [String: NativeFunction] = [
        values, strings, numbers, arrays, orderings, paths, conversions, regexes, dates, questions,
        Dictionary(uniqueKeysWithValues: extras.map { ($0.key, $0.native) }),
    ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    /// Functions that receive their input undecoded, because they read little of it or charge for reading it.
    static let looking: Set<String> = [
        "_debug/0", "_stderr/0", "env/0", "error/0", "has/1", "halt/0", "halt_error/1", "input/0", "length/0", "not/0", "tojson/0",
        "tostring/0", "type/0",
    ]

    /// Functions with a node type of their own.
    static let specialForms: Set<String> = [
        "empty/0", "path/1", "range/1", "range/2", "range/3", "limit/2", "skip/2", "first/1", "last/1", "recurse/0", "recurse/1",
        "repeat/1", "getpath/1", "reverse/0", "setpath/2", "tostream/0", "fromstream/1", "error/1", "_match/3", "_matchof/2",
        "inputs/0",
    ]

    /// All names with their numbers of arguments, such as `map/1`.
    static let names: Set<String> = specialForms.union(natives.keys).union(definitionTexts.keys)

    /// Whether a name is reserved for helpers of the prelude. They do not check their arguments, so that other programs must not call them.
    /// The exception is `_strindices`, which jq itself offers.
    static func isInternal(_ name: String) -> Bool { name.hasPrefix("_") && name != "_strindices/1" }
}
