import JSONParsing

/// Finding values in values, and strings in strings.
enum Search {
    /// The indices at which an array occurs in another one, as neighbouring elements.
    static func indices(of part: [JSONValue], in whole: [JSONValue], _ budget: QueryBudget) throws -> [JSONValue] {
        guard !part.isEmpty, part.count <= whole.count else { return [] }
        // A value with a NaN equals no value, although its text is equal.
        guard try part.allSatisfy({ try JSONValue.jqEqual($0, $0, budget) }) else { return [] }
        let mark = budget.unheldBytes
        let partTexts = try texts(of: part, budget)
        let wholeTexts = try texts(of: whole, budget)
        let size = budget.unheldBytes - mark
        var found: [JSONValue] = []
        try eachOffset(of: partTexts.span, in: wholeTexts.span, budget) { try budget.append(.number(JSONNumber($0)), to: &found) }
        budget.release(to: budget.unheldBytes - size)
        return found
    }

    /// The canonical texts of values; their memory counts.
    static func texts(of values: [JSONValue], _ budget: QueryBudget) throws -> [String] {
        try budget.allocate(values.count * MemoryLayout<String>.stride)
        return try values.map { value in
            let text = try value.canonicalText(budget)
            try budget.allocate(MemorySize.string(text.utf8.count))
            return text
        }
    }

    /// Calls `body` with each offset at which `part` occurs in `whole`. Occurrences may overlap.
    ///
    /// Searches in linear time (Knuth, Morris, Pratt): the search never goes back in `whole`.
    private static func eachOffset<Element: Equatable>(
        of part: Span<Element>, in whole: Span<Element>, _ budget: QueryBudget, _ body: (Int) throws -> Void
    ) throws {
        guard !part.isEmpty, part.count <= whole.count else { return }
        let borders = try borders(of: part, budget)
        defer { budget.release(to: budget.unheldBytes - size(ofBorders: part.count)) }
        var length = 0
        for offset in whole.indices {
            try budget.chargeBlock(at: offset)
            while length > 0, part[length] != whole[offset] { length = borders[length - 1] }
            if part[length] == whole[offset] { length += 1 }
            if length == part.count {
                try body(offset + 1 - length)
                length = borders[length - 1]
            }
        }
    }

    private static func size(ofBorders count: Int) -> Int { count * MemoryLayout<Int>.stride }

    /// For each prefix of a part, the length of its longest proper suffix that is also a prefix. The run counts the memory of the table.
    private static func borders<Element: Equatable>(of part: Span<Element>, _ budget: QueryBudget) throws -> [Int] {
        try budget.allocate(size(ofBorders: part.count))
        var borders: [Int] = []
        borders.reserveCapacity(part.count)
        borders.append(0)
        var length = 0
        for offset in 1..<part.count {
            try budget.chargeBlock(at: offset)
            while length > 0, part[length] != part[offset] { length = borders[length - 1] }
            if part[length] == part[offset] { length += 1 }
            borders.append(length)
        }
        return borders
    }

    /// The offset of the first occurrence of a string in another, in bytes. Copies the strings only after a partial match of several bytes.
    static func firstOffset(of part: String, in whole: String, _ budget: QueryBudget) throws -> Int? {
        let partBytes = part.utf8
        let wholeBytes = whole.utf8
        let part = partBytes.span
        let whole = wholeBytes.span
        guard !part.isEmpty else { return 0 }
        let first = part[0]
        let mark = budget.unheldBytes
        defer { budget.release(to: mark) }
        var borders: [Int] = []
        var length = 0
        var offset = 0
        while offset < whole.count {
            let byte = whole[offset]
            if length == 0 {
                if byte == first { length = 1 }
            } else if byte == part[length] {
                length += 1
            } else if length == 1 {
                length = byte == first ? 1 : 0
            } else {
                if borders.isEmpty { borders = try Self.borders(of: part, budget) }
                length = borders[length - 1]
                // The next round compares this byte again.
                continue
            }
            offset += 1
            try budget.chargeBlock(at: offset)
            if length == part.count { return offset - length }
        }
        return nil
    }

    /// Whether a string occurs in another one at an offset in bytes.
    static func matches(_ part: String, in whole: String, at offset: Int, _ budget: QueryBudget) throws -> Bool {
        let partBytes = part.utf8
        let wholeBytes = whole.utf8
        let part = partBytes.span
        let whole = wholeBytes.span
        guard offset >= 0, part.count <= whole.count - offset else { return false }
        for place in part.indices {
            guard part[place] == whole[offset + place] else { return false }
            try budget.chargeBlock(at: place)
        }
        return true
    }

    /// The offsets at which a string occurs in another one, in code points.
    static func indices(of part: String, in whole: String, _ budget: QueryBudget) throws -> [JSONValue] {
        try budget.charge(bytes: whole.utf8.count + part.utf8.count)
        let partBytes = part.utf8
        let wholeBytes = whole.utf8
        var place = 0
        var offset = 0
        var found: [JSONValue] = []
        try eachOffset(of: partBytes.span, in: wholeBytes.span, budget) { next in
            let bytes = wholeBytes.span
            while offset < next {
                if bytes[offset] & 0xC0 != 0x80 { place += 1 }
                offset += 1
                try budget.chargeBlock(at: offset)
            }
            try budget.append(.number(JSONNumber(place)), to: &found)
        }
        return found
    }

    /// Splits a string at each occurrence of a separator; into its characters if the separator is empty.
    static func split(_ text: String, by separator: String, _ budget: QueryBudget) throws -> [JSONValue] {
        if text.isEmpty { return [] }
        try budget.charge(bytes: text.utf8.count + separator.utf8.count)
        var pieces: [JSONValue] = []
        if separator.isEmpty {
            for scalar in text.unicodeScalars {
                try budget.append(.string(String(scalar)), to: &pieces)
                try budget.chargeBlock(at: 4 * pieces.count)
            }
            return pieces
        }
        let bytes = text.utf8
        let separatorBytes = separator.utf8
        var start = 0
        try eachOffset(of: separatorBytes.span, in: bytes.span, budget) { offset in
            guard offset >= start else { return }
            try budget.step()
            try budget.append(.string(try CodePointSlicer.piece(start..<offset, of: text, budget)), to: &pieces)
            start = offset + separatorBytes.count
        }
        try budget.append(.string(try CodePointSlicer.piece(start..<bytes.count, of: text, budget)), to: &pieces)
        return pieces
    }

    /// Whether one value contains another by jq's rules: a string as a substring, each element in some element, each member in the member
    /// with its key.
    static func contains(_ whole: JSONValue, _ part: JSONValue, _ budget: QueryBudget) throws -> Bool {
        guard whole.kind == part.kind, whole.bool == part.bool else {
            throw QueryRuntimeError(
                "\(ValueText.described(whole)) and \(ValueText.described(part)) cannot have their containment checked")
        }
        return try Containment.holds(whole, part, budget)
    }
}
