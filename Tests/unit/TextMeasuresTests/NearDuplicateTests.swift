import TestSupport
import Testing

@testable import TextMeasures

@Suite("Similar texts") struct NearDuplicateTests {
    private static let words = TextSketcher(unit: .words, size: 3)

    /// A text of random words, and one in which some of them are replaced, with their true similarity.
    private static func pair(replacing share: Double, _ random: inout SeededRandom) -> (String, String, similarity: Double) {
        let first = (0..<150).map { _ in "w\(Int.random(in: 0..<5_000, using: &random))" }
        let second = first.map { Double.random(in: 0..<1, using: &random) < share ? "v\(Int.random(in: 0..<5_000, using: &random))" : $0 }
        func shingles(_ words: [String]) -> Set<[String]> { Set((0..<words.count - 2).map { Array(words[$0..<$0 + 3]) }) }
        let (a, b) = (shingles(first), shingles(second))
        return (first.joined(separator: " "), second.joined(separator: " "), Double(a.intersection(b).count) / Double(a.union(b).count))
    }

    @Test("have an estimated similarity close to the true one", arguments: [0, 0.01, 0.03, 0.1, 0.3, 1])
    func estimates(_ share: Double) throws {
        var random = SeededRandom(seed: 7)
        var sum = 0.0
        for _ in 0..<50 {
            let (first, second, similarity) = Self.pair(replacing: share, &random)
            let estimate = try Self.signature(first).similarity(to: Self.signature(second))
            // Four and a half standard errors.
            #expect(abs(estimate - similarity) <= 0.2)
            sum += estimate - similarity
        }
        #expect(abs(sum / 50) < 0.03)
    }

    @Test("are found if they are similar enough, and no others", arguments: [0.3, 0.5, 0.8, 0.95, 1])
    func finds(_ threshold: Double) throws {
        var random = SeededRandom(seed: 8)
        var missed = 0
        for share in [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5] {
            for _ in 0..<20 {
                let (first, second, _) = Self.pair(replacing: share, &random)
                var index = NearDuplicateIndex(threshold: threshold, capacity: 3)
                let (a, b) = try (Self.signature(first), Self.signature(second))
                try index.insert(Self.signature("something else of some words"))
                index.insert(a)
                let estimate = a.similarity(to: b)
                let match = index.match(b)
                if let match { #expect(match == .init(number: 1, similarity: estimate)) }
                if estimate < threshold { #expect(match == nil) } else if match == nil { missed += 1 }
            }
        }
        #expect(missed <= 3)
    }

    static let equals = [
        ("Hello, World of words", "hello world OF  words!", true), ("a b c d", "a b c d e", false), ("a b", "a b", true),
        ("a b", "b a", false), ("a b", "a b c", false), ("", "", true), ("", "a", false), ("?", "!", false), ("!?", "! ?", false),
        ("Ärger im Büro", "a\u{308}rger IM bu\u{308}ro", true), ("5 k\u{212B} caf\u{E9}", "5 k\u{C5} cafe\u{301}", true),
        ("\u{1100}\u{1161}", "\u{AC00}", true), ("\u{FA10} \u{2126}", "\u{585A} \u{3C9}", true), ("青い鳥", "青い鳥。", true),
        ("青い鳥", "青い魚", false),
        ("ab1", "ab2", false),
    ]

    @Test("are equal whatever case and punctuation they have", arguments: equals)
    func equal(_ first: String, _ second: String, _ isEqual: Bool) {
        #expect((Self.words.signature(of: first) == Self.words.signature(of: second)) == isEqual)
    }

    @Test("need more than white space", arguments: ["", " \n", "\u{A0}"]) func blanks(_ text: String) {
        #expect(Self.words.signature(of: text) == nil)
    }

    @Test("differ by characters, if these are compared") func characters() {
        let sketcher = TextSketcher(unit: .characters, size: 4)
        #expect(sketcher.signature(of: " a,  B\n") == sketcher.signature(of: "A, b"))
        #expect(sketcher.signature(of: "a, b") != sketcher.signature(of: "a; b"))
        #expect(sketcher.signature(of: "abc") != sketcher.signature(of: "abd"))
    }

    private static func signature(_ text: String) throws -> TextSignature { try #require(words.signature(of: text)) }

    @Test("are compared with as many as fit", arguments: 1...5) func forgets(_ capacity: Int) throws {
        var index = NearDuplicateIndex(threshold: 0.8, capacity: capacity)
        for number in 0..<20 {
            let signature = try Self.signature("text \(number % 7)")
            let match = index.match(signature)
            // The same text came 7 texts before, which no capacity here remembers.
            #expect(match == nil)
            index.insert(signature)
            for back in 0..<7 where back <= number {
                let old = try index.match(Self.signature("text \((number - back) % 7)"))
                #expect((old?.number) == (back < capacity ? number - back : nil))
            }
        }
        #expect(index.forgotten == 20 - capacity)
    }

    @Test("the most similar one is found, and of equals the first") func best() throws {
        var index = NearDuplicateIndex(threshold: 0.5, capacity: 10)
        let text = (0..<40).map { "w\($0)" }
        for change in [4, 0, 0] {
            try index.insert(Self.signature((text.dropLast(change) + Array(repeating: "x", count: change)).joined(separator: " ")))
        }
        #expect(try index.match(Self.signature(text.joined(separator: " "))) == .init(number: 1, similarity: 1))
    }

    @Test("many texts of one template take bounded time, and the index says so") func template() throws {
        var index = NearDuplicateIndex(threshold: 0.85, capacity: 400)
        let template = (0..<300).map { "w\($0)" }.joined(separator: " ")
        for number in 0..<300 {
            // Different ends of the texts, which are less similar than the threshold.
            let end = (0..<40).map { "e\(number)x\($0)" }.joined(separator: " ")
            try index.insert(Self.signature("\(template) \(end)"))
        }
        _ = try index.match(Self.signature(template + " " + (0..<40).map { "f\($0)" }.joined(separator: " ")))
        #expect(index.cutSearches == 1)
    }
}
