import Foundation
import HTMLParsing
import SiteSupport
import TestSupport
import Testing

@testable import Site

@Suite("The language of the pages") struct LanguageTests {
    /// A language tag, and what follows from it.
    struct Tag: CustomTestStringConvertible {
        let tag: String
        let direction: String?
        let language: SiteLanguage
        let foreign: String?

        var testDescription: String { tag }
    }

    static let examples = [
        Tag(tag: "en", direction: nil, language: .en, foreign: nil), Tag(tag: "de-AT", direction: nil, language: .de, foreign: nil),
        Tag(tag: "AR-eg", direction: "rtl", language: .ar, foreign: nil), Tag(tag: "iw", direction: "rtl", language: .he, foreign: nil),
        Tag(tag: "fa", direction: "rtl", language: .en, foreign: "en"), Tag(tag: "pl", direction: nil, language: .en, foreign: "en"),
        Tag(tag: "uz-Arab-AF", direction: "rtl", language: .en, foreign: "en"),
        Tag(tag: "ar-Latn", direction: nil, language: .ar, foreign: nil),
        Tag(tag: "zh-cmn-Hans-CN", direction: nil, language: .en, foreign: "en"),
        Tag(tag: "de-1996", direction: nil, language: .de, foreign: nil),
        Tag(tag: "ar-x-latn", direction: "rtl", language: .ar, foreign: nil), Tag(tag: "-", direction: nil, language: .en, foreign: "en"),
    ]

    @Test("and their direction follow from the language tag", arguments: examples) func tag(_ example: Tag) {
        let words = SiteWords(tag: example.tag)
        #expect(words.direction == example.direction)
        #expect(words.language == example.language)
        #expect(words.foreign == example.foreign)
        #expect(words.backArrow == (example.direction == nil ? "←" : "→"))
    }

    @Test("has a word for everything that the English pages say", arguments: SpokenContent.allCases)
    func words(_ content: SpokenContent) async throws {
        let english = try await content.texts("en")
        for language in SiteLanguage.allCases where language != .en {
            let texts = try await content.texts(language.rawValue)
            #expect(texts.count >= english.count, "\(language)")
            let leftOver = Set(texts).intersection(english).subtracting(SpokenContent.sameInSeveralLanguages)
            #expect(leftOver.isEmpty, "\(language)")
            guard [.ja, .ar, .he].contains(language) else { continue }
            #expect(Set(texts.filter { $0.contains(/[A-Za-z]{2}/) }).isEmpty, "\(language)")
        }
    }

    @Test("is told for English words in pages of another language") func foreign() async throws {
        let site = try await ListSite.site(12, options: "\"language\": \"pl\"")
        let page = try site.text("index")
        #expect(page.contains("<html lang=\"pl\""))
        #expect(page.contains("class=\"skip\" href=\"#content\" lang=\"en\"") && page.contains("data-tools lang=\"en\""))
        #expect(page.contains("<span dir=\"auto\" lang=\"pl\">Retail</span>"))
        let english = try await ListSite.site(12)
        #expect(try !english.text("index").contains("lang=\"en\">Skip"))
    }
}
