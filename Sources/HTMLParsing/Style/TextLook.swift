/// How a style shows text, as far as HTML has elements for it.
struct TextLook: Equatable, Sendable {
    /// The position of raised or lowered text.
    enum ScriptPosition {
        case above, below
    }

    /// Whether the text is bold (true) or of normal weight (false); nil to inherit.
    var isBold: Bool?
    /// Whether the text is italic (true) or upright (false); nil to inherit.
    var isItalic: Bool?
    /// Whether a line goes through the text.
    var isStruck = false
    /// Whether the text is raised or lowered; nil for text on its line.
    var position: ScriptPosition?

    /// The least weight that browsers show as bold.
    private static let boldWeight = 600

    var isEmpty: Bool { self == TextLook() }

    /// Returns the look after a style of higher precedence.
    func changed(by look: TextLook) -> TextLook {
        TextLook(
            isBold: look.isBold ?? isBold, isItalic: look.isItalic ?? isItalic, isStruck: look.isStruck || isStruck,
            position: look.position ?? position)
    }

    mutating func readWeight(_ bytes: [UInt8], _ value: Range<Int>) {
        if bytes.begins(with: "bold", value) {
            isBold = true
        } else if bytes.matches("normal", value) || bytes.matches("lighter", value) {
            isBold = false
        } else if value.count == 3, let weight = bytes.pixels(value) {
            isBold = weight >= Self.boldWeight
        }
    }

    mutating func readSlant(_ bytes: [UInt8], _ value: Range<Int>) {
        if bytes.matches("italic", value) || bytes.begins(with: "oblique", value) {
            isItalic = true
        } else if bytes.matches("normal", value) {
            isItalic = false
        }
    }

    /// Reads the words before the size in the shorthand `font`. Weight and slant that it does not name become normal.
    mutating func readFont(_ bytes: [UInt8], _ value: Range<Int>) {
        if bytes[value].allSatisfy({ $0.isASCIILetter || $0 == UInt8(ascii: "-") }) { return }
        (isBold, isItalic) = (false, false)
        for word in bytes[value].split(whereSeparator: \.isHTMLWhitespace).prefix(4) {
            let word = word.indices
            if word.count > 3 || !bytes[word].allSatisfy(\.isASCIIDigit), bytes[word.lowerBound].isASCIIDigit { return }
            if bytes.matches("normal", word) { continue }
            readWeight(bytes, word)
            readSlant(bytes, word)
        }
    }

    mutating func readDecoration(_ bytes: [UInt8], _ value: Range<Int>) {
        isStruck = bytes[value].split(whereSeparator: \.isHTMLWhitespace).contains { bytes.matches("line-through", $0.indices) }
    }

    mutating func readPosition(_ bytes: [UInt8], _ value: Range<Int>) {
        position = bytes.matches("super", value) ? .above : bytes.matches("sub", value) ? .below : nil
    }
}
