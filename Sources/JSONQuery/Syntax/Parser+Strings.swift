import JSONParsing

extension Parser {
    /// A string with its escapes and interpolated programs; the token is its opening quotation mark.
    ///
    /// - Parameters:
    ///   - format: The format before the string, such as `@json`; nil for none.
    ///   - formatStart: The offset of the format in bytes.
    mutating func string(format: String?, at formatStart: Int? = nil) throws(QueryError) -> ExpressionSyntax {
        let opening = tokenStart
        let start = formatStart ?? opening
        var parts: [ExpressionSyntax.StringPart] = []
        var text: [UInt8] = []
        func flush() {
            if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
            text = []
        }
        while true {
            guard let byte = lexer.peek() else { throw QueryError("the string is not closed", offset: opening) }
            lexer.position += 1
            switch byte {
            case UInt8(ascii: "\""):
                flush()
                try advance()
                if let format { return .string(format: format, offset: start, parts) }
                switch parts.first {
                case nil: return .literal("")
                case .text(let only) where parts.count == 1: return .literal(.string(only))
                default: return .string(format: nil, offset: start, parts)
                }
            case UInt8(ascii: "\\"):
                if lexer.peek() == UInt8(ascii: "(") {
                    flush()
                    let opening = lexer.position - 1
                    lexer.position += 1
                    try advance()
                    parts.append(.program(try pipe()))
                    guard token == .symbol(")") else { throw unclosed(.symbol(")"), openedAt: opening) }
                    // The lexer is at the byte after the parenthesis, where the string continues.
                } else {
                    try escape(into: &text)
                }
            default: text.append(byte)
            }
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(QueryError) {
        let start = lexer.position - 1
        let byte = lexer.peek()
        lexer.position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte ?? 0)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var scalar = try codeUnit(start)
            if scalar & 0xFC00 == 0xD800 {
                let failure = QueryError("this escape is half of a surrogate pair", offset: start)
                guard lexer.peek() == UInt8(ascii: "\\"), lexer.peek(1) == UInt8(ascii: "u") else { throw failure }
                lexer.position += 2
                let low = try codeUnit(start)
                guard low & 0xFC00 == 0xDC00 else { throw failure }
                scalar = 0x10000 + ((scalar & 0x3FF) << 10 | (low & 0x3FF))
            }
            text.append(contentsOf: String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8)
        case let byte? where byte > 0x20 && byte < 0x7F:
            let character = String(decoding: [byte], as: UTF8.self)
            throw QueryError("\\\(character) is no escape of a string; `\\\\\(character)` gives a backslash", offset: start)
        default: throw QueryError("this escape is unknown", offset: start)
        }
    }

    private mutating func codeUnit(_ start: Int) throws(QueryError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = lexer.peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw QueryError("\\u needs four hexadecimal digits", offset: start)
            }
            value = value << 4 | UInt32(digit)
            lexer.position += 1
        }
        return value
    }
}
