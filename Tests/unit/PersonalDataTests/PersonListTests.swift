@testable import PersonalData
import TestSupport
import Testing

@Suite("The list of persons") struct PersonListTests {
    private static func redacted(_ text: String, shared: [String] = [], headers: [String] = []) throws -> String {
        var redactor = Redactor(kinds: [.person])
        for name in shared { redactor.add(name: name) }
        redactor.share()
        for header in headers { redactor.add(header: header) }
        return try redactor.redacted(text) ?? text
    }

    @Test(
        "reads names with words that have no letters",
        arguments: [
            "\"Ann \u{301}\" <a@b.de>", "\"\u{301}\u{302} Ann\" <a@b.de>", "\u{308} <a@b.de>, Ann <c@d.de>", "Ann (\u{301}) <a@b.de>",
        ])
    func accentsAlone(_ header: String) throws { #expect(try Self.redacted("Hi Ann \u{301}", headers: [header]).hasPrefix("Hi [PERSON_")) }

    @Test(
        "says which names it cannot find", arguments: ["", " ", "X", "7", "Team", "\u{301}", "12 34", String(repeating: "Ann ", count: 60)])
    func unusable(_ name: String) {
        var redactor = Redactor(kinds: [.person])
        let isUsable = redactor.add(name: name)
        #expect(!isUsable)
    }

    /// Different words without digits.
    private static func word(_ number: Int) -> String {
        "Q" + String(String(number, radix: 10).unicodeScalars.map { Character(Unicode.Scalar(UInt8($0.value) + 0x31)) }) + "z"
    }

    @Test("finds every one of very many names, and of those that share a word", arguments: [true, false]) func many(_ isShared: Bool) throws
    {
        let names = (0..<6000).map { "\(Self.word($0)) Smith" }
        let texts = [0, 31, 32, 33, 4999, 5000, 5999].map { names[$0] }
        for text in texts {
            #expect(
                try Self.redacted("I met \(text).", shared: isShared ? names : [], headers: isShared ? [] : names) == "I met [PERSON_1].")
        }
        let both = try Self.redacted(
            "\(names[40]), \(names[41]), \(names[40])", shared: isShared ? names : [], headers: isShared ? [] : names)
        #expect(both == "[PERSON_1], [PERSON_2], [PERSON_1]")
    }

    @Test("finds every one of many names without spaces that begin alike") func manyUnspaced() throws {
        let names = (0..<200).map { "\u{738B}" + String(Character(Unicode.Scalar(UInt32(0x4E00 + $0)) ?? "x")) + "\u{660E}" }
        for name in [names[0], names[63], names[64], names[199]] {
            #expect(try Self.redacted("我是\(name)。", shared: names) == "我是[PERSON_1]。")
        }
    }

    @Test(
        "merges a name with the only longer one, wherever they come from",
        arguments: [
            (["Ann Example"], ["Ann"], "Ann, Ann Example", "[PERSON_1], [PERSON_1]"),
            (["Ann"], ["Ann Example"], "Ann, Ann Example", "[PERSON_1], [PERSON_1]"),
            ([], ["Ann", "Ann Example"], "Ann, Ann Example", "[PERSON_1], [PERSON_1]"),
            (["Ann", "Ann Example"], [], "Ann, Ann Example", "[PERSON_1], [PERSON_1]"),
            (["Ann", "Ann Example"], ["Ann Stone"], "Ann, Ann Example, Ann Stone", "[PERSON_1], [PERSON_2], [PERSON_3]"),
            (["Ann", "Ann Example", "Ann Stone"], [], "Ann, Ann Example, Ann Stone", "[PERSON_1], [PERSON_2], [PERSON_3]"),
            (["Ann Example", "Ann Stone"], ["Ann"], "Ann Example, Ann Stone", "[PERSON_1], [PERSON_2]"),
            (["Ann Example"], ["Example, Ann <a@b.de>", "Ann Example Stone"], "Ann Example, Ann Stone", "[PERSON_1], [PERSON_1]"),
            (["Bob Stone"], ["Ann Stone"], "Bob Stone, Ann Stone, Ann, Bob", "[PERSON_1], [PERSON_2], [PERSON_2], [PERSON_1]"),
        ])
    func merges(_ shared: [String], _ headers: [String], _ text: String, _ wanted: String) throws {
        #expect(try Self.redacted(text, shared: shared, headers: headers) == wanted)
    }

    @Test(
        "takes a particle for a name where it is the first or the last word",
        arguments: [
            ("Peter Das", "Das ist Peter Das, und das auch.", "Das ist [PERSON_1], und das auch."),
            ("Van Stone", "I met Van Stone.", "I met [PERSON_1]."),
            ("Jan van der Berg <j@x.org>, van der Berg <b@x.org>", "Hi Jan, dhr. van der Berg", "Hi [PERSON_1], dhr. [PERSON_1]"),
            ("Jan van der Meulen <j@x.org>, Van der Meulen <b@x.org>", "Hi Jan, mevr. Van der Meulen", "Hi [PERSON_1], mevr. [PERSON_1]"),
            (
                "Kim Stone <k@x.org>, Jan van der Stone <j@x.org>", "Hi Jan, dhr. van der Stone, Mr Stone",
                "Hi [PERSON_1], dhr. [PERSON_1], Mr [PERSON_2]"
            ),
            ("van der Meulen <b@x.org>", "Van der Meulen, van", "[PERSON_1], van"),
            ("Ann von Example", "Ann von Example, Frau von Example", "[PERSON_1], Frau [PERSON_1]"),
        ])
    func particles(_ name: String, _ text: String, _ wanted: String) throws { #expect(try Self.redacted(text, headers: [name]) == wanted) }

    // Each occurrence of a shared word with work for all persons would take minutes.
    @Test("takes linear time for names that share words", .startsOnIdlePool, .timeLimit(.minutes(1))) func isLinear() throws {
        let names = (0..<5000).map { "Ann Smith \(Self.word($0))" }
        let text = String(repeating: "Ann Smith, Smith; Ann\n", count: 20_000)
        #expect(try !Self.redacted(text, headers: names).contains("Ann"))
    }
}
