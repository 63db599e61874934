/// Cuts a program into tokens, one at a time.
struct Lexer {
    let bytes: [UInt8]
    /// The start of the next token, or of the white space before it.
    var position = 0

    init(_ source: String) {
        bytes = Array(source.utf8)
    }

    /// The next token and where it starts.
    mutating func next() throws(QueryError) -> (token: Token, start: Int) {
        skipBlanks()
        let start = position
        guard let byte = peek() else { return (.end, start) }
        switch byte {
        case UInt8(ascii: "\""):
            position += 1
            return (.quote, start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return (.number(number()), start)
        case UInt8(ascii: "."):
            if let next = peek(1) {
                if Self.isDigit(next) { return (.number(number()), start) }
                if Self.startsName(next) {
                    position += 1
                    return (.field(plainName()), start)
                }
            }
        case UInt8(ascii: "$"):
            let mark = position
            position += 1
            if let next = peek(), Self.startsName(next) { return (.variable(qualifiedName()), start) }
            position = mark
        case UInt8(ascii: "@"):
            position += 1
            let name = plainName()
            if name.isEmpty { throw QueryError(unexpected: "a format needs a name, such as @json", offset: start) }
            return (.format(name), start)
        case _ where Self.startsName(byte):
            let name = qualifiedName()
            return (Token.keywords.contains(name) ? .keyword(name) : .name(name), start)
        default: break
        }
        return (.symbol(try symbol()), start)
    }

    func peek(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while let byte = peek() {
            if byte == UInt8(ascii: "#") {
                skipComment()
            } else if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
                position += 1
            } else {
                return
            }
        }
    }

    /// A comment ends with its line, unless the line ends with an odd number of backslashes.
    private mutating func skipComment() {
        var backslashes = 0
        while let byte = peek() {
            if byte == UInt8(ascii: "\n"), backslashes % 2 == 0 { return }
            let isCarriageReturn = byte == UInt8(ascii: "\r") && peek(1) == UInt8(ascii: "\n")
            if !isCarriageReturn { backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0 }
            position += 1
        }
    }

    private mutating func number() -> String {
        let start = position
        skipDigits()
        if peek() == UInt8(ascii: ".") {
            position += 1
            skipDigits()
        }
        if let mark = peek(), mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
            if let digit = peek(1 + sign), Self.isDigit(digit) {
                position += 1 + sign
                skipDigits()
            }
        }
        return text(start..<position)
    }

    private mutating func skipDigits() {
        while let byte = peek(), Self.isDigit(byte) { position += 1 }
    }

    private mutating func plainName() -> String {
        let start = position
        while let byte = peek(), Self.startsName(byte) || Self.isDigit(byte) { position += 1 }
        return text(start..<position)
    }

    /// A name with the prefixes of modules: `a::b`.
    private mutating func qualifiedName() -> String {
        let start = position
        _ = plainName()
        while peek() == UInt8(ascii: ":"), peek(1) == UInt8(ascii: ":"), let next = peek(2), Self.startsName(next) {
            position += 2
            _ = plainName()
        }
        return text(start..<position)
    }

    private static let symbols: [[UInt8]] = [
        "//=", "|=", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "//", "..", "|", ",", "=", "<", ">", "+", "-", "*",
        "/", "%", "(", ")", "[", "]", "{", "}", ":", ";", ".", "?",
    ].map { Array($0.utf8) }

    private static let foreignOperators = OtherLanguageNames.operators.map { (symbol: Array($0.symbol.utf8), advice: $0.advice) }

    private mutating func symbol() throws(QueryError) -> String {
        let isUnequal = peek() == UInt8(ascii: "!") && peek(1) == UInt8(ascii: "=")
        for (symbol, advice) in Self.foreignOperators
        where (!isUnequal || symbol.count == 3) && bytes[position...].starts(with: symbol) {
            throw QueryError(advice, offset: position)
        }
        for symbol in Self.symbols where bytes[position...].starts(with: symbol) {
            position += symbol.count
            return text(position - symbol.count..<position)
        }
        let end = bytes[(position + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
        let character = text(position..<end)
        if let advice = TypographicQuotes.advice(on: character) { throw QueryError(advice, offset: position) }
        throw QueryError(unexpected: "the character \"\(character)\" cannot stand here", offset: position)
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    static func startsName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }
}

/// A token of a program. A string begins with `quote`; the parser reads the rest of it.
enum Token: Equatable {
    case end
    /// `.name`
    case field(String)
    /// `$name`
    case variable(String)
    case name(String)
    case keyword(String)
    case number(String)
    /// `@name`
    case format(String)
    case quote
    /// An operator or bracket.
    case symbol(String)

    static let keywords: Set<String> = [
        "def", "if", "then", "elif", "else", "end", "as", "reduce", "foreach", "try", "catch", "label", "import", "include", "and", "or",
        "__loc__", "module",
    ]

    /// The token as an error message names it.
    var described: String {
        switch self {
        case .end: "the end of the program"
        case .field(let name): "\".\(name)\""
        case .variable(let name): "\"$\(name)\""
        case .name(let name), .keyword(let name), .number(let name), .symbol(let name): "\"\(name)\""
        case .format(let name): "\"@\(name)\""
        case .quote: "a string"
        }
    }
}
