import JSONParsing

/// Reading, setting and deleting at paths. Nothing recurses: paths may be long.
enum PathEditing {
    static func checkLength(_ path: [JSONValue]) throws {
        if path.count > TracedPathStep.maxDepth { throw QueryRuntimeError("Path too deep") }
    }

    static func get(_ path: [JSONValue], in root: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        try checkLength(path)
        var value = root
        var place = 0
        while place < path.count { value = try ValueAccess.index(value, try SlicedPath.key(at: &place, of: path, in: value), budget) }
        return value
    }

    /// The error of reading the value at a path; nil if there is none.
    static func failure(at path: [JSONValue], in root: JSONValue, _ budget: QueryBudget) -> (any Error)? {
        do {
            _ = try get(path, in: root, budget)
            return nil
        } catch {
            return error
        }
    }

    /// Changes the value at a path, and creates missing containers. A container with one owner changes in place.
    ///
    /// - Parameter change: Returns whether it has changed the value. If not, no container is created.
    static func modify(_ path: [JSONValue], in root: inout JSONValue, _ budget: QueryBudget, _ change: (inout JSONValue) throws -> Bool)
        throws
    {
        try checkLength(path)
        // On the way down each value leaves its container, so that it has one owner.
        var containers: [(value: JSONValue, key: JSONValue, hasPart: Bool)] = []
        var value = root
        root = .null
        var place = 0
        while place < path.count {
            let key = try SlicedPath.key(at: &place, of: path, in: value)
            var container = value
            value = .null
            let hasPart = try take(key, from: &container, into: &value, budget)
            containers.append((container, key, hasPart))
        }
        let isChanged = try change(&value)
        if isChanged { try budget.checkDepth(of: value, below: path.count) }
        while let (outer, key, hasPart) = containers.popLast() {
            var container = outer
            if isChanged || hasPart { try put(value, at: key, in: &container, budget) }
            value = container
        }
        root = value
    }

    static func set(_ path: [JSONValue], to value: JSONValue, in root: inout JSONValue, _ budget: QueryBudget) throws {
        try modify(path, in: &root, budget) { part in
            part = value
            return true
        }
    }

    /// Moves the value at a key out and leaves null in its place.
    ///
    /// - Parameter part: null; receives the value.
    /// - Returns: Whether the value has to be put back even if it has not changed. Slices are copies.
    static func take(_ key: JSONValue, from container: inout JSONValue, into part: inout JSONValue, _ budget: QueryBudget) throws -> Bool {
        try budget.chargeLook(into: container)
        switch (container.kind, key.kind) {
        case (.null, .string), (.null, .number): return false
        case (.object, .string):
            guard case .object(var object) = try budget.decoded(container), let place = object.position(of: key.string ?? "") else {
                return false
            }
            container = .null
            let address = object.address
            object.exchangeValue(at: place, with: &part)
            try budget.chargeChange(of: object, since: address)
            container = .object(object)
            return true
        case (.array, .number):
            guard case .array(var elements) = try budget.decoded(container),
                let place = ValueAccess.position(key.number?.double ?? .nan, count: elements.count), elements.indices.contains(place)
            else { return false }
            container = .null
            let address = MemorySize.address(of: elements)
            swap(&elements[place], &part)
            try budget.chargeChange(of: elements, since: address)
            container = .array(elements)
            return true
        case (.array, .array): throw QueryRuntimeError("Cannot update field at array index of array")
        default:
            part = try ValueAccess.index(container, key, budget)
            return false
        }
    }

    /// Sets the value at a key, and makes the container if it is null.
    static func put(_ value: JSONValue, at key: JSONValue, in container: inout JSONValue, _ budget: QueryBudget) throws {
        switch (container.kind, key.kind) {
        case (.object, .string), (.null, .string):
            guard case .object(var object) = container.isNull ? .object(JSONObject()) : try budget.decoded(container) else { return }
            container = .null
            let address = object.address
            object[key.string ?? ""] = value
            try budget.chargeChange(of: object, since: address)
            container = .object(object)
        case (.array, .number), (.null, .number):
            guard case .array(var elements) = container.isNull ? .array([]) : try budget.decoded(container) else { return }
            container = .null
            guard let place = ValueAccess.position(key.number?.double ?? .nan, count: elements.count) else {
                throw QueryRuntimeError("Cannot set array element at NaN index")
            }
            guard place >= 0 else { throw QueryRuntimeError("Out of bounds negative array index") }
            let address = MemorySize.address(of: elements)
            if place >= elements.count {
                guard place < 536_870_911 else { throw QueryRuntimeError("Array index too large") }
                try budget.checkElements(place + 1)
                try budget.charge(elements: place + 1 - elements.count)
                if place >= elements.capacity { try budget.allocate(MemorySize.array(place + 1)) }
                elements.append(contentsOf: repeatElement(.null, count: place + 1 - elements.count))
            }
            elements[place] = value
            try budget.chargeChange(of: elements, since: address)
            container = .array(elements)
        case (.array, .object), (.null, .object):
            guard case .array(var elements) = container.isNull ? .array([]) : try budget.decoded(container) else { return }
            container = .null
            let bounds = try ValueAccess.bounds(of: key)
            guard case .array(let replacement) = try budget.decoded(value) else {
                throw QueryRuntimeError("A slice of an array can only be assigned another array")
            }
            let range = try ValueAccess.range(bounds.from, bounds.to, count: elements.count)
            let count = elements.count - range.count + replacement.count
            try budget.checkElements(count)
            // The elements after the slice move only if its length changes.
            try budget.charge(elements: replacement.count + (count == elements.count ? 0 : elements.count - range.upperBound))
            if count > elements.capacity { try budget.allocate(MemorySize.array(count)) }
            let address = MemorySize.address(of: elements)
            elements.replaceSubrange(range, with: replacement)
            try budget.chargeChange(of: elements, since: address)
            container = .array(elements)
        case (.string, .object): throw QueryRuntimeError("Cannot update string slices")
        default: throw ValueAccess.cannotIndex(container, key)
        }
    }

    /// Deletes the values at the paths.
    static func delete(_ paths: [JSONValue], in root: inout JSONValue, _ budget: QueryBudget) throws {
        var deletions = Deletions()
        var last: [JSONValue] = []
        for path in paths {
            guard path.kind == .array else { throw QueryRuntimeError("Path must be specified as array, not \(path.kind.rawValue)") }
            let keys = try ValueAccess.array(path)
            try checkLength(keys)
            var shared = 0
            while shared < min(keys.count, last.count), try JSONValue.jqEqual(keys[shared], last[shared], budget) { shared += 1 }
            deletions.leave(to: shared)
            try deletions.mark(keys, budget)
            last = keys
        }
        try deletions.apply(to: &root, budget)
    }
}

/// Shortens paths through slices. A slice is a copy of its elements. A path that continues inside a slice is replaced by one to the same
/// place of the array itself, which needs no copy.
private enum SlicedPath {
    /// The next key of a path: slices of slices of an array as one slice, and an index in a slice as one in the array.
    ///
    /// - Parameters:
    ///   - place: The index of the key in the path; moved past the keys that are joined.
    ///   - container: The value that the key is looked up in. Slices are joined only if it is a decoded array.
    static func key(at place: inout Int, of path: [JSONValue], in container: JSONValue) throws -> JSONValue {
        let first = path[place]
        place += 1
        guard place < path.count, first.kind == .object, case .array(let elements) = container else { return first }
        var range = try self.range(of: first, in: elements.indices)
        let start = place
        while place < path.count {
            let key = path[place]
            if key.kind == .object {
                range = try self.range(of: key, in: range)
                place += 1
            } else if let index = index(of: key, in: range) {
                place += 1
                return .number(JSONNumber(index))
            } else {
                break
            }
        }
        return place == start
            ? first : ValueAccess.sliceKey(.number(JSONNumber(range.lowerBound)), .number(JSONNumber(range.upperBound)))
    }

    private static func range(of slice: JSONValue, in outer: Range<Int>) throws -> Range<Int> {
        let bounds = try ValueAccess.bounds(of: slice)
        let inner = try ValueAccess.range(bounds.from, bounds.to, count: outer.count)
        return outer.lowerBound + inner.lowerBound..<outer.lowerBound + inner.upperBound
    }

    /// The index in the array of an element of a slice; nil if the key is no index, or lies outside, where it makes the slice longer.
    private static func index(of key: JSONValue, in range: Range<Int>) -> Int? {
        guard let number = key.number, let place = ValueAccess.position(number.double, count: range.count), 0..<range.count ~= place else {
            return nil
        }
        return range.lowerBound + place
    }
}
