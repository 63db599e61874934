internal import WebAddresses

/// Writes a slug while it reads a title character by character.
struct SlugWriter {
    /// Limit of the combining marks kept for one letter.
    private static let maxMarks = 8
    /// Limit of the signs `+` and `#` written after one word.
    private static let maxSigns = 8

    private let options: Slug
    private(set) var output: [UInt8] = []
    /// Letters that were written, and letters that the option `ascii` has no rule for.
    private(set) var letterCount = 0
    private(set) var lostCount = 0
    /// A letter and its marks, all decomposed; empty between words.
    private var cluster: [UInt32] = []
    /// The letter before the cluster in the same word, without marks where it has some.
    private var previous: UInt32?
    private var needsHyphen = false
    /// The signs after a word, as in `C++` and `C#`, until it is known whether a word follows directly.
    private var signs: [UInt8] = []

    init(_ options: Slug) { self.options = options }

    mutating func read(_ scalar: Unicode.Scalar) {
        if scalar == "+" || scalar == "#", !cluster.isEmpty || !signs.isEmpty {
            if signs.count < Self.maxSigns { signs.append(UInt8(ascii: scalar)) }
            return
        }
        if !signs.isEmpty { endSigns(isInsideWord: scalar.properties.isAlphabetic || scalar.properties.numericType != nil) }
        if scalar.isASCII { return readASCII(scalar) }
        if Self.isDropped(scalar) { return }
        if let plain = PlainLetters.plain(scalar) {
            for scalar in plain.unicodeScalars { readLower(scalar) }
        } else {
            readLower(scalar)
        }
    }

    /// Writes the signs after a word as words, because `C++` and `C#` are different names. A single sign between two words is a separator.
    private mutating func endSigns(isInsideWord: Bool) {
        endWord()
        let isSeparator = isInsideWord && signs.count == 1
        for sign in isSeparator ? [] : signs {
            for byte in (sign == UInt8(ascii: "+") ? "plus" : "sharp").utf8 { begin(UInt32(byte)) }
            endWord()
        }
        signs = []
    }

    private mutating func readASCII(_ scalar: Unicode.Scalar) {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        if byte == UInt8(ascii: "'") { return }
        if Lexer.isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) {
            begin(UInt32(byte | 0x20))
        } else {
            endWord()
        }
    }

    private mutating func readLower(_ scalar: Unicode.Scalar) {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            var parts: [UInt32] = []
            UnicodeNormalization.decompose(lower.value, into: &parts)
            for part in parts { read(part: part) }
        }
    }

    private mutating func read(part code: UInt32) {
        guard let scalar = Unicode.Scalar(code) else { return }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: appendMark(code)
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber:
            if HangulSyllable.isContinuation(code), !cluster.isEmpty { appendMark(code) } else { begin(code) }
        default: endWord()
        }
    }

    private mutating func appendMark(_ code: UInt32) {
        if !cluster.isEmpty, cluster.count <= Self.maxMarks { cluster.append(code) }
    }

    private mutating func begin(_ code: UInt32) {
        flush()
        cluster.append(code)
    }

    private mutating func endWord() {
        flush()
        previous = nil
        needsHyphen = !output.isEmpty
    }

    /// Writes the letter with its marks.
    private mutating func flush() {
        guard let base = cluster.first else { return }
        defer { cluster.removeAll(keepingCapacity: true) }
        let count = output.count
        if needsHyphen {
            endGreekWord()
            output.append(UInt8(ascii: "-"))
        }
        let start = output.count
        write(base)
        if output.count == start {
            output.removeSubrange(count...)
        } else {
            needsHyphen = false
        }
    }

    private mutating func write(_ base: UInt32) {
        if base < 0x80 {
            if !Lexer.isDigit(UInt8(truncatingIfNeeded: base)) { letterCount += 1 }
            output.append(UInt8(truncatingIfNeeded: base))
            let isUmlaut = options.isGerman && cluster.contains(0x308) && "aou".utf8.contains(UInt8(truncatingIfNeeded: base))
            if isUmlaut { output.append(UInt8(ascii: "e")) }
        } else if let letters = LatinTransliteration.latin(base) {
            output += letters.utf8
        } else {
            UnicodeNormalization.sortMarks(&cluster)
            let composed = UnicodeNormalization.composed(cluster)
            if options.isASCII { writeASCII(composed[0], base: base) } else { writeComposed(composed) }
        }
    }

    private mutating func writeASCII(_ code: UInt32, base: UInt32) {
        let properties = Unicode.Scalar(code)?.properties
        if properties?.generalCategory == .decimalNumber, let value = properties?.numericValue {
            output += String(Int(value)).utf8
        } else if !LatinTransliteration.append(code, base: base, after: previous, to: &output) {
            // No rule: the letter separates words.
            lostCount += 1
            needsHyphen = !output.isEmpty
            previous = nil
            return
        }
        letterCount += 1
        previous = HangulSyllable(code) == nil && (0x3041...0x30FF).contains(code) ? code : base
    }

    /// Writes a letter after composition. Drops accents that did not combine with it, and keeps the marks of its script.
    private mutating func writeComposed(_ codes: [UInt32]) {
        for (place, code) in codes.enumerated() where place == 0 || !Self.isGeneralMark(code) {
            if let scalar = Unicode.Scalar(code) { output += String(scalar).utf8 }
        }
    }

    /// Ends the last word. Returns the slug, without limits of its length.
    mutating func finish() -> [UInt8] {
        if !signs.isEmpty { endSigns(isInsideWord: false) }
        flush()
        endGreekWord()
        return output
    }

    private mutating func endGreekWord() {
        guard output.last == 0x83, output.dropLast().last == 0xCF else { return }
        output = Array(Slug.withFinalSigma(String(decoding: output, as: UTF8.self)).utf8)
    }

    /// Whether a combining mark belongs to no particular script, as accents do.
    private static func isGeneralMark(_ code: UInt32) -> Bool {
        switch code {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }

    /// Whether a character is dropped and does not separate words: apostrophes, invisible characters, the Arabic tatweel (U+0640).
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2018, 0x2019, 0x2BB, 0x2BC, 0x5F3, 0x5F4, 0x640: true
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
        }
    }
}
