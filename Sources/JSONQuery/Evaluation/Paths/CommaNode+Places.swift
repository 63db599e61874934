import JSONParsing

extension CommaNode {
    /// Limit of parts whose paths are compared with each other.
    private static let maxSeparateParts = 8

    var pathForm: PathForm { parts.map(\.pathForm).min() ?? .places }

    func visit(_ cursor: inout PathCursor, _ scope: Scope?, _ budget: QueryBudget, _ body: (inout PathCursor) throws -> Bool) throws -> Bool
    {
        // Each part sees the original value. It need not be kept if no part reaches what another one changes.
        if !cursor.isReading, cursor.original == nil, try !hasSeparateParts(cursor.value, scope, budget) { cursor.keepOriginal() }
        for part in parts {
            try budget.step()
            guard try part.visit(&cursor, scope, budget, body) else { return false }
        }
        return true
    }

    /// Whether each part is one place, and none of them lies inside another one.
    private func hasSeparateParts(_ value: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> Bool {
        guard parts.count <= Self.maxSeparateParts, parts.allSatisfy({ $0.isSingle && $0.pathForm != .computed }) else { return false }
        var found: [[JSONValue]] = []
        for part in parts {
            var search = PathCursor(reading: value)
            do {
                _ = try part.visit(&search, scope, budget) { cursor in
                    found.append(cursor.keys)
                    return true
                }
            } catch {
                // The visit itself finds the error again, after the changes before it.
                guard !QueryRuntimeError(wrapping: error).isLimit else { throw error }
                return false
            }
        }
        for place in found.indices {
            for other in found[..<place] where !Self.areSeparate(found[place], other) { return false }
        }
        return true
    }

    /// Whether two paths differ at a key where they have the same container. Negative indices may mean any element.
    private static func areSeparate(_ a: [JSONValue], _ b: [JSONValue]) -> Bool {
        for (left, right) in zip(a, b) {
            switch (left, right) {
            case (.string(let left), .string(let right)):
                if JSONKey(left) != JSONKey(right) { return true }
            case (.number(let left), .number(let right)):
                guard left.double >= 0, right.double >= 0 else { return false }
                if left.double.rounded(.down) != right.double.rounded(.down) { return true }
            default: return false
            }
        }
        return false
    }
}
