import JSONParsing

extension Machine {
    /// Records one step of a path.
    mutating func extendTrail(by key: JSONValue) throws {
        switch trail {
        case .off: return
        case .at(let last): trail = .at(try TrailStep(key, after: last))
        case .lost:
            throw QueryRuntimeError(
                "Invalid path expression near attempt to access element \(ValueText.shortened(key)) of \(ValueText.shortened(value))")
        }
    }
}
