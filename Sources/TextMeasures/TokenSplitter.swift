/// Splits a text into pieces by a ``TokenPattern``.
///
/// Each method returns the end of the piece that begins at a place, or nil if it finds none. Places count scalars. The pieces cover the
/// text, and each scalar is looked at a bounded number of times.
struct TokenSplitter {
    /// The properties of a scalar that patterns ask for.
    private struct Kind: OptionSet {
        let rawValue: UInt8
        static let letter = Kind(rawValue: 1)
        static let number = Kind(rawValue: 2)
        static let space = Kind(rawValue: 4)
        static let lineBreak = Kind(rawValue: 8)
        /// A letter or mark that can stand at the start of a word with capital letters.
        static let capital = Kind(rawValue: 16)
        /// A letter or mark that can stand behind capital letters.
        static let small = Kind(rawValue: 32)

        private static let ascii: [Kind] = (0..<128).map { Kind(of: Unicode.Scalar(UInt8($0))) }

        static func of(_ scalar: Unicode.Scalar) -> Kind { scalar.isASCII ? ascii[Int(scalar.value)] : Kind(of: scalar) }

        init(rawValue: UInt8) { self.rawValue = rawValue }

        private init(of scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .titlecaseLetter: self = [.letter, .capital]
            case .lowercaseLetter: self = [.letter, .small]
            case .modifierLetter, .otherLetter: self = [.letter, .capital, .small]
            case .nonspacingMark, .spacingMark, .enclosingMark: self = [.capital, .small]
            case .decimalNumber, .letterNumber, .otherNumber: self = .number
            default: self = scalar.properties.isWhitespace ? .space : []
            }
            if scalar == "\n" || scalar == "\r" { insert(.lineBreak) }
        }
    }

    private let pattern: TokenPattern
    private let scalars: [Unicode.Scalar]
    private let kinds: [Kind]

    private init(_ text: [Unicode.Scalar], _ pattern: TokenPattern) {
        self.pattern = pattern
        scalars = text
        kinds = text.map { Kind.of($0) }
    }

    /// The ends of the pieces of a text.
    static func ends(of text: [Unicode.Scalar], by pattern: TokenPattern) -> [Int] {
        let splitter = TokenSplitter(text, pattern)
        var ends: [Int] = []
        var place = 0
        while place < text.count {
            place = splitter.end(from: place)
            ends.append(place)
        }
        return ends
    }

    private func end(from place: Int) -> Int {
        switch pattern.words {
        case .digits(let isEachApart):
            guard kinds[place].contains(.number) else { return run(from: place) { !$0.contains(.number) } }
            return isEachApart ? place + 1 : run(from: place) { $0.contains(.number) }
        case .spaced:
            let start = scalars[place] == " " ? place + 1 : place
            return contraction(at: place, inAnyCase: false) ?? nonEmptyRun(from: start) { $0.contains(.letter) }
                ?? nonEmptyRun(from: start) { $0.contains(.number) } ?? signs(from: place) ?? whiteSpace(from: place)
        case .prefixed:
            return contraction(at: place, inAnyCase: true) ?? nonEmptyRun(from: behindPrefix(place)) { $0.contains(.letter) }
                ?? digits(from: place) ?? signs(from: place) ?? whiteSpace(from: place)
        case .cased:
            if let end = casedWord(from: place) { return contraction(at: end, inAnyCase: true) ?? end }
            return digits(from: place) ?? signs(from: place) ?? whiteSpace(from: place)
        }
    }

    private func run(from place: Int, _ isPart: (Kind) -> Bool) -> Int {
        var end = place
        while end < kinds.count, isPart(kinds[end]) { end += 1 }
        return end
    }

    private func nonEmptyRun(from place: Int, _ isPart: (Kind) -> Bool) -> Int? {
        let end = run(from: place, isPart)
        return end > place ? end : nil
    }

    /// The place behind one character that is no letter, no number and no line break, if there is one.
    private func behindPrefix(_ place: Int) -> Int {
        kinds[place].isDisjoint(with: [.letter, .number, .lineBreak]) ? place + 1 : place
    }

    /// `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll`, `'d`.
    private func contraction(at place: Int, inAnyCase: Bool) -> Int? {
        guard place < scalars.count, scalars[place] == "'" else { return nil }
        func letter(_ ahead: Int) -> Unicode.Scalar? {
            guard place + ahead < scalars.count else { return nil }
            let scalar = scalars[place + ahead]
            guard inAnyCase else { return scalar }
            if ("A"..."Z").contains(scalar) { return Unicode.Scalar(scalar.value | 0x20) }
            // The long s is an s in another case.
            return scalar == "\u{17F}" ? "s" : scalar
        }
        switch (letter(1), letter(2)) {
        case ("s", _), ("t", _), ("m", _), ("d", _): return place + 2
        case ("r", "e"), ("v", "e"), ("l", "l"): return place + 3
        default: return nil
        }
    }

    /// A word in which capital letters stand at the start: `[capital]*[small]+`, or else `[capital]+[small]*`, behind a prefix.
    private func casedWord(from place: Int) -> Int? {
        let start = behindPrefix(place)
        if let end = wordWithSmall(from: start) { return end }
        // A mark can be a prefix and a part of a word.
        if start > place, let end = wordWithSmall(from: place) { return end }
        return nonEmptyRun(from: start) { $0.contains(.capital) }
    }

    /// `[capital]*[small]+`. Letters without case and marks are both, so that the first part gives back what the second one needs.
    private func wordWithSmall(from start: Int) -> Int? {
        let end = run(from: start) { $0.contains(.capital) }
        if let end = nonEmptyRun(from: end, { $0.contains(.small) }) { return end }
        return kinds[start..<max(start, end)].lastIndex { $0.contains(.small) }.map { $0 + 1 }
    }

    private func digits(from place: Int) -> Int? {
        let limit = min(kinds.count, place + (pattern.maxDigits ?? kinds.count))
        var end = place
        while end < limit, kinds[end].contains(.number) { end += 1 }
        return end > place ? end : nil
    }

    /// Characters that are no letters, numbers or white space, behind a space if there is one.
    private func signs(from place: Int) -> Int? {
        let start = scalars[place] == " " ? place + 1 : place
        guard var end = nonEmptyRun(from: start, { $0.isDisjoint(with: [.letter, .number, .space]) }) else { return nil }
        while end < scalars.count, pattern.behindSigns.unicodeScalars.contains(scalars[end]) { end += 1 }
        return end
    }

    /// White space: up to its last line break; without one, up to the character in front of a word.
    private func whiteSpace(from place: Int) -> Int {
        let end = run(from: place) { $0.contains(.space) }
        if end == kinds.count, pattern.keepsEnd { return end }
        if pattern.splitsAtLines, let line = kinds[place..<end].lastIndex(where: { $0.contains(.lineBreak) }) { return line + 1 }
        return end == kinds.count || end - place == 1 ? max(end, place + 1) : end - 1
    }
}
