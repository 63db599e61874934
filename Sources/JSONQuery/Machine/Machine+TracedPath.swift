import JSONParsing

extension Machine {
    /// Records one step of a path.
    mutating func extendTracedPath(by key: JSONValue) throws {
        switch tracedPath {
        case .off: return
        case .at(let last): tracedPath = .at(try TracedPathStep(key, after: last))
        case .lost:
            throw QueryRuntimeError(
                "Invalid path expression near attempt to access element \(ValueText.shortened(key)) of \(ValueText.shortened(value))")
        }
    }
}
