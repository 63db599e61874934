import JSONParsing

/// An operator between two values or programs.
enum BinaryOperator: Sendable {
    case add, subtract, multiply, divide, remainder
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual
    case and, or, alternative
}

/// The operators on values.
enum Arithmetic {
    static func apply(_ name: BinaryOperator, _ left: inout JSONValue, _ right: JSONValue, _ budget: QueryBudget) throws {
        switch name {
        case .add: try add(&left, right, budget)
        case .subtract: left = try subtract(left, right, budget)
        case .multiply: left = try multiply(left, right, budget)
        case .divide: left = try divide(left, right, budget)
        case .remainder: left = try remainder(left, right)
        default: break
        }
    }

    static func compare(_ name: BinaryOperator, _ left: JSONValue, _ right: JSONValue, _ budget: QueryBudget) throws -> Bool {
        switch name {
        case .equal: try JSONValue.jqEqual(left, right, budget)
        case .unequal: try !JSONValue.jqEqual(left, right, budget)
        case .less: try JSONValue.jqOrder(left, right, budget) < 0
        case .lessOrEqual: try JSONValue.jqOrder(left, right, budget) <= 0
        case .greater: try JSONValue.jqOrder(left, right, budget) > 0
        default: try JSONValue.jqOrder(left, right, budget) >= 0
        }
    }

    /// Appends in place where the left side has no other owner.
    static func add(_ left: inout JSONValue, _ right: JSONValue, _ budget: QueryBudget) throws {
        if right.isNull { return }
        if left.isNull {
            left = right
            return
        }
        guard left.kind == right.kind else { throw failure(left, right, "added") }
        if case .text = left { left = try budget.decoded(left) }
        let right = try budget.decoded(right)
        // Each case moves the left side out before it appends, so that the storage has one owner.
        switch right {
        case .number(let b): if case .number(let a) = left { left = .number(JSONNumber(a.double + b.double)) }
        case .string(let b):
            guard case .string(var a) = left else { return }
            let length = a.utf8.count + b.utf8.count
            try budget.checkLength(length)
            if length > QueryBudget.blockBytes { try budget.checkRoom(for: MemorySize.string(length)) }
            left = .null
            let address = MemorySize.address(of: a)
            a += b
            try budget.chargeChange(of: a, since: address)
            left = .string(a)
        case .array(let b):
            guard case .array(var a) = left else { return }
            try budget.checkElements(a.count + b.count)
            if a.count + b.count > a.capacity { try budget.checkRoom(for: MemorySize.array(a.count + b.count)) }
            left = .null
            let address = MemorySize.address(of: a)
            a += b
            try budget.chargeChange(of: a, since: address)
            left = .array(a)
        case .object(let b):
            guard case .object(var a) = left else { return }
            left = .null
            let address = a.address
            for (place, member) in b.enumerated() {
                if place & 0xF == 0xF { try budget.steps(4) }
                a[member.key] = member.value
            }
            try budget.chargeChange(of: a, since: address)
            left = .object(a)
        default: throw failure(left, right, "added")
        }
    }

    private static func subtract(_ left: JSONValue, _ right: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        switch (try budget.decoded(left), try budget.decoded(right)) {
        case (.number(let a), .number(let b)): return .number(JSONNumber(a.double - b.double))
        case (.array(let a), .array(let b)):
            if b.count > 8 {
                // A value with a NaN equals no value, although its text is equal.
                let mark = budget.unheldBytes
                try budget.allocate(MemorySize.array(a.count) + b.count * MemoryLayout<String>.stride)
                let unwanted = Set(try Search.texts(of: try b.filter { try JSONValue.jqEqual($0, $0, budget) }, budget))
                let rest = try a.filter { !unwanted.contains(try $0.canonicalText(budget)) }
                budget.release(to: mark)
                try budget.allocate(MemorySize.array(rest.count))
                return .array(rest)
            }
            try budget.allocate(MemorySize.array(a.count))
            return .array(
                try a.filter { element in
                    try budget.step()
                    return try !b.contains { try JSONValue.jqEqual(element, $0, budget) }
                })
        default: throw failure(left, right, "subtracted")
        }
    }

    private static func multiply(_ left: JSONValue, _ right: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        switch (try budget.decoded(left), try budget.decoded(right)) {
        case (.number(let a), .number(let b)): .number(JSONNumber(a.double * b.double))
        case (.string(let text), .number(let number)), (.number(let number), .string(let text)):
            try repeated(text, number.double, budget)
        case (.object(let a), .object(let b)): try merged(a, b, budget)
        default: throw failure(left, right, "multiplied")
        }
    }

    /// Bytes of a block in the repetition of a string.
    private static let repeatedBlockBytes = 1 << 16

    private static func repeated(_ text: String, _ count: Double, _ budget: QueryBudget) throws -> JSONValue {
        if count.isNaN || count < 0 { return .null }
        if text.isEmpty { return .string("") }
        let times = count < 1e15 ? Int(count.rounded(.down)) : Int(1e15)
        let (length, overflow) = text.utf8.count.multipliedReportingOverflow(by: times)
        if overflow || length >= Int(Int32.max) { throw QueryRuntimeError("Repeat string result too long") }
        try budget.checkLength(length)
        try budget.allocate(MemorySize.string(length))
        // Block by block, so that the run notices a signal in between.
        let blockTimes = max(1, min(times, repeatedBlockBytes / text.utf8.count))
        let block = String(repeating: text, count: blockTimes)
        var result = ""
        result.reserveCapacity(length)
        for _ in 0..<times / blockTimes {
            try budget.charge(bytes: block.utf8.count)
            result += block
        }
        result += String(repeating: text, count: times % blockTimes)
        return .string(result)
    }

    /// Merges objects recursively, as `*` does in jq. Uses no recursion on the stack.
    private static func merged(_ left: JSONObject, _ right: JSONObject, _ budget: QueryBudget) throws -> JSONValue {
        struct Level {
            var result: JSONObject
            let right: JSONObject
            var place = 0
            var pendingKey = ""
        }
        var levels = [Level(result: left, right: right)]
        while true {
            var level = levels.removeLast()
            let address = level.result.address
            var deeper: Level?
            while level.place < level.right.count {
                try budget.step()
                let member = level.right[level.place]
                level.place += 1
                if member.value.kind == .object, let old = level.result[member.key], old.kind == .object {
                    level.pendingKey = member.key
                    guard case .object(let inner) = try budget.decoded(old), case .object(let other) = try budget.decoded(member.value)
                    else { break }
                    deeper = Level(result: inner, right: other)
                    break
                }
                level.result[member.key] = member.value
            }
            try budget.chargeChange(of: level.result, since: address)
            if let deeper {
                guard levels.count < 10_000 else { throw QueryRuntimeError("Object merge too deep") }
                levels.append(level)
                levels.append(deeper)
            } else if levels.isEmpty {
                return .object(level.result)
            } else {
                let parent = levels.count - 1
                levels[parent].result[levels[parent].pendingKey] = .object(level.result)
            }
        }
    }

    private static func divide(_ left: JSONValue, _ right: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        switch (try budget.decoded(left), try budget.decoded(right)) {
        case (.number(let a), .number(let b)):
            guard b.double != 0 else { throw failure(left, right, "divided because the divisor is zero") }
            return .number(JSONNumber(a.double / b.double))
        case (.string(let a), .string(let b)): return .array(try Search.split(a, by: b, budget))
        default: throw failure(left, right, "divided")
        }
    }

    /// The remainder of whole numbers, with the sign of the dividend.
    private static func remainder(_ left: JSONValue, _ right: JSONValue) throws -> JSONValue {
        guard let a = left.number?.double, let b = right.number?.double else {
            throw failure(left, right, "divided (remainder)")
        }
        if a.isNaN || b.isNaN { return .number(JSONNumber(Double.nan)) }
        let divisor = magnitude(b)
        guard divisor != 0 else { throw failure(left, right, "divided (remainder) because the divisor is zero") }
        let rest = Double(magnitude(a) % divisor)
        return .number(JSONNumber(a < 0 && rest != 0 ? -rest : rest))
    }

    /// The absolute value of the integer part, clamped to the range of `Int64` as in jq.
    private static func magnitude(_ value: Double) -> UInt64 {
        let whole = value.rounded(.towardZero)
        if whole >= 0x1p63 { return UInt64(Int64.max) }
        if whole <= -0x1p63 { return UInt64(Int64.max) + 1 }
        return whole.magnitude < 0x1p64 ? UInt64(whole.magnitude) : 0
    }

    private static func failure(_ left: JSONValue, _ right: JSONValue, _ what: String) -> QueryRuntimeError {
        QueryRuntimeError("\(ValueText.described(left)) and \(ValueText.described(right)) cannot be \(what)")
    }
}
