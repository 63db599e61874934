import JSONParsing

/// Finding values in values, and strings in strings.
enum Search {
    /// Where an array occurs in another as a run of neighbours.
    static func indices(of part: [JSONValue], in whole: [JSONValue]) throws -> [Int] {
        guard !part.isEmpty, part.count <= whole.count else { return [] }
        let part = try part.map { try $0.canonicalText() }
        let whole = try whole.map { try $0.canonicalText() }
        return (0...whole.count - part.count).filter { start in part.indices.allSatisfy { whole[start + $0] == part[$0] } }
    }

    /// Where bytes occur in others, at places that may overlap.
    static func offsets(of part: [UInt8], in whole: [UInt8]) -> [Int] {
        guard !part.isEmpty, part.count <= whole.count else { return [] }
        // For each prefix of the part, how long the longest proper end of it is that the part begins with.
        var borders = [0]
        var length = 0
        for byte in part.dropFirst() {
            while length > 0, part[length] != byte { length = borders[length - 1] }
            if part[length] == byte { length += 1 }
            borders.append(length)
        }
        var found: [Int] = []
        length = 0
        for (offset, byte) in whole.enumerated() {
            while length > 0, part[length] != byte { length = borders[length - 1] }
            if part[length] == byte { length += 1 }
            if length == part.count {
                found.append(offset + 1 - length)
                length = borders[length - 1]
            }
        }
        return found
    }

    /// Where a string occurs in another, in code points.
    static func indices(of part: String, in whole: String) -> [Int] {
        let bytes = Array(whole.utf8)
        var place = 0
        var offset = 0
        return offsets(of: Array(part.utf8), in: bytes).map { next in
            while offset < next {
                if bytes[offset] & 0xC0 != 0x80 { place += 1 }
                offset += 1
            }
            return place
        }
    }

    /// The pieces of a string between the places where another one stands; its characters if that is empty.
    static func split(_ text: String, by separator: String) -> [String] {
        if text.isEmpty { return [] }
        if separator.isEmpty { return text.unicodeScalars.map { String($0) } }
        let bytes = Array(text.utf8)
        let length = separator.utf8.count
        var pieces: [String] = []
        var start = 0
        for offset in offsets(of: Array(separator.utf8), in: bytes) where offset >= start {
            pieces.append(String(decoding: bytes[start..<offset], as: UTF8.self))
            start = offset + length
        }
        pieces.append(String(decoding: bytes[start...], as: UTF8.self))
        return pieces
    }

    /// Whether one value contains another by jq's rules: strings as parts, each element in some element, each member in its like.
    static func contains(_ whole: JSONValue, _ part: JSONValue) throws -> Bool {
        guard whole.kind == part.kind else {
            throw QueryRuntimeError(
                "\(ValueText.described(whole)) and \(ValueText.described(part)) cannot have their containment checked")
        }
        return try contains(whole, part, depth: 0)
    }

    /// Levels of arrays and objects that are searched; each takes stack.
    private static let maxDepth = 1000

    private static func contains(_ whole: JSONValue, _ part: JSONValue, depth: Int) throws -> Bool {
        guard depth < maxDepth else { throw QueryRuntimeError("Containment check too deep") }
        switch (try whole.decoded(), try part.decoded()) {
        case (.object(let a), .object(let b)):
            return try b.allSatisfy { member in
                guard let value = a[member.key], value.kind == member.value.kind else { return false }
                return try contains(value, member.value, depth: depth + 1)
            }
        case (.array(let a), .array(let b)):
            return try b.allSatisfy { wanted in
                try a.contains { try $0.kind == wanted.kind && contains($0, wanted, depth: depth + 1) }
            }
        case (.string(let a), .string(let b)):
            return b.isEmpty || !offsets(of: Array(b.utf8), in: Array(a.utf8)).isEmpty
        case (let a, let b): return try JSONValue.jqEqual(a, b)
        }
    }
}
