import TestSupport

/// Makes random patterns in two spellings that match the same.
struct RegexPatternGenerator {
    /// As a person writes it.
    private(set) var plain = ""
    /// Each piece as the first of two branches, of which the other never matches. This hides from the compiler what it makes shorter:
    /// texts that every match has, pieces that cannot be empty, pieces with one way to match, anchors in front.
    private(set) var guarded = ""

    private static let atoms = [
        "a", "b", "ab", "ba", "é", "A", "[ab]", "[^a]", "[a-zé]", ".", "\\w", "\\d", "1", "\\b", "^", "$", "\\A", "\\z", "ss", "ß",
        "@", "a@", "\\R", "\\X", "\\n", "",
    ]
    private static let assertions = ["\\b", "^", "$", "\\A", "\\z"]
    private static let quantifiers = [
        "*", "+", "?", "*?", "+?", "??", "*+", "++", "?+", "{2}", "{1,3}", "{0,2}", "{2,}", "{1,2}?", "{2,}?",
    ]
    private static let groups = ["(?>", "(?>", "(?>", "(?=", "(?!", "(?<=a)(?:", "(?<!b)(?:", "(", "(?<x>", "(?i:"]

    /// - Parameter depth: Levels of pieces inside of pieces.
    init(depth: Int, using random: inout SeededRandom) { addPiece(depth, &random) }

    private mutating func add(_ text: String) {
        plain += text
        guarded += text
    }

    private mutating func addPiece(_ depth: Int, _ random: inout SeededRandom) {
        switch depth == 0 ? 0 : Int.random(in: 0..<20, using: &random) {
        case 0..<5:
            let atom = Self.atoms.randomElement(using: &random) ?? ""
            plain += atom
            guarded += "(?:\(atom)|(?!))"
        case 5..<10: for _ in 0..<Int.random(in: 2...3, using: &random) { addPiece(depth - 1, &random) }
        case 10..<12:
            add("(?:")
            addPiece(depth - 1, &random)
            add("|")
            addPiece(depth - 1, &random)
            add(")")
        case 12..<16:
            var piece = RegexPatternGenerator(depth: depth - 1, using: &random)
            let quantifier = Self.quantifiers.randomElement(using: &random) ?? ""
            if Self.assertions.contains(piece.plain) { piece = RegexPatternGenerator(depth: 0, using: &random) }
            let isSingle = piece.plain.unicodeScalars.count == 1 && !Self.assertions.contains(piece.plain)
            let opening = ["(?:", "("].randomElement(using: &random) ?? ""
            // Both spellings have the same groups.
            plain += isSingle ? piece.plain + quantifier : "\(opening)\(piece.plain))\(quantifier)"
            guarded += "\(isSingle ? "(?:" : opening)\(piece.guarded)|(?!))\(quantifier)"
        case 16..<19:
            add(Self.groups.randomElement(using: &random) ?? "")
            addPiece(depth - 1, &random)
            add(")")
        default: add(["(?=(a|b+))(?:\\1)", "(a)(?:\\1)", "(?<y>b|a)\\k<y>", "\\K", "\\G"].randomElement(using: &random) ?? "")
        }
    }
}
