internal import HTMLParsing

/// Superscripts and subscripts.
extension FlowBuilder {
    /// The characters for the text of a `sup` or `sub` element; nil to write its content as any other.
    func raisedText(of node: HTMLNode, _ tag: HTMLTag) -> [UInt8]? {
        // An image or code is no base for an exponent.
        guard codeDepth == 0, !boxParents.holds(node, in: document), !inline.run.pendingSpace, inline.run.lineHasContent,
            !inline.run.endsWithAtom
        else { return nil }
        return RaisedText(in: document, bytes: bytes, visibility: visibility)
            .text(of: node, isRaised: tag == .sup, behind: inline.run.text, as: options.markdown.supSub)
    }
}

extension InlineRun {
    /// Whether an image, code or a line break is the last content.
    var endsWithAtom: Bool {
        // Markup at the end of the text is no content.
        guard let last = events.last(where: { !$0.kind.isMarkup || $0.offset < text.count }) else { return false }
        return last.offset == text.count
    }
}

/// Writes superscripts and subscripts with the characters that Unicode has for them: 10⁶, H₂O. Other exponents get a caret: `2^n`.
struct RaisedText {
    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility

    /// The longest text that is read, in bytes.
    private static let maximumBytes = 32
    /// The maximum number of inline ancestors of a `sup` or `sub` that are searched for a link.
    private static let maximumAncestors = 64

    init(in document: HTMLDocument, bytes: [UInt8], visibility: HTMLVisibility) {
        self.document = document
        self.bytes = bytes
        self.visibility = visibility
    }

    /// The characters for an element; nil to write its content unchanged: ordinals (`1st`), signs such as TM, and footnotes.
    ///
    /// - Parameters:
    ///   - node: The element `sup` or `sub`.
    ///   - isRaised: Whether it is `sup`.
    ///   - text: The text that it directly follows.
    func text(of node: HTMLNode, isRaised: Bool, behind text: [UInt8], as style: MarkdownOptions.SupSubPolicy) -> [UInt8]? {
        guard style == .unicode || style == .caret && isRaised, let base = Base(endOf: text), let content = content(of: node),
            !isInLinkOrCode(node)
        else { return nil }
        if style == .unicode, base != .fraction || !isRaised, let characters = Self.characters(for: content, isRaised: isRaised) {
            return characters
        }
        guard base.takesExponents, let formula = RaisedFormula(content, isRaised: isRaised) else { return nil }
        let next = document.startOfText(behind: node)
        return formula.text(isInWord: next.map { bytes.classAfter($0) == .word } ?? false)
    }

    /// Whether the element is in a link or in code. A raised number in a link names a footnote, or is a part of the link's text.
    private func isInLinkOrCode(_ node: HTMLNode) -> Bool {
        var place = node
        for _ in 0..<Self.maximumAncestors {
            guard let parent = document.parent(of: place), document.tag(of: parent).isPhrasing else { return false }
            switch document.tag(of: parent) {
            case .a where document.attributeRange("href", of: parent) != nil, .code, .tt, .samp, .kbd: return true
            default: place = parent
            }
        }
        return false
    }

    /// The text of an element that holds only text, simple markup, and nested superscripts or subscripts; nil for other content.
    private func content(of node: HTMLNode, isNested: Bool = false) -> [UInt8]? {
        var content: [UInt8] = []
        var next = document.firstChild(of: node)
        while let child = next {
            switch document.kind(of: child) {
            case .text:
                let range = document.textRange(of: child)
                if content.count + range.count > Self.maximumBytes || visibility.hides(child) { return nil }
                content.append(contentsOf: bytes[range])
            case .element:
                guard document.namespace(of: child) == .html, document.attributeRange("style", of: child) == nil else { return nil }
                switch document.tag(of: child) {
                case .span, .font, .i, .em, .b, .strong, .small, .var: break
                case .sup, .sub:
                    guard !isNested, !content.isEmpty, content.count <= Self.maximumBytes,
                        let number = self.content(of: child, isNested: true),
                        let characters = Self.characters(for: number, isRaised: document.tag(of: child) == .sup)
                    else { return nil }
                    content.append(contentsOf: characters)
                    next = document.nodeAfter(child, within: node)
                    continue
                default: return nil
                }
            default: break
            }
            next = document.firstChild(of: child) ?? document.nodeAfter(child, within: node)
        }
        return content.isEmpty ? nil : content
    }

    /// The characters of Unicode for digits and signs; nil if other characters are among them.
    static func characters(for content: [UInt8], isRaised: Bool) -> [UInt8]? {
        var characters = ""
        var hasNumber = false
        for scalar in String(decoding: content, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "0"..."9":
                hasNumber = true
                let digit = scalar.value - 0x30
                let raised: [UInt32: UInt32] = [1: 0xB9, 2: 0xB2, 3: 0xB3]
                characters.unicodeScalars.append(Unicode.Scalar(isRaised ? raised[digit] ?? 0x2070 + digit : 0x2080 + digit) ?? scalar)
            case "+", "-", "\u{2212}", "\u{2013}", "=", "(", ")":
                hasNumber = hasNumber || scalar != "(" && scalar != ")"
                let sign: Character = scalar == "+" ? "⁺" : scalar == "=" ? "⁼" : scalar == "(" ? "⁽" : scalar == ")" ? "⁾" : "⁻"
                let lowered: [Character: Character] = ["⁺": "₊", "⁼": "₌", "⁽": "₍", "⁾": "₎", "⁻": "₋"]
                characters.append(isRaised ? sign : lowered[sign] ?? sign)
            default: return nil
            }
        }
        return hasNumber ? Array(characters.utf8) : nil
    }
}

extension RaisedText {
    /// The kind of text before a superscript or subscript.
    enum Base {
        /// A number, a bracket, or a name of at most three letters, such as a variable or a unit.
        case term
        case word
        /// The fraction bar after a raised number: ¹/
        case fraction

        var takesExponents: Bool { self == .term }

        /// Looks at the end of a text; nil if no base is there.
        init?(endOf text: [UInt8]) {
            guard !text.isEmpty else { return nil }
            let start = text.startOfScalar(endingAt: text.count)
            let last = text.scalar(at: start).scalar
            if last == "/" || last == "\u{2044}" {
                guard start > 0 else { return nil }
                let numerator = text.scalar(at: text.startOfScalar(endingAt: start)).scalar
                guard numerator.properties.generalCategory == .otherNumber else { return nil }
                self = .fraction
                return
            }
            if last == ")" || last == "]" || last == "}" || last.properties.numericType != nil {
                self = .term
                return
            }
            guard CharacterClass.of(last) == .word else { return nil }
            var letters = 1
            var place = start
            while place > 0, letters < 4, text.classBefore(place) == .word {
                letters += 1
                place = text.startOfScalar(endingAt: place)
            }
            self = letters < 4 ? .term : .word
        }
    }
}

/// A formula above or below the line for which Unicode has no characters: `2^n`, `10^-n`, `2^(x+y)`, `a_(n+1)`.
///
/// Words above the line that are no formulas are ordinals, signs and footnotes.
private struct RaisedFormula {
    private let text: String
    private let isRaised: Bool
    /// Whether the formula is a number or a letter, with or without a sign, or in brackets of its own.
    private let isSimple: Bool

    /// Reads the content of an element; nil if it is no formula.
    ///
    /// - Parameter isRaised: Whether the content is an exponent. A subscript is usually a name or an index, so that only a sum counts as a
    ///   formula there.
    init?(_ content: [UInt8], isRaised: Bool) {
        text = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.isRaised = isRaised
        let signed = text.unicodeScalars
        let unsigned = signed.drop { Self.isMinus($0) || $0 == "+" }
        let isInBrackets =
            text.hasPrefix("(") && text.dropFirst().firstIndex { $0 == "(" || $0 == ")" } == text.index(before: text.endIndex)
        isSimple = isInBrackets || unsigned.count == 1 || unsigned.allSatisfy { "0"..."9" ~= $0 || $0 == "." || $0 == "," }
        var letters = FormulaLetters()
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

    /// Returns the formula with `^` or `_` before it, in parentheses unless it is simple.
    ///
    /// - Parameter isInWord: Whether a letter or digit directly follows, which would seem to belong to the formula.
    func text(isInWord: Bool) -> [UInt8] {
        Array(((isRaised ? "^" : "_") + (isSimple && !isInWord ? text : "(" + text + ")")).utf8)
    }

    private static func isMinus(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "\u{2212}" || scalar == "\u{2013}" }
}

/// Decides by the letters of a formula whether it is an exponent or an index: names of variables are short.
private struct FormulaLetters {
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

    /// Whether the letters are those of an index that is a sum, such as `n+1`.
    func isIndexSum(_ hasOperator: Bool) -> Bool { hasOperator && words > 0 && longest == 1 }
}
