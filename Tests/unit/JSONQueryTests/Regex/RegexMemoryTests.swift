import JSONParsing
import TestSupport
import Testing

@testable import JSONQuery

@Suite("A matcher that remembers what failed", .startsOnIdlePool, .timeLimit(.minutes(5))) struct RegexMemoryTests {
    /// A text, as a piece that is repeated.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let pattern: String
        var flags = ""
        let piece: String
        var testDescription: String { name }
    }

    /// All matches of a pattern: the groups of each. nil if the matcher reached the limit of steps.
    private func matches(_ pattern: RegexPattern, _ text: String, patience: Int?, maxSteps: Int = 200_000) throws -> [[Int]]? {
        var matcher = RegexMatcher(pattern, Array(text.utf8), QueryBudget(limits: QueryLimits(maxSteps: maxSteps)), patience: patience)
        var found: [[Int]] = []
        do {
            try matcher.forEach(isGlobal: pattern.isGlobal) { found.append($0.groups) }
        } catch let error as QueryRuntimeError {
            guard error.isLimit else { throw error }
            return nil
        }
        return found
    }

    @Test("finds what one without memory finds, in short and long spellings, with random patterns and texts") func same() throws {
        var random = SeededRandom(seed: 7)
        var comparisons = 0
        for _ in 0..<20_000 {
            let spellings = RegexPatternGenerator(depth: Int.random(in: 1...4, using: &random), using: &random)
            let flags = ["", "g", "g", "gn", "gi", "gl", "l", "gp", "n"].randomElement(using: &random) ?? ""
            guard let pattern = try? RegexPattern(.string(spellings.plain), .string(flags)),
                let guarded = try? RegexPattern(.string(spellings.guarded), .string(flags))
            else { continue }
            let text = (0..<Int.random(in: 0...16, using: &random)).map { _ in
                ["a", "a", "a", "b", "b", "é", "A", "1", "@", "\n", "s", "\u{301}"].randomElement(using: &random) ?? ""
            }.joined()
            guard let wanted = try matches(pattern, text, patience: .max) else { continue }
            comparisons += 1
            for (pattern, patience) in [(pattern, -1), (pattern, 0), (guarded, -1), (guarded, 0), (guarded, .max)] {
                guard let found = try matches(pattern, text, patience: patience) else { continue }
                #expect(found == wanted, "\(spellings.plain) or \(spellings.guarded), flags \(flags), of \(text.debugDescription)")
            }
        }
        #expect(comparisons > 15_000)
    }

    static let examples = [
        Example(name: "a run before a text that is not there", pattern: "[a-z]+@nowhere", piece: "a"),
        Example(name: "a run before a set", pattern: "[a-z]+[@#]", piece: "a"),
        Example(name: "a run and a choice, all matches", pattern: "a*b|a", flags: "g", piece: "a"),
        Example(name: "a run and a set, all matches", pattern: "a*[bc]|a", flags: "g", piece: "a"),
        Example(name: "two runs of any characters", pattern: ".*x.*[yz]", piece: "x"),
        Example(name: "three lazy runs", pattern: "a.*?b.*?[cd]", piece: "ab"),
        Example(name: "a lazy run, all matches", pattern: "a.*?[cd]|b", flags: "g", piece: "ab"),
        Example(name: "a loop of a choice", pattern: "(?:a|b)*[cd]", piece: "ab"),
        Example(name: "loops inside a loop", pattern: "(a*)*[bc]", piece: "a"),
        Example(name: "loops that may take nothing", pattern: "(?:(?:a?)*b?)*[cd]", piece: "a"),
        Example(name: "a lazy loop of groups", pattern: "(?:(a)|(b))*?[cd]", piece: "ab"),
        Example(name: "runs with bounds", pattern: "a{1,20}a{1,20}[bc]", piece: "a"),
        Example(name: "a group with bounds", pattern: "(?:a|aa){1,20}[bc]", piece: "a"),
        Example(name: "a possessive run", pattern: "[a-z]++[@#]", piece: "a"),
        Example(name: "an atomic group of a run", pattern: "(?>[a-z]+)[@#]", piece: "a"),
        Example(name: "an atomic group of a loop", pattern: "(?>(?:a|b)+)[@#]", piece: "ab"),
        Example(name: "an atomic group of runs", pattern: "(?>a+[b ]?a*)[@#]", piece: "a"),
        Example(name: "an atomic group of lazy runs", pattern: "(?>a.*?[b ])[#]{3}|a", flags: "g", piece: "ab"),
        Example(name: "atomic groups inside of each other", pattern: "(?>(?>(?>a|b)+[b ]?)+c?)[@#]", piece: "ab"),
        Example(name: "a loop of atomic groups", pattern: "(?:(?>a*b)|a)*[@#]", piece: "a"),
        Example(name: "possessive loops", pattern: "(?:ab|[a-z])++[@#]|(?:a?b?)*+[@#]", piece: "ab"),
        Example(name: "a loop of lines", pattern: "(?:\\R|a)*[@#]", piece: "a\n"),
        Example(name: "cases ignored", pattern: "[a-z]+@nowhere", flags: "i", piece: "a"),
        Example(name: "characters of several bytes", pattern: "\\p{L}+[@#]", piece: "é"),
        Example(name: "words", pattern: "\\b\\w+\\s*=\\s*\\w+;", piece: "name = "),
        Example(name: "mail addresses", pattern: "[\\w.+-]+@[\\w-]+\\.[\\w.-]+", flags: "g", piece: "first.last"),
        Example(name: "quoted texts without an end", pattern: #""(?:[^"\\]|\\.)*""#, flags: "g", piece: #"\""#),
        Example(name: "tags without an end", pattern: "<[^>]*>", flags: "g", piece: "<a "),
        Example(name: "blanks at the end of lines", pattern: "\\s+$", flags: "g", piece: " "),
        Example(name: "the longest match", pattern: "a*b|a*", flags: "l", piece: "a"),
        Example(name: "no empty match", pattern: "(?:a*b)*", flags: "n", piece: "a"),
    ]

    @Test("takes steps in proportion to the text", arguments: examples) func isLinear(_ example: Example) throws {
        let pattern = try RegexPattern(.string(example.pattern), .string(example.flags))
        let counts = try [2000, 4000, 8000].map { length in
            // The search is not to end because a byte that every match has does not follow.
            let text = String(repeating: example.piece, count: length / example.piece.utf8.count) + "\u{2003}@nowher #;bc.dyz>@nowhere"
            let budget = QueryBudget(limits: .standard)
            var matcher = RegexMatcher(pattern, Array(text.utf8), budget)
            try matcher.forEach(isGlobal: pattern.isGlobal) { _ in }
            return budget.stepCount
        }
        // Up to 255 steps at the end are not charged.
        #expect(counts[1] <= 2 * counts[0] + counts[0] / 5 + 256)
        #expect(counts[2] <= 2 * counts[1] + counts[1] / 5 + 256)
    }

    @Test("notes a state at a position once") func notes() {
        var memory = RegexFailureTable(rowCount: 2, length: 6000, QueryBudget(limits: .standard))
        var known = [(1, 0), (1, 0), (0, 0), (1, 5000), (1, 5000), (0, 5000)].map { memory.note($0.0, at: $0.1, searchingFrom: 0) }
        #expect(known == [false, true, false, false, true, false])
        memory.forget(at: 5000)
        known = [(1, 0), (0, 5000), (1, 5000), (0, 4999)].map { memory.note($0.0, at: $0.1, searchingFrom: 0) }
        #expect(known == [true, false, false, false])
    }

    @Test("notes a state at all positions of a range", arguments: [0, 1, 63, 64, 1000, 1023, 1024, 2050]) func notesRange(_ first: Int) {
        for last in [first, first + 1, first + 63, first + 64, first + 65, first + 2000] {
            var memory = RegexFailureTable(rowCount: 3, length: 5000, QueryBudget(limits: .standard))
            memory.note(1, at: first...last, searchingFrom: 0)
            let noted = (0...5000).filter { memory.has(1, at: $0) }
            #expect(noted == Array(first...last))
            #expect((0...5000).allSatisfy { !memory.has(0, at: $0) && !memory.has(2, at: $0) })
        }
    }

    @Test("gives up an exempt pattern at a position", arguments: ["(?:(?=(?:a|a)*[bc])a|a)*d", "(?:a|a)*(b)?[bc]\\1"]) func limit(
        _ pattern: String
    ) throws {
        var matcher = RegexMatcher(
            try RegexPattern(.string(pattern), .null), Array(String(repeating: "a", count: 60).utf8) + Array("dcb".utf8),
            QueryBudget(limits: QueryLimits(maxSteps: .max)))
        let error = #expect(throws: QueryRuntimeError.self) { _ = try matcher.find(from: 0) }
        #expect(error?.message == "a regular expression took more than 100006300 steps at one position")
    }

    @Test("has no more memory than its limit, and uses that behind the search again") func fullMemory() {
        let budget = QueryBudget(limits: .standard)
        var memory = RegexFailureTable(rowCount: 2, length: 1 << 20, maxBytes: 1 << 10, budget)
        for position in stride(from: 0, to: 1 << 20, by: 1000) { _ = memory.note(0, at: position, searchingFrom: 0) }
        #expect(memory.byteCount == 1 << 10)
        #expect(budget.unheldBytes == 1 << 10)
        let known = [0, 900_000, 900_000, 900_000].map { memory.note(0, at: $0, searchingFrom: $0) }
        #expect(known == [true, false, true, true])
        #expect(budget.unheldBytes == memory.byteCount)
    }

    @Test("needs no room beyond the limit of the run") func smallRun() throws {
        let pattern = try RegexPattern(.string("(?:a|b)*[cd]"), .null)
        let text = Array(String(repeating: "ab", count: 200).utf8)
        var matcher = RegexMatcher(pattern, text, QueryBudget(limits: QueryLimits(maxMemory: 64)), patience: -1)
        #expect(try !matcher.find(from: 0))
        #expect(matcher.byteCount == 0)
    }
}

/// Makes random patterns in two spellings that match the same.
private struct RegexPatternGenerator {
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
