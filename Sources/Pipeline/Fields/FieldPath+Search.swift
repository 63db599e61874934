internal import JSONParsing

// Searches that find misspelt names of fields. A key that occurs twice counts as found.
extension FieldPath {
    /// The number of elements of a list that are searched for a field.
    private static let maxElements = 100
    /// The longest key that is suggested, in bytes.
    private static let maxNameBytes = 200

    /// Whether a value has the field. For a path with `[]`, whether one of the first elements has it.
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

    /// Whether a value has a key with dots that looks like this path, such as "a.b" for the path `a.b`.
    func isKey(of value: JSONValue) -> Bool {
        guard name == nil, let names else { return false }
        return ((try? value.member(names.joined(separator: "."))) ?? nil) != nil
    }

    /// Follows a path that a value lacks as far as possible.
    ///
    /// - Parameter limit: The largest number of keys to return.
    /// - Returns: The number of steps that exist, and the keys at the next step.
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
