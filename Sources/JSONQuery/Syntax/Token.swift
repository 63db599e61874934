/// The smallest pieces of a program. A string begins with `quote`; the parser reads on from there.
enum Token: Equatable {
    case end
    /// `.name`
    case field(String)
    /// `$name`
    case variable(String)
    case name(String)
    case keyword(String)
    case number(String)
    /// `@name`
    case format(String)
    case quote
    /// An operator or bracket.
    case symbol(String)

    static let keywords: Set<String> = [
        "def", "if", "then", "elif", "else", "end", "as", "reduce", "foreach", "try", "catch", "label", "import", "include", "and", "or",
        "__loc__", "module",
    ]

    /// The token as an error message names it.
    var described: String {
        switch self {
        case .end: "the end of the program"
        case .field(let name): "\".\(name)\""
        case .variable(let name): "\"$\(name)\""
        case .name(let name), .keyword(let name), .number(let name), .symbol(let name): "\"\(name)\""
        case .format(let name): "\"@\(name)\""
        case .quote: "a string"
        }
    }
}
