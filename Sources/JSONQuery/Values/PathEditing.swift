import JSONParsing

/// Reading, setting and deleting at paths. Nothing recurses: paths may be long.
enum PathEditing {
    static func checkLength(_ path: [JSONValue]) throws {
        if path.count > TracedPathStep.maxDepth { throw QueryRuntimeError("Path too deep") }
    }

    static func get(_ path: [JSONValue], in root: JSONValue, _ run: Run) throws -> JSONValue {
        try checkLength(path)
        var value = root
        for key in path {
            if value.isNull { return .null }
            value = try Access.index(value, key, run)
        }
        return value
    }

    /// Replaces the value at a path by the output of `change`, and makes missing containers. A container with one owner changes in place.
    static func modify(_ path: [JSONValue], in root: inout JSONValue, _ run: Run, _ change: (inout JSONValue) throws -> Void) throws {
        try checkLength(path)
        // On the way down each value leaves its container, so that it has one owner.
        var containers: [JSONValue] = []
        var value = root
        root = .null
        for key in path {
            var container = value
            value = .null
            value = try take(key, from: &container, run)
            containers.append(container)
        }
        try change(&value)
        try run.checkDepth(of: value, below: path.count)
        for key in path.reversed() {
            var container = containers.removeLast()
            try put(value, at: key, in: &container, run)
            value = container
        }
        root = value
    }

    static func set(_ path: [JSONValue], to value: JSONValue, in root: inout JSONValue, _ run: Run) throws {
        try modify(path, in: &root, run) { $0 = value }
    }

    /// Takes the value at a key out and leaves null in its place.
    private static func take(_ key: JSONValue, from container: inout JSONValue, _ run: Run) throws -> JSONValue {
        try run.chargeLook(into: container)
        switch (container.kind, key.kind) {
        case (.null, .string), (.null, .number), (.null, .object): return .null
        case (.object, .string):
            guard case .object(var object) = try container.decoded() else { return .null }
            container = .null
            let name = key.string ?? ""
            let found = object[name]
            if found != nil {
                let address = object.address
                object[name] = .null
                try run.chargeChange(of: object, since: address)
            }
            container = .object(object)
            return found ?? .null
        case (.array, .number):
            guard case .array(var elements) = try container.decoded() else { return .null }
            container = .null
            var found = JSONValue.null
            if let place = Access.position(key.number?.double ?? .nan, count: elements.count), elements.indices.contains(place) {
                found = elements[place]
                let address = MemorySize.address(of: elements)
                elements[place] = .null
                try run.chargeChange(of: elements, since: address)
            }
            container = .array(elements)
            return found
        case (.array, .object), (.string, .object):
            return try Access.slice(container, try key.member("start") ?? .null, try key.member("end") ?? .null, run)
        case (.array, .array): throw QueryRuntimeError("Cannot update field at array index of array")
        default: throw Access.cannotIndex(container, key)
        }
    }

    private static func put(_ value: JSONValue, at key: JSONValue, in container: inout JSONValue, _ run: Run) throws {
        switch (container.kind, key.kind) {
        case (.object, .string), (.null, .string):
            guard case .object(var object) = container.isNull ? .object(JSONObject()) : try container.decoded() else { return }
            container = .null
            let address = object.address
            object[key.string ?? ""] = value
            try run.chargeChange(of: object, since: address)
            container = .object(object)
        case (.array, .number), (.null, .number):
            guard case .array(var elements) = container.isNull ? .array([]) : try container.decoded() else { return }
            container = .null
            guard let place = Access.position(key.number?.double ?? .nan, count: elements.count) else {
                throw QueryRuntimeError("Cannot set array element at NaN index")
            }
            guard place >= 0 else { throw QueryRuntimeError("Out of bounds negative array index") }
            let address = MemorySize.address(of: elements)
            if place >= elements.count {
                guard place < 536_870_911 else { throw QueryRuntimeError("Array index too large") }
                try run.checkElements(place + 1)
                try run.charge(elements: place + 1 - elements.count)
                if place >= elements.capacity { try run.allocate(MemorySize.array(place + 1)) }
                elements.append(contentsOf: repeatElement(.null, count: place + 1 - elements.count))
            }
            elements[place] = value
            try run.chargeChange(of: elements, since: address)
            container = .array(elements)
        case (.array, .object), (.null, .object):
            guard case .array(var elements) = container.isNull ? .array([]) : try container.decoded() else { return }
            container = .null
            guard case .array(let replacement) = try value.decoded() else {
                throw QueryRuntimeError("A slice of an array can only be assigned another array")
            }
            let range = try Access.range(try key.member("start") ?? .null, try key.member("end") ?? .null, count: elements.count)
            try run.checkElements(elements.count - range.count + replacement.count)
            try run.charge(elements: elements.count + replacement.count)
            try run.allocate(MemorySize.array(elements.count - range.count + replacement.count))
            elements.replaceSubrange(range, with: replacement)
            container = .array(elements)
        case (.string, .object): throw QueryRuntimeError("Cannot update string slices")
        default: throw Access.cannotIndex(container, key)
        }
    }

    /// Deletes the values at the paths, the last path first, so that earlier indices stay valid.
    static func delete(_ paths: [JSONValue], in root: JSONValue, _ run: Run) throws -> JSONValue {
        let sorted = try paths.map { path in
            try run.step()
            try checkLength(try Access.path(path))
            return path
        }.sorted { a, b in
            try run.step()
            return try JSONValue.jqOrder(a, b, run) > 0
        }
        // All keys of one container are deleted together, because a negative and a positive index may mean the same element.
        var root = root
        var place = 0
        while place < sorted.count {
            let path = try Access.array(sorted[place])
            guard let last = path.last else { return .null }
            let parent = Array(path.dropLast())
            var keys = [last]
            place += 1
            while place < sorted.count, case let other = try Access.array(sorted[place]), other.count == path.count,
                try JSONValue.jqEqual(.array(Array(other.dropLast())), .array(parent), run), let key = other.last
            {
                try run.step()
                keys.append(key)
                place += 1
            }
            guard try exists(parent, in: root, run) else { continue }
            try modify(parent, in: &root, run) { $0 = try deleted(keys, from: $0, run) }
        }
        return root
    }

    private static func exists(_ path: [JSONValue], in root: JSONValue, _ run: Run) throws -> Bool {
        !(try get(path, in: root, run)).isNull
    }

    private static func deleted(_ keys: [JSONValue], from container: JSONValue, _ run: Run) throws -> JSONValue {
        try run.charge(for: container)
        switch try container.decoded() {
        case .null: return .null
        case .object(let object):
            try run.steps(object.count)
            try run.allocate(MemorySize.object(object.count))
            var names: Set<JSONKey> = []
            for key in keys {
                guard let name = key.string else { throw QueryRuntimeError("Cannot delete field at array index of object") }
                names.insert(JSONKey(name))
            }
            return .object(JSONObject(object.lazy.filter { !names.contains(JSONKey($0.key)) }.map { ($0.key, $0.value) }))
        case .array(var elements):
            try run.allocate(MemorySize.array(elements.count))
            var doomed: Set<Int> = []
            for key in keys {
                switch key.kind {
                case .number:
                    if let place = Access.position(key.number?.double ?? .nan, count: elements.count) { doomed.insert(place) }
                case .object:
                    let range = try Access.range(try key.member("start") ?? .null, try key.member("end") ?? .null, count: elements.count)
                    try run.steps(range.count)
                    try run.allocate(range.count * MemorySize.setEntry)
                    doomed.formUnion(range)
                default: throw QueryRuntimeError("Cannot delete field at object index of array")
                }
            }
            var place = -1
            elements.removeAll { _ in
                place += 1
                return doomed.contains(place)
            }
            return .array(elements)
        default:
            let index = keys[0].kind == .string ? "object" : "array"
            throw QueryRuntimeError("Cannot delete field at \(index) index of \(container.kind.rawValue)")
        }
    }
}
