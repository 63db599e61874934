/// Reduces a list of media queries to the features that a mail may ask for: width and color scheme. A query with anything else is
/// removed.
///
/// A frame is as high as its content. A query for its height or orientation could change its own answer without end.
///
/// - SeeAlso: [Media Queries 4](https://www.w3.org/TR/mediaqueries-4/)
struct CSSMediaQueryFilter {
    /// The maximum nesting depth of conditions.
    private static let maximumDepth = 4

    let tokens: [CSSToken]
    var place = 0
    var output: [UInt8] = []

    private init(_ tokens: [CSSToken]) {
        self.tokens = tokens
    }

    /// Returns the allowed queries, separated by commas; nil if none is left. An empty list means all media.
    static func reduced(_ tokens: [CSSToken], _ bytes: Span<UInt8>) -> [UInt8]? {
        guard tokens.contains(where: { $0.kind != .whitespace }) else { return Array("all".utf8) }
        var result: [UInt8] = []
        var start = 0
        while start <= tokens.count {
            let end = tokens[start...].firstIndex { $0.kind == .comma } ?? tokens.count
            var query = CSSMediaQueryFilter(Array(tokens[start..<end]))
            if query.readQuery(bytes) {
                if !result.isEmpty { result.append(contentsOf: ", ".utf8) }
                result += query.output
            }
            start = end + 1
        }
        return result.isEmpty ? nil : result
    }

    private mutating func readQuery(_ bytes: Span<UInt8>) -> Bool {
        skipWhitespace()
        if take("only", bytes) { return readType(bytes) && readRest(bytes, depth: 0) }
        let start = (place, output.count)
        if take("not", bytes), readType(bytes) { return readRest(bytes, depth: 0) }
        (place, output) = (start.0, Array(output[..<start.1]))
        if readType(bytes) { return readRest(bytes, depth: 0) }
        return readCondition(bytes, depth: 0) && place == tokens.count
    }

    private mutating func readType(_ bytes: Span<UInt8>) -> Bool {
        take("screen", bytes) || take("all", bytes) || take("print", bytes)
    }

    /// Reads `and (…)` up to the end.
    private mutating func readRest(_ bytes: Span<UInt8>, depth: Int) -> Bool {
        while place < tokens.count {
            guard take("and", bytes), readGroup(bytes, depth: depth) else { return false }
        }
        return true
    }

    private mutating func readCondition(_ bytes: Span<UInt8>, depth: Int) -> Bool {
        guard depth <= Self.maximumDepth else { return false }
        if take("not", bytes) { return readGroup(bytes, depth: depth) }
        guard readGroup(bytes, depth: depth) else { return false }
        while take("and", bytes) || take("or", bytes) {
            guard readGroup(bytes, depth: depth) else { return false }
        }
        return true
    }

    /// Reads a feature or a condition in parentheses.
    private mutating func readGroup(_ bytes: Span<UInt8>, depth: Int) -> Bool {
        guard place < tokens.count, tokens[place].kind == .openParenthesis else { return false }
        place += 1
        skipWhitespace()
        output.append(UInt8(ascii: "("))
        guard place < tokens.count else { return false }
        let token = tokens[place]
        let isNested = token.kind == .openParenthesis || token.kind == .ident && bytes.matches("not", token.name)
        guard isNested ? readCondition(bytes, depth: depth + 1) : readFeature(bytes) else { return false }
        skipWhitespace()
        guard place < tokens.count, tokens[place].kind == .closeParenthesis else { return false }
        place += 1
        while output.last == 0x20 { output.removeLast() }
        output.append(contentsOf: ") ".utf8)
        skipWhitespace()
        if place == tokens.count { output.removeLast() }
        return true
    }

    /// Reads `word` and the white space after it, and appends both to `output`.
    mutating func take(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
        guard place < tokens.count, tokens[place].kind == .ident, bytes.matches(word, tokens[place].name) else { return false }
        for index in tokens[place].name { output.append(bytes[index].asciiLowercased) }
        place += 1
        skipWhitespace()
        if place < tokens.count { output.append(0x20) }
        return true
    }

    mutating func skipWhitespace() {
        while place < tokens.count, tokens[place].kind == .whitespace { place += 1 }
    }
}

/// Features of media, such as `max-width: 600px` and `width <= 600px`.
extension CSSMediaQueryFilter {
    private static let lengths: [StaticString] = [
        "width", "min-width", "max-width", "device-width", "min-device-width", "max-device-width",
    ]

    mutating func readFeature(_ bytes: Span<UInt8>) -> Bool {
        if take("prefers-color-scheme", bytes) {
            guard takeColon() else { return false }
            return take("dark", bytes) || take("light", bytes)
        }
        if Self.lengths.contains(where: { take($0, bytes) }) {
            return takeColon() ? readLength(bytes) : readComparison() && readLength(bytes)
        }
        guard readLength(bytes), readComparison(), take("width", bytes) || take("device-width", bytes) else { return false }
        guard place < tokens.count, tokens[place].kind == .delim else { return true }
        return readComparison() && readLength(bytes)
    }

    /// Reads `<`, `<=`, `>`, `>=` or `=`.
    private mutating func readComparison() -> Bool {
        guard place < tokens.count, tokens[place].kind == .delim else { return false }
        let byte = tokens[place].delimiter
        guard byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=") else { return false }
        output.append(byte)
        place += 1
        if byte != UInt8(ascii: "="), place < tokens.count, tokens[place].kind == .delim, tokens[place].delimiter == UInt8(ascii: "=") {
            output.append(UInt8(ascii: "="))
            place += 1
        }
        output.append(0x20)
        skipWhitespace()
        return true
    }

    private mutating func readLength(_ bytes: Span<UInt8>) -> Bool {
        guard place < tokens.count else { return false }
        let token = tokens[place]
        guard token.kind == .number || token.kind == .dimension, !token.hasEscape, token.end - token.start <= 20,
            bytes[token.start] != UInt8(ascii: "-"),
            (token.numberEnd..<token.end).allSatisfy({ bytes[$0].isASCIILetter })
        else { return false }
        for index in token.start..<token.end { output.append(bytes[index].asciiLowercased) }
        output.append(0x20)
        place += 1
        skipWhitespace()
        return true
    }

    private mutating func takeColon() -> Bool {
        guard place < tokens.count, tokens[place].kind == .colon else { return false }
        while output.last == 0x20 { output.removeLast() }
        output.append(contentsOf: ": ".utf8)
        place += 1
        skipWhitespace()
        return true
    }
}
