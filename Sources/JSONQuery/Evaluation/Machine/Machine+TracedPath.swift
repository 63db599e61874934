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

    /// The path of the value, which has to have one.
    func tracedKeys() throws -> [JSONValue] {
        guard case .at(let last) = tracedPath else {
            throw QueryRuntimeError("Invalid path expression with result \(ValueText.shortened(value))")
        }
        return try TracedPathStep.keys(to: last, budget)
    }
}
