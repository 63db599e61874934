import JSONParsing

/// About how many bytes of memory values take.
enum MemorySize {
    /// A call that has not returned yet, with its scope; a choice point.
    static let frame = 256
    static let choicePoint = 256
    /// What the allocator and the header of a heap object take.
    private static let header = 48
    /// Up to this many bytes a string needs no memory of its own.
    private static let smallString = 15
    /// Members from which on an object has an index, and what an entry of it takes.
    private static let indexThreshold = 12
    private static let indexEntry = 64

    /// What a number in a set takes.
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
    ///   - limit: Where counting stops, so that it costs no more than what there is to find.
    ///   - countsText: Whether values that were not decoded yet count. Each of them holds the whole text that it is a piece of.
    static func of(_ value: JSONValue, upTo limit: Int, countsText: Bool) -> Int {
        switch value {
        case .null, .bool, .number: return 0
        case .text(let text): return countsText ? min(limit, text.bufferByteCount) : 0
        case .string(let text): return min(limit, string(text.utf8.count))
        case .array, .object:
            // As a rule a value that was just built is all that there is to find.
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
                    // Mostly values were not decoded yet, and the program has parsed no text.
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

    /// Where an array has its elements. Two answers that differ say that it was copied in between.
    static func address(of elements: [JSONValue]) -> UInt {
        unsafe elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }

    /// Where a long string has its bytes; 0 for short ones.
    static func address(of text: String) -> UInt {
        guard text.utf8.count > smallString else { return 0 }
        return unsafe text.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) } ?? 0
    }
}
