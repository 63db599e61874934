/// Reads the numbers of a CSS value with their units. Skips colours and quoted strings.
///
/// - SeeAlso: [CSS Syntax 4.3.3, Consume a numeric token](https://www.w3.org/TR/css-syntax-3/#consume-numeric-token)
struct CSSLengths {
    struct Length {
        let number: Double
        /// The unit in lower case; empty for a number without a unit.
        let unit: String
        /// Whether the number follows a slash, as the line height does in `font: 16px/1.5`.
        let followsSlash: Bool
    }

    private let bytes: [UInt8]
    private var index = 0
    /// Whether the value contains `calc()`, as far as it has been read.
    private(set) var hasCalc = false

    /// Creates a reader.
    ///
    /// - Parameter value: The value in lower case, without comments and escapes.
    init(_ value: String) {
        bytes = Array(value.utf8)
    }

    /// Returns the next number, or nil after the last one.
    mutating func next() -> Length? {
        var followsSlash = false
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
                return length(followsSlash)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                index = (bytes[(index + 1)...].firstIndex(of: byte) ?? bytes.count - 1) + 1
            case UInt8(ascii: "#"):
                index += 1
                skipWord()
            case _ where Self.isInWord(byte):
                let word = skipWord()
                if index < bytes.count, bytes[index] == UInt8(ascii: "(") { enter(word) }
            default:
                index += 1
            }
            if byte != 0x20 { followsSlash = byte == UInt8(ascii: "/") }
        }
        return nil
    }

    private mutating func length(_ followsSlash: Bool) -> Length {
        let start = index
        skipDigits()
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            skipDigits()
        }
        let mantissa = index
        if index < bytes.count, bytes[index] == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            let digits = index
            skipDigits()
            // An "e" without digits begins a unit, such as `em`.
            if index == digits { index = mantissa }
        }
        // A number that Swift cannot parse counts as too large.
        let number = Double("0" + String(decoding: bytes[start..<index], as: UTF8.self)) ?? .infinity
        if index < bytes.count, bytes[index] == UInt8(ascii: "%") {
            index += 1
            return Length(number: number, unit: "%", followsSlash: followsSlash)
        }
        return Length(number: number, unit: skipWord(), followsSlash: followsSlash)
    }

    /// Enters the parentheses of a `calc()`, and skips those of any other function, such as a colour.
    private mutating func enter(_ function: String) {
        if function == "calc" {
            hasCalc = true
            return
        }
        var depth = 0
        repeat {
            if bytes[index] == UInt8(ascii: "(") { depth += 1 }
            if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
            index += 1
        } while index < bytes.count && depth > 0
    }

    private mutating func skipDigits() {
        while index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") { index += 1 }
    }

    @discardableResult private mutating func skipWord() -> String {
        let start = index
        while index < bytes.count, Self.isInWord(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
