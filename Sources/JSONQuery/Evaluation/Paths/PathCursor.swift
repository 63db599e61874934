import JSONParsing

/// How a ``PathCursor`` finds the places of the outputs of a node.
enum PathForm: Comparable {
    /// The machine traces the paths, because outputs may be computed.
    case computed
    /// The last step of a path may be a slice. A change may give it another length, so further steps look at the new slice.
    case slice
    /// All outputs are places inside the input.
    case places
}

/// Goes to the places of a path expression one after the other, and changes the values there in place.
///
/// An update means `reduce path(f) as $p (.; setpath($p; …))`: its paths are those of the original value, and each change sees the current
/// value. ``value`` is both until a path expression can reach a changed place again.
struct PathCursor {
    /// The current value at this place. An update has taken it out of its container.
    var value: JSONValue
    /// The original value at this place; nil if ``value`` still is the original.
    var original: JSONValue?
    /// The keys from the root to this place. Empty for an update that deletes nothing.
    private(set) var keys: [JSONValue] = []
    /// Number of keys from the root to this place.
    private(set) var depth = 0
    /// Whether the value has changed since the cursor came to this place.
    var isChanged = false
    /// Whether the error that ends the visit arose in the update. The path expression must not catch it.
    private(set) var isBeyondPath = false
    /// Set if only the original value still has this place: the error to throw if the update changes it.
    private var absence: (any Error)?
    /// Whether the cursor only reads the value.
    let isReading: Bool
    private let recordsKeys: Bool
    var deletions = Deletions()

    /// A cursor that finds places and changes nothing.
    init(reading value: JSONValue) {
        self.value = value
        isReading = true
        recordsKeys = true
    }

    /// A cursor for an update.
    init(changing value: consuming JSONValue, mayDelete: Bool) {
        self.value = value
        isReading = false
        recordsKeys = mayDelete
    }

    /// The value that a path expression sees at this place.
    var source: JSONValue { original ?? value }

    /// Whether a slice of the current value holds the same elements as one of the original.
    var hasOriginalLength: Bool {
        guard let original else { return true }
        guard case .array(let old) = original, case .array(let new) = value else { return false }
        return old.count == new.count
    }

    /// Keeps the original for expressions that may reach a changed place.
    mutating func keepOriginal() { if !isReading, original == nil { original = value } }

    /// Notes that this place is to be deleted after the visit.
    mutating func delete(_ budget: QueryBudget) throws { try deletions.mark(keys, budget) }

    /// Goes to a child and back.
    ///
    /// - Returns: Whether further places are wanted: what `visit` returned last.
    mutating func enter(_ key: JSONValue, _ budget: QueryBudget, _ visit: (inout PathCursor) throws -> Bool) throws -> Bool {
        try budget.step()
        try checkDepth(adding: 1)
        if isReading { return try read(key, try ValueAccess.index(value, key, budget), budget, visit) }
        return try change(key, original: try original.map { try ValueAccess.index($0, key, budget) }, budget, visit)
    }

    mutating func read(
        _ key: JSONValue, _ child: JSONValue, _ budget: QueryBudget, _ visit: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        let container = value
        value = child
        push(key)
        defer {
            pop()
            value = container
        }
        return try visit(&self)
    }

    /// Takes the child out of its container, visits it, and puts it back.
    mutating func change(
        _ key: JSONValue, original child: JSONValue?, _ budget: QueryBudget, _ visit: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        // An array as a key finds indices, but cannot be updated. The error belongs to the update, not to the path expression.
        if key.kind == .array, child == nil { _ = try ValueAccess.index(value, key, budget) }
        var container = takeValue()
        let isPresent: Bool
        do {
            isPresent = try PathEditing.take(key, from: &container, into: &value, budget)
        } catch {
            value = container
            if let child { return try visitAbsent([key], original: child, error, visit) }
            isBeyondPath = key.kind == .array
            throw error
        }
        let outer = (original: original, isChanged: isChanged)
        original = child
        isChanged = false
        push(key)
        let result = result(of: visit)
        pop()
        if isChanged || isPresent {
            do {
                try PathEditing.put(takeValue(), at: key, in: &container, budget)
            } catch {
                isBeyondPath = true
                throw error
            }
        }
        value = container
        original = outer.original
        isChanged = isChanged || outer.isChanged
        return try result.get()
    }

    /// Goes to the place at a path and back. Does not recurse, because paths may be long.
    mutating func enter(_ path: [JSONValue], _ budget: QueryBudget, _ visit: (inout PathCursor) throws -> Bool) throws -> Bool {
        try enter(path, original: try originalPart(at: path, budget), budget, visit)
    }

    /// The value that a path expression sees at a path; nil if that is the current value, which must keep a single owner.
    private func originalPart(at path: [JSONValue], _ budget: QueryBudget) throws -> JSONValue? {
        let part = try PathEditing.get(path, in: source, budget)
        // A bare `nil` would be the value null.
        return isReading || original != nil ? part : Optional.none
    }

    /// - Parameter part: The original value at the path, which exists.
    mutating func enter(
        _ path: [JSONValue], original part: JSONValue?, _ budget: QueryBudget, _ visit: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        try budget.steps(path.count)
        try checkDepth(adding: path.count)
        var root = takeValue()
        let outer = (original: original, isChanged: isChanged)
        for key in path { push(key) }
        defer {
            for _ in path { pop() }
            original = outer.original
        }
        if isReading {
            value = part ?? .null
            defer { value = root }
            return try visit(&self)
        }
        if let part, let error = PathEditing.failure(at: path, in: root, budget) {
            for _ in path { pop() }
            defer {
                for key in path { push(key) }
                value = root
            }
            return try visitAbsent(path, original: part, error, visit)
        }
        original = part
        isChanged = false
        var result = Result<Bool, any Error>.success(true)
        do {
            try PathEditing.modify(path, in: &root, budget) { part in
                value = part
                part = .null
                result = self.result(of: visit)
                part = takeValue()
                return isChanged
            }
        } catch {
            isBeyondPath = true
            throw error
        }
        value = root
        isChanged = isChanged || outer.isChanged
        return try result.get()
    }

    /// Visits a place that the changes have removed. An expression may still look for places there and find none.
    private mutating func visitAbsent(
        _ path: [JSONValue], original part: JSONValue, _ error: any Error, _ visit: (inout PathCursor) throws -> Bool
    ) throws -> Bool {
        let outer = (value: takeValue(), original: original, absence: absence)
        absence = absence ?? error
        original = part
        for key in path { push(key) }
        defer {
            for _ in path { pop() }
            value = outer.value
            original = outer.original
            absence = outer.absence
        }
        return try visit(&self)
    }

    /// Throws if an update cannot get to this place.
    mutating func checkPresence() throws {
        guard let absence else { return }
        isBeyondPath = true
        throw absence
    }

    /// Captures the result of a visit. The caller puts the value back even after an error, because `try` may catch the error.
    private mutating func result(of visit: (inout PathCursor) throws -> Bool) -> Result<Bool, any Error> {
        do {
            return .success(try visit(&self))
        } catch {
            return .failure(error)
        }
    }

    /// Moves the value out of the cursor, so that it has one owner.
    mutating func takeValue() -> JSONValue {
        defer { value = .null }
        return value
    }

    func checkDepth(adding levels: Int) throws {
        if depth + levels > TracedPathStep.maxDepth { throw QueryRuntimeError("Path too deep") }
    }

    mutating func push(_ key: @autoclosure () -> JSONValue) {
        depth += 1
        if recordsKeys { keys.append(key()) }
    }

    mutating func pop() {
        depth -= 1
        guard recordsKeys else { return }
        keys.removeLast()
        deletions.leave(to: depth)
    }
}
