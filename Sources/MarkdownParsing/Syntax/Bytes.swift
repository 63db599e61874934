internal import HTMLParsing

extension UInt8 {
    /// Space or tab.
    @inline(__always)
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Space, tab or line feed: the white space inside of a text whose lines end with line feeds.
    @inline(__always)
    var isBlankOrNewline: Bool { self == 0x20 || self == 0x09 || self == 0x0A }

    @inline(__always)
    var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
}

extension Span<UInt8> {
    /// Whether the ASCII word is at an offset, ignoring case.
    func hasWord(_ word: StaticString, at start: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard start + length <= count else { return false }
        // Building a String of the word costs more than the comparison.
        for offset in 0..<length {
            let byte = word.withUTF8Buffer { unsafe $0[offset] }
            if self[start + offset].asciiLowercased != byte { return false }
        }
        return true
    }

    /// The first offset from `start` on whose byte is neither space nor tab, or the end.
    @inline(__always)
    func afterBlanks(_ start: Int) -> Int {
        var index = start
        while index < count, self[index].isBlank { index &+= 1 }
        return index
    }

    /// The first offset from `start` on whose byte is no white space, or the end.
    @inline(__always)
    func afterWhitespace(_ start: Int) -> Int {
        var index = start
        while index < count, self[index].isBlankOrNewline { index &+= 1 }
        return index
    }

    /// The range without white space at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isBlankOrNewline { start &+= 1 }
        while end > start, self[end &- 1].isBlankOrNewline { end &-= 1 }
        return start..<end
    }
}

/// The class of a character in the rules of emphasis.
enum CharacterKind {
    case space, punctuation, other

    /// The kind of the character that ends before an offset; `.space` at the start.
    init(before index: Int, in text: Span<UInt8>) {
        guard index > 0 else {
            self = .space
            return
        }
        var start = index - 1
        if text[start] < 0x80 {
            self.init(ascii: text[start])
            return
        }
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        self.init(at: start, in: text)
    }

    /// The kind of the character at an offset; `.space` at the end.
    init(at index: Int, in text: Span<UInt8>) {
        guard index < text.count else {
            self = .space
            return
        }
        let first = text[index]
        if first < 0x80 {
            self.init(ascii: first)
            return
        }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        var code = UInt32(first) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
        for offset in 1..<length where index + offset < text.count { code = code << 6 | UInt32(text[index + offset] & 0x3F) }
        self = Unicode.Scalar(code).map(Self.init) ?? .other
    }

    private init(ascii byte: UInt8) {
        self = byte.isASCIIPunctuation ? .punctuation : byte.isFoldedSpace ? .space : .other
    }

    private init(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .spaceSeparator: self = .space
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            self = .punctuation
        default: self = .other
        }
    }
}
