import JSONParsing

/// Reads parts of values: `.name`, `.[n]`, `.[a:b]`, `.[]`.
enum ValueAccess {
    /// The value at a key; null for a missing member or element.
    static func index(_ value: JSONValue, _ key: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        let value = try budget.looked(into: value)
        return switch (value.kind, key.kind) {
        case (.object, .string): try field(value, key.string ?? "")
        case (.array, .number): element(try array(value), key.number?.double ?? .nan)
        case (.array, .object), (.string, .object):
            try slice(value, try bounds(of: key).from, try bounds(of: key).to, budget)
        case (.array, .array): .array(try Search.indices(of: try array(key), in: try array(value), budget))
        case (.null, .string), (.null, .number), (.null, .object): .null
        default: throw cannotIndex(value, key)
        }
    }

    static func cannotUseAsKey(_ value: JSONValue) -> QueryRuntimeError {
        QueryRuntimeError("Cannot use \(ValueText.described(value)) as object key")
    }

    /// Whether a key can be looked up in a value.
    static func canIndex(_ value: JSONValue, _ key: JSONValue, _ budget: QueryBudget) throws -> Bool {
        do {
            _ = try index(value, key, budget)
            return true
        } catch let error as QueryRuntimeError {
            if error.isLimit { throw error }
            return false
        }
    }

    /// The value of a member; null where there is none.
    ///
    /// - Parameter bytes: Increased by the length of the value if it is undecoded, because the lookup scans it.
    static func field(_ value: JSONValue, _ key: String, scannedBytes bytes: inout Int) throws -> JSONValue {
        if let found = try value.member(key, scannedBytes: &bytes) { return found }
        switch value.kind {
        case .object, .null: return .null
        default: throw cannotIndex(value, .string(key))
        }
    }

    /// The value of a member; null where there is none.
    static func field(_ value: JSONValue, _ key: String) throws -> JSONValue {
        if let found = try value.member(key) { return found }
        switch value.kind {
        case .object, .null: return .null
        default: throw cannotIndex(value, .string(key))
        }
    }

    static func cannotIndex(_ value: JSONValue, _ key: JSONValue) -> QueryRuntimeError {
        QueryRuntimeError("Cannot index \(value.kind.rawValue) with \(ValueText.described(key))")
    }

    static func array(_ value: JSONValue) throws -> [JSONValue] {
        guard case .array(let elements) = try value.decoded() else { return [] }
        return elements
    }

    /// The keys of a path.
    static func path(_ value: JSONValue) throws -> [JSONValue] {
        guard value.kind == .array else { throw QueryRuntimeError("Path must be specified as an array") }
        return try array(value)
    }

    static func object(_ value: JSONValue) throws -> JSONObject {
        guard case .object(let object) = try value.decoded() else { return JSONObject() }
        return object
    }

    /// An element counted from 0, or from the end if negative; fractions are cut off.
    static func element(_ elements: [JSONValue], _ place: Double) -> JSONValue {
        guard let place = position(place, count: elements.count), elements.indices.contains(place) else { return .null }
        return elements[place]
    }

    /// An index as an integer, counted from the start; nil for NaN. It may be out of bounds.
    static func position(_ place: Double, count: Int) -> Int? {
        if place.isNaN { return nil }
        let whole = Int(max(-1e15, min(place.rounded(.towardZero), 1e15)))
        return whole < 0 ? whole + count : whole
    }

    /// The indices of a slice of `count` elements.
    static func range(_ from: JSONValue, _ to: JSONValue, count: Int) throws -> Range<Int> {
        guard from.isNull || from.kind == .number, to.isNull || to.kind == .number else { throw badSlice }
        var start = from.number?.double ?? 0
        var end = to.number?.double ?? Double(count)
        if start.isNaN { start = 0 }
        if end.isNaN { end = Double(count) }
        if start < 0 { start += Double(count) }
        if end < 0 { end += Double(count) }
        let limit = Double(count)
        let first = Int(max(0, min(start, limit)).rounded(.down))
        let last = Int(max(0, min(end, limit)).rounded(.up))
        return first..<max(first, last)
    }

    static func slice(_ value: JSONValue, _ from: JSONValue, _ to: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        let value = try budget.looked(into: value)
        if case .string(let string) = value { try budget.charge(bytes: string.utf8.count) }
        let mark = budget.unheldBytes
        let part = try uncountedSlice(value, from, to, budget)
        budget.release(to: mark)
        try budget.chargeResult(part)
        return part
    }

    private static func uncountedSlice(_ value: JSONValue, _ from: JSONValue, _ to: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        switch try budget.decoded(value) {
        case .null: return .null
        case .array(let elements):
            let range = try range(from, to, count: elements.count)
            try budget.checkRoom(for: MemorySize.array(range.count))
            return .array(Array(elements[range]))
        case .string(let string):
            let count = try CodePointSlicer.count(of: string, budget)
            let range = try range(from, to, count: count)
            if count == string.utf8.count { return .string(try CodePointSlicer.piece(range, of: string, budget)) }
            var pieces = CodePointSlicer(string, budget)
            try pieces.skip(range.lowerBound)
            return .string(try pieces.take(to: range.upperBound))
        default: throw cannotIndex(value, sliceKey(from, to))
        }
    }

    private static let badSlice = QueryRuntimeError("Array/string slice indices must be integers")

    /// The bounds of a slice from the object that represents it in a path.
    static func bounds(of key: JSONValue) throws -> (from: JSONValue, to: JSONValue) {
        guard let from = try key.member("start"), let to = try key.member("end") else { throw badSlice }
        return (from, to)
    }

    /// The object that represents a slice in a path.
    static func sliceKey(_ from: JSONValue, _ to: JSONValue) -> JSONValue { .object(["start": from, "end": to]) }

    static func cannotIterate(_ value: JSONValue) -> QueryRuntimeError {
        QueryRuntimeError("Cannot iterate over \(ValueText.described(value))")
    }
}

extension JSONValue {
    /// Whether conditions take the value for true: all but null and false.
    var isTruthy: Bool {
        switch kind {
        case .null: false
        case .boolean: bool == true
        default: true
        }
    }
}

/// Iterates over the elements of an array or the values of an object.
struct ChildIterator {
    private let elements: [JSONValue]
    private let object: JSONObject?
    /// Number of children that ``next()`` has returned.
    private var place = 0
    let count: Int

    /// The children of a value; nil if it is neither array nor object.
    init?(of value: JSONValue, _ budget: QueryBudget) throws {
        // Checks the kind first, so that no string is decoded.
        switch value.kind {
        case .array:
            elements = try budget.elements(of: value)
            object = nil
            count = elements.count
        case .object:
            guard case .object(let object) = try budget.decoded(value) else { return nil }
            elements = []
            self.object = object
            count = object.count
        default: return nil
        }
    }

    var isObject: Bool { object != nil }
    var isAtEnd: Bool { place == count }

    /// The next child. Called only before the end.
    mutating func next() -> JSONValue {
        defer { place += 1 }
        return object?[place].value ?? elements[place]
    }

    /// The name of the member that was taken last; empty for elements.
    var lastName: String { object?[place - 1].key ?? "" }

    /// The key of the last child.
    var lastKey: JSONValue { object.map { .string($0[place - 1].key) } ?? .number(JSONNumber(place - 1)) }

    /// The path of the last child.
    ///
    /// - Parameter tracedPath: The path of the container.
    func lastPath(after tracedPath: TracedPath) throws -> TracedPath {
        guard case .at(let step) = tracedPath else { return tracedPath }
        return .at(try TracedPathStep(lastKey, after: step))
    }
}
