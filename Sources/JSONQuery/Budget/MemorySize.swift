import JSONParsing

/// Estimates of the memory of values, in bytes.
enum MemorySize {
    /// The memory of a frame (a pending call with its scope) and of a choice point, in bytes.
    static let frame = 256
    static let choicePoint = 256
    /// Overhead of the allocator and of a heap object's header.
    private static let header = 48
    /// Strings up to this length in bytes are stored inline, without heap memory.
    private static let smallString = 15
    /// An object with more members than this has an index; bytes of an index entry.
    private static let indexThreshold = 12
    private static let indexEntry = 64

    /// Bytes of a number in a set.
    static let setEntry = 24

    static func array(_ count: Int) -> Int { count == 0 ? 0 : header + count * MemoryLayout<JSONValue>.stride }

    static func object(_ count: Int) -> Int {
        let members = header + count * MemoryLayout<JSONObject.Member>.stride
        return count > indexThreshold ? members + count * indexEntry : members
    }

    static func string(_ count: Int) -> Int { count > smallString ? header + count : 0 }

    /// The value's own memory, without that of what it contains.
    static func ofTop(_ value: JSONValue) -> Int {
        switch value {
        case .string(let text): string(text.utf8.count)
        case .array(let elements): array(elements.count)
        case .object(let object): self.object(object.count)
        default: 0
        }
    }

    /// The memory of a value and all that it contains, counted up to a limit.
    ///
    /// - Parameters:
    ///   - limit: Bytes at which counting stops.
    ///   - countsText: Whether undecoded values count. Each of them retains the whole text that it is part of.
    static func of(_ value: JSONValue, upTo limit: Int, countsText: Bool) -> Int {
        switch value {
        case .null, .bool, .number: return 0
        case .text(let text): return countsText ? min(limit, text.bufferByteCount) : 0
        case .string(let text): return min(limit, string(text.utf8.count))
        case .array, .object:
            // As a rule the new value itself accounts for all bytes up to the limit.
            return ofTop(value) >= limit ? limit : ofContainer(value, upTo: limit, countsText)
        }
    }

    private static func ofContainer(_ value: JSONValue, upTo limit: Int, _ countsText: Bool) -> Int {
        var total = 0
        var open = [value]
        while let next = open.popLast() {
            total += ofTop(next)
            guard total < limit else { return limit }
            switch next {
            case .array(let elements):
                for element in elements { add(element, &total, &open, countsText) }
            case .object(let object):
                object.forEachMember { member in
                    total += string(member.key.utf8.count)
                    // Fast path: most values are undecoded, and most programs parse no text.
                    if case .text = member.value, !countsText { return }
                    add(member.value, &total, &open, countsText)
                }
            default: break
            }
            guard total < limit else { return limit }
        }
        return total
    }

    private static func add(_ value: JSONValue, _ total: inout Int, _ open: inout [JSONValue], _ countsText: Bool) {
        switch value {
        case .string(let text): total += string(text.utf8.count)
        case .text(let text): if countsText { total += text.bufferByteCount }
        case .array, .object: open.append(value)
        case .null, .bool, .number: break
        }
    }

    /// The address of an array's elements. If it changes, the array was copied.
    static func address(of elements: [JSONValue]) -> UInt {
        unsafe elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }

    /// The address of a long string's bytes; 0 for a short string.
    static func address(of text: String) -> UInt {
        guard text.utf8.count > smallString else { return 0 }
        return unsafe text.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) } ?? 0
    }
}

/// Detects values that are equal because they share storage, such as the two elements of `[., .]`.
///
/// A value that contains a NaN does not equal itself. So shared storage is searched for a NaN, each container once.
struct StorageIdentityCheck {
    /// Limit of the levels that a comparison descends.
    static let maxDepth = 10_000

    /// Containers without a NaN, by the address of their storage, with the level at which each was searched.
    private var searched: [UInt: Int] = [:]
    /// Whether the search found a NaN, or a value that is too deep for a comparison.
    private var hasException = false

    /// Whether two values have the same storage and no NaN in it. Other values may be equal, too.
    ///
    /// - Parameter depth: Number of containers around the values.
    mutating func isShared(_ left: JSONValue, _ right: JSONValue, depth: Int = 0, _ budget: QueryBudget?) throws -> Bool {
        guard let address = Self.address(of: left), Self.address(of: right) == address, !hasException else { return false }
        var open = [(value: left, depth: depth)]
        while let (value, depth) = open.popLast() {
            try budget?.step()
            guard let address = Self.address(of: value), depth > searched[address, default: -1] else { continue }
            searched[address] = depth
            try budget?.charge(for: value)
            switch value {
            case .array(let elements): for element in elements { visit(element, depth + 1, &open) }
            case .object(let object): object.forEachMember { visit($0.value, depth + 1, &open) }
            default: break
            }
            if hasException { return false }
        }
        return true
    }

    private mutating func visit(_ value: JSONValue, _ depth: Int, _ open: inout [(value: JSONValue, depth: Int)]) {
        switch value {
        case .array, .object:
            if depth > Self.maxDepth { hasException = true }
            open.append((value, depth))
        case .number(let number): if number.storedInteger == nil, number.double.isNaN { hasException = true }
        default: break
        }
    }

    /// The address of a decoded container; nil if it is empty.
    static func address(of value: JSONValue) -> UInt? {
        switch value {
        case .array(let elements): elements.isEmpty ? nil : MemorySize.address(of: elements)
        case .object(let object): object.isEmpty ? nil : object.address
        default: nil
        }
    }
}
