import Testing

@testable import HTMLParsing

@Suite("The cost of selectors") struct SelectorCostTests {
    /// An element with 200 kB of classes. The limit is a million steps, of which the first loop takes 960,000.
    @Test("grows with the bytes that are compared, up to a limit") func longClass() throws {
        let names = String(repeating: "a ", count: 100_000)
        let document = HTMLDocument(parsing: "<p class='\(names)'>x</p><p>y</p>")
        let paragraphs = document.elements(tag: .p)
        let (long, short) = (try #require(paragraphs.first), try #require(paragraphs.last))
        var matcher = CSSSelectorMatcher(document)
        for _ in 0..<320_000 { _ = matcher.matches([.class("b")], short, assuming: false) }
        #expect(!matcher.isExhausted)
        for _ in 0..<20 { _ = matcher.matches([.class("b")], long, assuming: false) }
        #expect(matcher.isExhausted)
    }
}
