internal import JSONParsing

// What a value has on the way to a field. A key that stands twice is there.
extension FieldPath {
    /// How many elements of a list are searched for a field.
    private static let maxElements = 100
    /// The longest name that is suggested, in bytes.
    private static let maxNameBytes = 200

    /// Whether a value has the field; of a list, whether one of its first elements has.
    func isFound(in value: JSONValue) -> Bool { Self.isFound(steps[...], in: value) }

    private static func isFound(_ steps: ArraySlice<Step>, in value: JSONValue) -> Bool {
        guard let step = steps.first else { return true }
        switch step {
        case .key(let name):
            do {
                guard let inner = try value.member(name) else { return false }
                return isFound(steps.dropFirst(), in: inner)
            } catch {
                return true
            }
        case .each:
            return value.array?.prefix(maxElements).contains { isFound(steps.dropFirst(), in: $0) } ?? false
        }
    }

    /// Whether a value has a key that is the path as it would be written without brackets: `a.b`.
    func isKey(of value: JSONValue) -> Bool {
        guard name == nil, let names else { return false }
        return ((try? value.member(names.joined(separator: "."))) ?? nil) != nil
    }

    /// How many steps a value has of a path that it has not, and the names that stand where the next step would lead.
    ///
    /// - Parameter limit: How many names are given at most.
    func namesAtEnd(in value: JSONValue, limit: Int) -> (depth: Int, names: Set<String>) {
        var value = value
        for (depth, step) in steps.enumerated() {
            let inner: JSONValue? =
                switch step {
                case .key(let name): (try? value.member(name)) ?? nil
                case .each: value.array?.first
                }
            guard let inner else {
                let names = (value.object?.keys ?? []).filter { $0.utf8.count <= Self.maxNameBytes }
                return (depth, Set(names.prefix(limit)))
            }
            value = inner
        }
        return (steps.count - 1, [])
    }
}
