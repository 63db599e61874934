import JSONParsing

extension BuiltIns {
    static let raise: NativeFunction = { input, _, _ in throw QueryRuntimeError(value: input) }

    /// Functions of any kind of value.
    static let values: [String: NativeFunction] = [
        "error/0": raise,
        "not/0": { input, _, _ in .bool(!input.isTruthy) },
        "type/0": { input, _, _ in .string(input.kind.rawValue) },
        "length/0": { input, _, budget in try length(input, budget) },
        "utf8bytelength/0": { input, _, _ in
            guard let string = input.string else {
                throw QueryRuntimeError("\(ValueText.described(input)) only strings have UTF-8 byte length")
            }
            return .number(JSONNumber(string.utf8.count))
        },
        "keys/0": { input, _, budget in try keys(input, isSorted: true, budget) },
        "keys_unsorted/0": { input, _, budget in try keys(input, isSorted: false, budget) },
        "has/1": { input, arguments, budget in .bool(try has(try budget.looked(into: input), arguments[0])) },
        "contains/1": { input, arguments, budget in .bool(try Search.contains(input, arguments[0], budget)) },
        "to_entries/0": { input, _, budget in
            let value = try budget.decoded(input)
            let count = try ChildIterator(of: value, budget)?.count ?? 0
            try budget.steps(count)
            try budget.allocate(count * MemorySize.object(2))
            switch value {
            case .array(let elements):
                return .array(elements.indices.map { entry(.number(JSONNumber($0)), elements[$0]) })
            case .object(let object):
                return .array(object.map { entry(.string($0.key), $0.value) })
            default:
                throw QueryRuntimeError("\(ValueText.described(input)) has no keys")
            }
        },
        "from_entries/0": { input, _, budget in
            guard input.kind == .array || input.kind == .object else { throw ValueAccess.cannotIterate(input) }
            var object = JSONObject()
            for entry in input.kind == .array ? try ValueAccess.array(input) : try ValueAccess.object(input).map(\.value) {
                try budget.step()
                let entry = try budget.looked(into: entry)
                let key = try entryKey(entry)
                guard let name = key.string else { throw ValueAccess.cannotUseAsKey(key) }
                // Each member is counted like an object with one member, which is an upper bound.
                try budget.allocate(MemorySize.string(name.utf8.count) + MemorySize.object(1))
                object[name] = try entryValue(entry)
            }
            return .object(object)
        },
        "builtins/0": { _, _, _ in .array(names.filter { !$0.hasPrefix("_") }.sorted().map { .string($0) }) },
    ]

    /// `{"key": …, "value": …}`
    private static func entry(_ key: consuming JSONValue, _ value: consuming JSONValue) -> JSONValue {
        var entry = JSONObject()
        entry.reserveCapacity(2)
        entry.appendNew(key, for: "key")
        entry.appendNew(value, for: "value")
        return .object(entry)
    }

    static func length(_ input: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        // The length of an array or an object does not depend on its elements or members.
        if input.kind == .number || input.kind == .string { try budget.charge(for: input) }
        switch try budget.decoded(try budget.looked(into: input)) {
        case .null: return 0
        case .number(let number):
            if number.double == 0, number.isComputed { return 0 }
            return .number(number.double < 0 || number.text.hasPrefix("-") ? number.negated : number)
        case .string(let string): return .number(JSONNumber(try CodePointSlicer.count(of: string, budget)))
        case .array(let elements): return .number(JSONNumber(elements.count))
        case .object(let object): return .number(JSONNumber(object.count))
        default: throw QueryRuntimeError("\(ValueText.described(input)) has no length")
        }
    }

    private static func keys(_ input: JSONValue, isSorted: Bool, _ budget: QueryBudget) throws -> JSONValue {
        switch try input.decoded() {
        case .array(let elements): return .array(elements.indices.map { .number(JSONNumber($0)) })
        case .object(let object): return .array((isSorted ? try object.sortedKeys(budget) : object.keys).map { .string($0) })
        default: throw QueryRuntimeError("\(ValueText.described(input)) has no keys")
        }
    }

    private static func has(_ input: JSONValue, _ key: JSONValue) throws -> Bool {
        switch (input.kind, key.kind) {
        case (.null, _): return false
        case (.object, .string): return try input.member(key.string ?? "") != nil
        case (.array, .number):
            guard let place = key.number?.double, !place.isNaN else { return false }
            return try place > -1 && place < Double(ValueAccess.array(input).count)
        default:
            throw QueryRuntimeError("Cannot check whether \(input.kind.rawValue) has a \(key.kind.rawValue) key")
        }
    }

    /// The key of an entry: the first of these members that is neither null nor false. Entries with `k` are an extension: jq rejects them.
    private static func entryKey(_ entry: JSONValue) throws -> JSONValue {
        for name in ["key", "Key", "name", "Name", "k", "K"] {
            let key = try ValueAccess.field(entry, name)
            if key.isTruthy { return key }
        }
        return try ValueAccess.field(entry, "Name")
    }

    private static func entryValue(_ entry: JSONValue) throws -> JSONValue {
        if let value = try entry.member("value") { return value }
        for name in ["key", "Key", "name", "Name"] where try ValueAccess.field(entry, name).isTruthy {
            return try ValueAccess.field(entry, "Value")
        }
        return try entry.member("v") ?? ValueAccess.field(entry, "Value")
    }

    /// Functions of paths.
    static let paths: [String: NativeFunction] = [
        "delpaths/1": { input, arguments, budget in
            guard arguments[0].kind == .array else { throw QueryRuntimeError("Paths must be specified as an array") }
            var root = input
            try PathEditing.delete(try ValueAccess.array(arguments[0]), in: &root, budget)
            return root
        }
    ]
}
