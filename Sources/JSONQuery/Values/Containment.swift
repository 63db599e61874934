import JSONParsing

/// The search of `contains`, without recursion: pending comparisons are on a stack. Each comparison is a step of the run, because two
/// arrays of ten thousand elements need a hundred million of them.
enum Containment {
    /// Whether one value contains another of its kind.
    static func holds(_ whole: JSONValue, _ part: JSONValue, _ budget: QueryBudget) throws -> Bool {
        var levels: [Level] = []
        var storage = StorageIdentityCheck()
        var result = try opened(whole, part, &levels, &storage, budget)
        while var level = levels.popLast() {
            // A level ends with its last comparison, or with one that decides.
            guard result == level.needsAll, let goal = level.next() else { continue }
            let needsAny = level.isElements
            levels.append(level)
            if needsAny {
                result = try found(goal.part, in: level.wholes, &levels, &storage, budget)
            } else {
                result = try opened(goal.whole, goal.part, &levels, &storage, budget)
            }
        }
        return result
    }

    /// The comparisons that decide about one pair of values.
    private struct Level {
        enum Kind { case members, elements, candidates }

        let kind: Kind
        /// The values to search: the members with the keys of the parts, or elements of which any may contain a part.
        let wholes: [JSONValue]
        let parts: [JSONValue]
        private var place = 0

        init(_ kind: Kind, _ wholes: [JSONValue], _ parts: [JSONValue]) {
            self.kind = kind
            self.wholes = wholes
            self.parts = parts
        }

        var isElements: Bool { kind == .elements }
        /// Whether all comparisons must succeed; one of the candidates is enough.
        var needsAll: Bool { kind != .candidates }

        mutating func next() -> (whole: JSONValue, part: JSONValue)? {
            guard place < (needsAll ? parts.count : wholes.count) else { return nil }
            defer { place += 1 }
            switch kind {
            case .members: return (wholes[place], parts[place])
            case .elements: return (.null, parts[place])
            case .candidates: return (wholes[place], parts[0])
            }
        }
    }

    /// Compares two values. For containers, pushes a level and returns the result for a level without comparisons.
    private static func opened(
        _ whole: JSONValue, _ part: JSONValue, _ levels: inout [Level], _ storage: inout StorageIdentityCheck, _ budget: QueryBudget
    ) throws -> Bool {
        try budget.step()
        if try storage.isShared(whole, part, budget) { return true }
        try budget.chargeLook(into: whole)
        try budget.chargeLook(into: part)
        switch (try budget.decoded(whole), try budget.decoded(part)) {
        case (.object(let a), .object(let b)):
            try budget.charge(elements: b.count)
            var wholes: [JSONValue] = []
            for member in b {
                guard let value = a[member.key], value.kind == member.value.kind else { return false }
                wholes.append(value)
            }
            levels.append(Level(.members, wholes, b.map(\.value)))
            return true
        case (.array(let a), .array(let b)):
            try budget.charge(elements: a.count + b.count)
            levels.append(Level(.elements, try a.map { try scalar($0) }, try b.map { try scalar($0) }))
            return true
        case (.string(let a), .string(let b)):
            try budget.steps((a.utf8.count + b.utf8.count) >> 4)
            return try Search.firstOffset(of: b, in: a, budget) != nil
        case (let a, let b): return try JSONValue.jqEqual(a, b, budget)
        }
    }

    /// Looks for a part in elements; where that needs more than a comparison, pushes a level.
    private static func found(
        _ part: JSONValue, in elements: [JSONValue], _ levels: inout [Level], _ storage: inout StorageIdentityCheck, _ budget: QueryBudget
    ) throws -> Bool {
        switch part.kind {
        case .null, .boolean, .number:
            for element in elements {
                try budget.step()
                if element.kind == part.kind, try JSONValue.jqEqual(element, part, budget) { return true }
            }
            return false
        case .string, .array, .object:
            try budget.steps(elements.count)
            for element in elements where try storage.isShared(element, part, budget) { return true }
            levels.append(Level(.candidates, elements.filter { $0.kind == part.kind }, [part]))
            return false
        }
    }

    /// The value, decoded once and not for each comparison if it is neither array nor object.
    private static func scalar(_ value: JSONValue) throws -> JSONValue {
        value.kind == .array || value.kind == .object ? value : try value.decoded()
    }
}
