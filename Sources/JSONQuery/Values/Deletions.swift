import JSONParsing

/// The places of a value that are to be deleted, as a tree of keys. All keys of one container are deleted together, as in jq, so that the
/// work does not grow with the number of deletions from one container.
///
/// The nodes of the tree lie in one array. So a long path needs no recursion.
struct Deletions {
    private struct DeletionNode {
        let key: JSONValue
        var isWhole = false
        /// Indices of items; 0 if there is none.
        var firstPart = 0
        var lastPart = 0
        var next = 0
    }

    /// The first item stands for the root.
    private var items = [DeletionNode(key: .null)]
    /// The items of the leading keys of the path that was marked last.
    private var trail: [Int] = []

    var isEmpty: Bool { items.count == 1 && !items[0].isWhole }

    /// Marks the place at a path. Call ``leave(to:)`` first with the number of leading keys that are the same as in the last path.
    mutating func mark(_ path: [JSONValue], _ budget: QueryBudget) throws {
        for key in path[trail.count...] {
            try budget.step()
            try budget.allocate(MemoryLayout<DeletionNode>.stride)
            let parent = trail.last ?? 0
            let place = items.count
            items.append(DeletionNode(key: key))
            if items[parent].firstPart == 0 {
                items[parent].firstPart = place
            } else {
                items[items[parent].lastPart].next = place
            }
            items[parent].lastPart = place
            trail.append(place)
        }
        items[trail.last ?? 0].isWhole = true
    }

    /// Shortens the path that was marked last to its first keys.
    mutating func leave(to count: Int) { if trail.count > count { trail.removeLast(trail.count - count) } }

    /// A container on the way to places inside it.
    private struct Level {
        var container: JSONValue
        /// The key of this container in the one around it.
        let key: JSONValue
        let parts: [(key: JSONValue, items: [Int])]
        var next = 0
        let wholes: [JSONValue]
    }

    /// Deletes the marked places.
    func apply(to root: inout JSONValue, _ budget: QueryBudget) throws {
        guard !items[0].isWhole else { return root = .null }
        var levels = [try level(of: &root, key: .null, items: [0], budget)]
        while var top = levels.popLast() {
            if top.next < top.parts.count {
                let (key, items) = top.parts[top.next]
                top.next += 1
                if key.kind != .string, key.kind != .number { _ = try ValueAccess.index(top.container, key, budget) }
                var part = JSONValue.null
                let isPresent = try PathEditing.take(key, from: &top.container, into: &part, budget)
                if part.isNull {
                    if isPresent { try PathEditing.put(part, at: key, in: &top.container, budget) }
                    levels.append(top)
                } else {
                    levels.append(top)
                    levels.append(try level(of: &part, key: key, items: items, budget))
                }
                continue
            }
            try Self.remove(top.wholes, from: &top.container, budget)
            guard let parent = levels.indices.last else {
                root = top.container
                return
            }
            try PathEditing.put(top.container, at: top.key, in: &levels[parent].container, budget)
        }
    }

    /// Groups the deletions inside a container by key. Moves the container out.
    private func level(of container: inout JSONValue, key: JSONValue, items group: [Int], _ budget: QueryBudget) throws -> Level {
        var places: [Int] = []
        for item in group {
            var place = items[item].firstPart
            while place != 0 {
                places.append(place)
                place = items[place].next
            }
        }
        try budget.steps(places.count)
        try budget.allocate(places.count * MemorySize.setEntry)
        let value = container
        container = .null
        if places.allSatisfy({ items[$0].isWhole }) {
            return Level(container: value, key: key, parts: [], wholes: places.map { items[$0].key })
        }
        if !isAscending(places) {
            places = try places.sorted { a, b in
                try budget.step()
                let order = try JSONValue.jqOrder(items[a].key, items[b].key, budget)
                return order == 0 ? a < b : order < 0
            }
        }
        var parts: [(key: JSONValue, items: [Int])] = []
        var wholes: [JSONValue] = []
        var start = 0
        while start < places.count {
            let key = items[places[start]].key
            var end = start + 1
            while end < places.count, try JSONValue.jqEqual(items[places[end]].key, key, budget) { end += 1 }
            if places[start..<end].contains(where: { items[$0].isWhole }) {
                wholes.append(key)
            } else {
                parts.append((key, Array(places[start..<end])))
            }
            start = end
        }
        return Level(container: value, key: key, parts: parts, wholes: wholes)
    }

    /// Whether the keys are indices from the start in ascending order, which need no sorting.
    private func isAscending(_ places: [Int]) -> Bool {
        var last = -1.0
        for place in places {
            guard case .number(let number) = items[place].key, number.double > last else { return false }
            last = number.double
        }
        return true
    }

    /// Deletes elements, slices or members.
    private static func remove(_ keys: [JSONValue], from container: inout JSONValue, _ budget: QueryBudget) throws {
        guard !keys.isEmpty else { return }
        try budget.charge(for: container)
        switch try budget.decoded(container) {
        case .null: return
        case .object(var object):
            container = .null
            try budget.allocate(MemorySize.object(object.count))
            object.remove(
                try keys.map { key in
                    guard let name = key.string else {
                        throw QueryRuntimeError("Cannot delete \(key.kind.rawValue) field of object")
                    }
                    return name
                })
            container = .object(object)
        case .array(let elements): container = .array(try rest(of: elements, without: keys, budget))
        default: throw QueryRuntimeError("Cannot delete fields from \(container.kind.rawValue)")
        }
    }

    private static func rest(of elements: [JSONValue], without keys: [JSONValue], _ budget: QueryBudget) throws -> [JSONValue] {
        try budget.allocate(MemorySize.array(elements.count) + elements.count * MemoryLayout<Int>.stride)
        // For each index, the number of deleted ranges that begin there minus the number of those that end there.
        var changes = [Int](repeating: 0, count: elements.count + 1)
        for key in keys {
            let range: Range<Int>
            switch key.kind {
            case .number:
                guard let place = ValueAccess.position(key.number?.double ?? .nan, count: elements.count), elements.indices.contains(place)
                else { continue }
                range = place..<place + 1
            case .object:
                let bounds = try ValueAccess.bounds(of: key)
                range = try ValueAccess.range(bounds.from, bounds.to, count: elements.count)
            default: throw QueryRuntimeError("Cannot delete \(key.kind.rawValue) element of array")
            }
            changes[range.lowerBound] += 1
            changes[range.upperBound] -= 1
        }
        var kept: [JSONValue] = []
        var open = 0
        for place in elements.indices {
            open += changes[place]
            if open == 0 { kept.append(elements[place]) }
        }
        return kept
    }
}
