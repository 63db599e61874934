public import JSONParsing

extension JSONValue {
    /// Compares two values in jq's order: null, false, true, numbers, strings, arrays, objects.
    ///
    /// Strings go by code point, arrays by element, objects by their sorted keys and then by the values of these keys. NaN is
    /// smaller than every number, itself included.
    ///
    /// - Returns: A negative number, zero or a positive number, as the first value comes before, with or after the second.
    /// - Throws: ``JSONError`` for text that cannot be decoded, ``QueryRuntimeError`` for values nested too deeply.
    public static func jqOrder(_ left: JSONValue, _ right: JSONValue) throws -> Int { try jqOrder(left, right, nil) }

    /// As ``jqOrder(_:_:)``, and charges a run for the work.
    static func jqOrder(_ left: JSONValue, _ right: JSONValue, _ budget: QueryBudget?) throws -> Int {
        if let order = try orderOfScalars(left, right, budget) { return order }
        // A stack of the pairs still to compare, so that deep values need no recursion.
        var pairs: [(left: JSONValue, right: JSONValue, depth: Int)] = [(left, right, 0)]
        var storage = StorageIdentityCheck()
        while let (left, right, depth) = pairs.popLast() {
            try budget?.step()
            if let order = try orderOfScalars(left, right, budget) {
                if order != 0 { return order }
                continue
            }
            if try storage.isShared(left, right, depth: depth, budget) { continue }
            guard depth <= StorageIdentityCheck.maxDepth else { throw QueryRuntimeError("Comparison too deep") }
            try budget?.charge(for: left)
            try budget?.charge(for: right)
            switch (try budget?.decoded(left) ?? left.decoded(), try budget?.decoded(right) ?? right.decoded()) {
            case (.array(let a), .array(let b)):
                let shared = min(a.count, b.count)
                // If all common elements are equal, the lengths decide: a pair of numbers at the bottom of the stack.
                pairs.append((.number(JSONNumber(a.count)), .number(JSONNumber(b.count)), 0))
                for index in stride(from: shared - 1, through: 0, by: -1) { pairs.append((a[index], b[index], depth + 1)) }
            case (.object(let a), .object(let b)):
                let keys = try a.sortedKeys(budget)
                let otherKeys = try b.sortedKeys(budget)
                let order = StringOrder.compare(keys, otherKeys)
                if order != 0 { return order }
                for (place, key) in keys.enumerated().reversed() {
                    if place & 0xF == 0xF { try budget?.steps(4) }
                    pairs.append((a[key] ?? .null, b[key] ?? .null, depth + 1))
                }
            default: break
            }
        }
        return 0
    }

    /// The order of two values that are not both arrays, nor both objects; nil for those.
    private static func orderOfScalars(_ left: JSONValue, _ right: JSONValue, _ budget: QueryBudget?) throws -> Int? {
        let kind = left.kind
        guard kind == right.kind else { return left.orderRank - right.orderRank }
        if kind == .array || kind == .object { return nil }
        switch (try left.decoded(), try right.decoded()) {
        case (.bool(let a), .bool(let b)): return a == b ? 0 : a ? 1 : -1
        case (.number(let a), .number(let b)):
            try budget?.charge(bytes: 8 * (a.literalByteCount + b.literalByteCount))
            return NumberOrder.compare(a, b)
        case (.string(let a), .string(let b)):
            try budget?.charge(bytes: min(a.utf8.count, b.utf8.count))
            return StringOrder.compare(a, b)
        default: return 0
        }
    }

    /// The rank of the kind in jq's order; false and true count as kinds of their own.
    var orderRank: Int {
        switch kind {
        case .null: 0
        case .boolean: bool == true ? 2 : 1
        case .number: 3
        case .string: 4
        case .array: 5
        case .object: 6
        }
    }

    /// Whether two values are equal by jq's rules: numbers by value, members in any order, NaN unlike itself.
    static func jqEqual(_ left: JSONValue, _ right: JSONValue, _ budget: QueryBudget) throws -> Bool {
        let kind = left.kind
        guard kind == right.kind else { return false }
        return try kind == .boolean ? left.bool == right.bool : jqOrder(left, right, budget) == 0
    }
}

/// Orders numbers by value. Two literals with the same floating-point value are ordered by their digits.
enum NumberOrder {
    static func compare(_ left: JSONNumber, _ right: JSONNumber) -> Int {
        if let a = left.storedInteger, let b = right.storedInteger { return a < b ? -1 : a > b ? 1 : 0 }
        let a = left.double
        let b = right.double
        if a < b { return -1 }
        if a > b { return 1 }
        if a.isNaN || b.isNaN { return a.isNaN ? -1 : 1 }
        guard let leftText = left.literalText, let rightText = right.literalText else { return 0 }
        return JSONDecimal(leftText).compared(to: JSONDecimal(rightText))
    }
}

extension JSONObject {
    /// The keys in the order of their code points.
    func sortedKeys(_ budget: QueryBudget?) throws -> [String] {
        try keys.sorted { a, b in
            try budget?.step()
            return StringOrder.compare(a, b) < 0
        }
    }
}

/// Strings by code point, which is the order of their UTF-8 bytes.
enum StringOrder {
    static func compare(_ left: String, _ right: String) -> Int {
        let leftBytes = left.utf8
        let rightBytes = right.utf8
        let a = leftBytes.span
        let b = rightBytes.span
        let shared = min(a.count, b.count)
        var place = 0
        while place < shared, a[place] == b[place] { place += 1 }
        return place < shared ? Int(a[place]) - Int(b[place]) : a.count - b.count
    }

    static func compare(_ left: [String], _ right: [String]) -> Int {
        for (a, b) in zip(left, right) {
            let order = compare(a, b)
            if order != 0 { return order }
        }
        return left.count - right.count
    }
}
