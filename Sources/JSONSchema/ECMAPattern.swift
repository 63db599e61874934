internal import JSONQuery

/// A pattern of a schema, in the syntax of ECMA-262 with the flag `u`.
///
/// The regex engine of the jq language reads other syntax. So this type rewrites what differs: `$` matches at the end of the text alone,
/// `\d` and `\w` are ASCII, a bracket inside of brackets is a character. It refuses what only other syntaxes have, such as `\A`. One
/// difference stays: the letters of `\b` are those of Unicode.
///
/// - SeeAlso: [ECMA-262, Patterns](https://tc39.es/ecma262/#sec-patterns)
struct ECMAPattern: Sendable {
    /// The pattern as the schema has it.
    let source: String
    private let pattern: TextPattern

    /// - Throws: ``TextPattern/Fault``
    init(_ source: String) throws(PatternFault) {
        var rewriter = ECMARewriter(source)
        let rewritten = try rewriter.rewritten()
        self.source = source
        do throws(TextPattern.Fault) {
            pattern = try TextPattern(rewritten)
        } catch {
            throw PatternFault(message: error.message)
        }
    }

    /// Whether a text has a match.
    ///
    /// - Throws: The reason why the search takes too long.
    func matches(_ text: String) throws -> Bool { try pattern.matches(text) }
}

/// A fault of a pattern.
struct PatternFault: Error {
    /// The fault in words.
    let message: String
}

/// Writes a pattern of ECMA-262 in the syntax of Oniguruma.
private struct ECMARewriter {
    /// The spaces and line breaks of ECMA-262, as part of a set.
    private static let spaces = #"\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"#
    private static let wordCharacters = "0-9A-Z_a-z"

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var output = ""
    /// Whether a quantifier can follow.
    private var isRepeatable = false

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    mutating func rewritten() throws(PatternFault) -> String {
        while let scalar = next() {
            switch scalar {
            case "^": emit(#"\A"#, isRepeatable: false)
            case "$": emit(#"\z"#, isRepeatable: false)
            case ".": emit(#"[^\n\r\u2028\u2029]"#)
            case "[": try brackets()
            case "\\": try escape()
            case "(": try openGroup()
            case "|": emit("|", isRepeatable: false)
            case "*", "+", "?": try quantifier(String(scalar))
            case "{": try countedQuantifier()
            case "#", "]", "}": emit("\\\(scalar)")
            default: emit(String(scalar))
            }
        }
        return output
    }

    private func peek() -> Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func next() -> Unicode.Scalar? {
        guard let scalar = peek() else { return nil }
        position += 1
        return scalar
    }

    private mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars.dropFirst(position).starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private mutating func emit(_ text: String, isRepeatable: Bool = true) {
        output += text
        self.isRepeatable = isRepeatable
    }

    private mutating func openGroup() throws(PatternFault) {
        guard take("?") else { return emit("(", isRepeatable: false) }
        for kind in [":", "=", "!", "<=", "<!"] where take(kind) { return emit("(?\(kind)", isRepeatable: false) }
        guard take("<") else {
            throw PatternFault(message: "ECMA-262 has no group that begins with (?\(peek().map { "\($0)" } ?? "")")
        }
        emit("(?<", isRepeatable: false)
    }

    private mutating func quantifier(_ text: String) throws(PatternFault) {
        guard isRepeatable else { throw PatternFault(message: "\(text) has nothing to repeat") }
        emit(text + (take("?") ? "?" : ""), isRepeatable: false)
    }

    private mutating func countedQuantifier() throws(PatternFault) {
        let mark = position
        var text = "{"
        while let scalar = peek(), scalar == "," || ("0"..."9").contains(scalar) {
            text.unicodeScalars.append(scalar)
            position += 1
        }
        if take("}"), text != "{", !text.hasPrefix("{,"), text.count(where: { $0 == "," }) < 2 { return try quantifier(text + "}") }
        // A brace that begins no quantifier is a character.
        position = mark
        emit(#"\{"#)
    }

    private mutating func escape() throws(PatternFault) {
        guard let scalar = next() else { throw PatternFault(message: #"the pattern ends after \"#) }
        switch scalar {
        case "b", "B": emit("\\\(scalar)", isRepeatable: false)
        case "d": emit("[0-9]")
        case "D": emit("[^0-9]")
        case "w": emit("[\(Self.wordCharacters)]")
        case "W": emit("[^\(Self.wordCharacters)]")
        case "s": emit("[\(Self.spaces)]")
        case "S": emit("[^\(Self.spaces)]")
        case "k", "1"..."9": emit("\\\(scalar)")
        default: emit(try character(scalar))
        }
    }

    /// A character or a property after a backslash, which means the same inside of brackets.
    private mutating func character(_ scalar: Unicode.Scalar) throws(PatternFault) -> String {
        switch scalar {
        case "t", "n", "r", "f", "v", "x": return "\\\(scalar)"
        case "0": return #"\x00"#
        case "p", "P": return try property(isNegative: scalar == "P")
        case "c":
            guard let letter = next(), letter.isASCII, letter.properties.isAlphabetic else {
                throw PatternFault(message: #"\c needs a letter"#)
            }
            return Self.literal(letter.value & 0x1F)
        case "u": return Self.literal(try codePoint())
        case _ where scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)):
            throw PatternFault(message: "ECMA-262 has no escape \\\(scalar)")
        default: return "\\\(scalar)"
        }
    }

    /// The property of `\p{…}` or `\P{…}`. The engine knows the names of general categories and scripts alone.
    private mutating func property(isNegative: Bool) throws(PatternFault) -> String {
        guard take("{") else { throw PatternFault(message: #"\p needs the name of a property in braces"#) }
        for prefix in ["General_Category=", "gc=", "Script=", "sc="] where take(prefix) { break }
        var name = ""
        while let scalar = peek(), scalar != "}" {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        guard take("}") else { throw PatternFault(message: #"\p needs the name of a property in braces"#) }
        return (isNegative ? #"\P{"# : #"\p{"#) + name + "}"
    }

    /// The code point after `\u`: four digits, two halves of a surrogate pair, or digits in braces.
    private mutating func codePoint() throws(PatternFault) -> UInt32 {
        if take("{") {
            let value = try digits(1...6)
            guard take("}"), value <= 0x10FFFF else { throw PatternFault(message: #"\u{…} needs the number of a character"#) }
            return value
        }
        let first = try digits(4...4)
        guard first & 0xFC00 == 0xD800, take(#"\u"#) else { return first }
        let second = try digits(4...4)
        guard second & 0xFC00 == 0xDC00 else { throw PatternFault(message: #"\u has half a surrogate pair"#) }
        return 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
    }

    private mutating func digits(_ count: ClosedRange<Int>) throws(PatternFault) -> UInt32 {
        var value: UInt32 = 0
        var read = 0
        while read < count.upperBound, let scalar = peek(), scalar.isASCII, let digit = Character(scalar).hexDigitValue {
            value = value << 4 | UInt32(digit)
            read += 1
            position += 1
        }
        guard read >= count.lowerBound else { throw PatternFault(message: #"\u needs four hexadecimal digits"#) }
        return value
    }

    /// A character by its number. The engine refuses half a surrogate pair.
    private static func literal(_ value: UInt32) -> String { "\\x{\(String(value, radix: 16))}" }

    private mutating func brackets() throws(PatternFault) {
        let isNegative = take("^")
        // In ECMA-262, `[]` matches nothing, and `[^]` any character.
        if take("]") { return emit(isNegative ? #"\O"# : "(?!)") }
        var set = isNegative ? "[^" : "["
        while let scalar = next() {
            switch scalar {
            case "]": return emit(set + "]")
            case "[", "&", "#": set += "\\\(scalar)"
            case "\\":
                guard let escaped = next() else { throw PatternFault(message: #"the pattern ends after \"#) }
                switch escaped {
                case "d": set += "0-9"
                case "w": set += Self.wordCharacters
                case "s": set += Self.spaces
                case "D": set += "[^0-9]"
                case "W": set += "[^\(Self.wordCharacters)]"
                case "S": set += "[^\(Self.spaces)]"
                case "b": set += #"\x08"#
                default: set += try character(escaped)
                }
            default: set.unicodeScalars.append(scalar)
            }
        }
        throw PatternFault(message: "a bracket [ is not closed")
    }
}
