import JSONParsing

/// Finding values in values, and strings in strings.
enum Search {
    /// Where an array occurs in another as a run of neighbours.
    static func indices(of part: [JSONValue], in whole: [JSONValue], _ run: Run) throws -> [Int] {
        guard !part.isEmpty, part.count <= whole.count else { return [] }
        // What holds a NaN is equal to nothing, although its text is.
        guard try part.allSatisfy({ try JSONValue.jqEqual($0, $0, run) }) else { return [] }
        let mark = run.loose
        let found = offsets(of: try texts(of: part, run), in: try texts(of: whole, run))
        run.release(to: mark)
        return found
    }

    /// The canonical texts of values; their memory counts.
    static func texts(of values: [JSONValue], _ run: Run) throws -> [String] {
        try run.allocate(values.count * MemoryLayout<String>.stride)
        return try values.map { value in
            let text = try value.canonicalText(run)
            try run.allocate(MemorySize.string(text.utf8.count))
            return text
        }
    }

    /// Places as values.
    static func numbers(_ places: [Int], _ run: Run) throws -> [JSONValue] {
        try run.checkElements(places.count)
        try run.charge(elements: places.count)
        try run.allocate(MemorySize.array(places.count))
        return places.map { .number(JSONNumber($0)) }
    }

    /// Where elements occur in others as a run of neighbours, at places that may overlap. By Knuth, Morris and Pratt: no element of the
    /// whole is looked at again from the start of the part.
    static func offsets<Element: Equatable>(of part: [Element], in whole: [Element]) -> [Int] {
        guard !part.isEmpty, part.count <= whole.count else { return [] }
        let borders = borders(of: part)
        var found: [Int] = []
        var length = 0
        for (offset, element) in whole.enumerated() {
            while length > 0, part[length] != element { length = borders[length - 1] }
            if part[length] == element { length += 1 }
            if length == part.count {
                found.append(offset + 1 - length)
                length = borders[length - 1]
            }
        }
        return found
    }

    /// For each prefix of a part, how long the longest proper end of it is that the part begins with.
    private static func borders<Element: Equatable>(of part: [Element]) -> [Int] {
        var borders = [0]
        var length = 0
        for element in part.dropFirst() {
            while length > 0, part[length] != element { length = borders[length - 1] }
            if part[length] == element { length += 1 }
            borders.append(length)
        }
        return borders
    }

    /// Where a string occurs in another for the first time, in bytes. Stops there, and copies nothing unless more than one byte of the
    /// part was found in vain.
    static func firstOffset(of part: String, in whole: String) -> Int? {
        let partBytes = part.utf8
        let wholeBytes = whole.utf8
        let part = partBytes.span
        let whole = wholeBytes.span
        guard !part.isEmpty else { return 0 }
        let first = part[0]
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
                if borders.isEmpty { borders = Self.borders(of: Array(partBytes)) }
                length = borders[length - 1]
                // This byte is looked at again.
                continue
            }
            offset += 1
            if length == part.count { return offset - length }
        }
        return nil
    }

    /// Where a string occurs in another, in code points.
    static func indices(of part: String, in whole: String, _ run: Run) throws -> [Int] {
        try run.charge(bytes: whole.utf8.count + part.utf8.count)
        let bytes = Array(whole.utf8)
        var place = 0
        var offset = 0
        let found = offsets(of: Array(part.utf8), in: bytes)
        try run.checkElements(found.count)
        return found.map { next in
            while offset < next {
                if bytes[offset] & 0xC0 != 0x80 { place += 1 }
                offset += 1
            }
            return place
        }
    }

    /// The pieces of a string between the places where another one stands; its characters if that is empty.
    static func split(_ text: String, by separator: String, _ run: Run) throws -> [String] {
        if text.isEmpty { return [] }
        try run.charge(bytes: text.utf8.count + separator.utf8.count)
        if separator.isEmpty {
            let count = text.unicodeScalars.count
            try run.checkElements(count)
            try run.charge(elements: 4 * count)
            try run.allocate(2 * MemorySize.array(count))
            return text.unicodeScalars.map { String($0) }
        }
        let bytes = Array(text.utf8)
        let length = separator.utf8.count
        var pieces: [String] = []
        var start = 0
        for offset in offsets(of: Array(separator.utf8), in: bytes) where offset >= start {
            try run.step()
            try run.checkElements(pieces.count + 2)
            try run.allocate(MemoryLayout<JSONValue>.stride + MemoryLayout<String>.stride + MemorySize.string(offset - start))
            pieces.append(String(decoding: bytes[start..<offset], as: UTF8.self))
            start = offset + length
        }
        pieces.append(String(decoding: bytes[start...], as: UTF8.self))
        return pieces
    }

    /// Whether one value contains another by jq's rules: strings as parts, each element in some element, each member in its like.
    static func contains(_ whole: JSONValue, _ part: JSONValue, _ run: Run) throws -> Bool {
        guard whole.kind == part.kind else {
            throw QueryRuntimeError(
                "\(ValueText.described(whole)) and \(ValueText.described(part)) cannot have their containment checked")
        }
        return try Containment.holds(whole, part, run)
    }
}
