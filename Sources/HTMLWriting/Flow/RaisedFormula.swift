/// A formula above or below the line for which Unicode has no characters: `2^n`, `10^-n`, `2^(x+y)`, `a_(n+1)`.
///
/// Words above the line that are no formulas are ordinals, signs and footnotes.
struct RaisedFormula {
    private let text: String
    private let isRaised: Bool
    /// Whether it is a number or a letter, with or without a sign, or in brackets of its own.
    private let isSimple: Bool

    /// Reads the content of an element; nil if it is no formula.
    ///
    /// - Parameter isRaised: Whether it is an exponent. Below the line, names and numbers of things stand; only sums are formulas there.
    init?(_ content: [UInt8], isRaised: Bool) {
        text = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.isRaised = isRaised
        let signed = text.unicodeScalars
        let unsigned = signed.drop { Self.isMinus($0) || $0 == "+" }
        let isInBrackets =
            text.hasPrefix("(") && text.dropFirst().firstIndex { $0 == "(" || $0 == ")" } == text.index(before: text.endIndex)
        isSimple = isInBrackets || unsigned.count == 1 || unsigned.allSatisfy { "0"..."9" ~= $0 || $0 == "." || $0 == "," }
        var letters = Letters()
        var hasOperator = false
        for scalar in signed {
            switch scalar {
            case "+", "*", "/", "=", "\u{B7}", "\u{D7}",
                _ where Self.isMinus(scalar):
                hasOperator = true
            case ".", ",", "(", ")", " ": break
            default:
                if scalar.properties.numericType != nil {
                    letters.hasNumber = true
                } else if scalar.properties.isAlphabetic {
                    letters.append(scalar)
                    continue
                } else {
                    return nil
                }
            }
            letters.endWord()
        }
        letters.endWord()
        guard
            isRaised
                ? letters.isExponent(hasOperator: hasOperator, isSigned: unsigned.count < signed.count) : letters.isIndexSum(hasOperator)
        else { return nil }
    }

    /// Writes it behind its base. More than a number or a letter stands in parentheses.
    ///
    /// - Parameter isInWord: Whether a letter or digit directly follows, which would seem to belong to it.
    func text(isInWord: Bool) -> [UInt8] {
        Array(((isRaised ? "^" : "_") + (isSimple && !isInWord ? text : "(" + text + ")")).utf8)
    }

    private static func isMinus(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "\u{2212}" || scalar == "\u{2013}" }
}

/// What a formula's letters tell: names of variables are short.
private struct Letters {
    var hasNumber = false
    private var word = ""
    private var words = 0
    private var longest = 0
    private var functions = 0
    private var hasGreek = false
    private var last = ""

    private static let functionNames: Set<String> = ["log", "ln", "lg", "exp", "sin", "cos", "tan", "max", "min", "mod"]
    /// Other single letters are the end of ordinals, such as the French 2e and the Greek 1ο.
    private static let variables = Set("nmkijpqxyzNTαβγδεθκλμνξπρστφχψω")

    mutating func append(_ scalar: Unicode.Scalar) {
        word.unicodeScalars.append(scalar)
        hasGreek = hasGreek || 0x3B1...0x3C9 ~= scalar.value && scalar != "ο" && scalar != "η" && scalar != "ς"
    }

    mutating func endWord() {
        if word.isEmpty { return }
        words += 1
        if Self.functionNames.contains(word) { functions += 1 } else { longest = max(longest, word.count) }
        last = word
        word = ""
    }

    /// Whether the letters are those of an exponent.
    func isExponent(hasOperator: Bool, isSigned: Bool) -> Bool {
        if hasNumber { return true }
        switch words {
        case 0: return false
        case 1 where isSigned: return longest <= 2
        case 1: return !hasOperator && (longest == 1 && last.allSatisfy(Self.variables.contains) || longest == 2 && hasGreek)
        default: return longest <= 2 && (hasOperator || functions > 0)
        }
    }

    /// Whether they are those of an index that is a sum, `n+1`.
    func isIndexSum(_ hasOperator: Bool) -> Bool { hasOperator && words > 0 && longest == 1 }
}
