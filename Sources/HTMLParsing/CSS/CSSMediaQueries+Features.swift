/// Features of media, such as `max-width: 600px` and `width <= 600px`.
extension CSSMediaQueries {
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
