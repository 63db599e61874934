import TestSupport
import Testing

@testable import HTMLParsing

@Suite("Style sheets of mail") struct StyleSheetTests {
    @Test("are reduced to what is safe", arguments: StyleSheetExample.all)
    func reduces(_ example: StyleSheetExample) {
        let safe = StyleSheetExample.reduced(example.css)
        #expect(safe == (example.safe.isEmpty ? "" : example.safe + "\n"))
        #expect(StyleSheetExample.reduced(safe) == safe)
    }

    @Test("become safe and stable when they are cut at any byte", arguments: StyleSheetExample.all)
    func cuts(_ example: StyleSheetExample) {
        let bytes = Array(example.css.utf8)
        for end in bytes.indices { expectSafe(String(decoding: bytes[..<end], as: UTF8.self)) }
    }

    private static let pieces = [
        "{", "}", "(", ")", "[", "]", ";", ":", ",", ".", "#", "*", ">", "+", "~", "@", "!", "/*", "*/", "<!--", "-->", "\\", "\"", "'",
        " ", "\n",
        "a", "body", "html", ":root", "#own", "#own ", "#x", ".y", ":not(", ":where(", ":nth-child(2n", "[z=", "url(", "url(\"x\")",
        "@media ", "@media print{",
        "@import ", "@font-face{", "(max-width:9px)", "and", "not", "only screen", "color:red", "position:fixed", "margin:-1px", "--v:1",
        "var(--v)", "width:1px", "background:", "!important", "expression(", "calc(", "infinity", "\u{0}", "é", "&", "<", "\\3c", "\\0",
        "0", "1e9px", "%",
    ]

    @Test("become safe and stable when they are made of random pieces", arguments: 0..<20)
    func random(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<150 {
            let count = Int.random(in: 1...25, using: &random)
            expectSafe((0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined())
        }
    }

    /// Expects that a reduced style sheet contains nothing that could fetch, escape or move, and that reducing it again changes nothing.
    private func expectSafe(_ css: String) {
        let safe = StyleSheetExample.reduced(css)
        #expect(StyleSheetExample.reduced(safe) == safe, "\(css)")
        for forbidden in ["url(", "</", "<!", "-->", "var(", "--v", "position", "@import", "@font", "expression(", "infinity", "/*"] {
            #expect(!safe.lowercased().contains(forbidden), "\(css) → \(safe)")
        }
        for line in safe.split(separator: "\n") where !line.hasPrefix("@media ") && line != "}" {
            #expect(line.hasPrefix("#own"), "\(css) → \(safe)")
        }
    }

    @Test("keep fewer selectors where each has many parts")
    func countsParts() {
        let long = "p" + String(repeating: ":not(.a)", count: 15)
        for (selector, least, most) in [("p", 4_000, 5_000), (long, 300, 400), ("p:nth-child(2)", 400, 500), ("[title*=x] p", 40, 60)] {
            let count = StyleSheetExample.reduced(String(repeating: selector + "{margin:0}", count: 6_000)).count { $0 == "{" }
            #expect((least...most).contains(count), "\(count) of \(selector)")
        }
    }

    @Test(
        "take no time for long names in the mail", .startsOnIdlePool, .timeLimit(.minutes(5)),
        arguments: ["<img src=a id=LONG>", "<LONG><img src=a>"])
    func longNames(_ image: String) {
        let image = image.replacing("LONG", with: String(repeating: "b", count: 100_000))
        let rules = (0..<5_000).map { "#a\($0),b\($0){display:none}" }.joined()
        let document = HTMLDocument(parsing: "<style>\(rules)</style>" + String(repeating: image, count: 10))
        let clock = ContinuousClock()
        let time = clock.measure { _ = StyleSheetExample.sanitizer.sanitized(document) }
        #expect(time < .seconds(60))
    }

    @Test("cost no more than their size allows", .startsOnIdlePool, .timeLimit(.minutes(5)))
    func hostileSizes() {
        for css in [
            String(repeating: "(", count: 60_000), String(repeating: "a{", count: 30_000),
            String(repeating: "@media print{", count: 5_000),
            String(repeating: "/*", count: 30_000), String(repeating: "a,", count: 30_000), String(repeating: ":not(", count: 12_000),
            String(repeating: "a ", count: 30_000) + "{margin:0}", "p{" + String(repeating: "color:red;", count: 6_000),
            "p{background:" + String(repeating: "url(", count: 15_000), "p{width:" + String(repeating: "calc(", count: 12_000),
            "p" + String(repeating: ":not(.x)", count: 8_000) + "{margin:0}",
            "p:is(.x" + String(repeating: ",.x", count: 20_000) + "){margin:0}",
            String(repeating: "\\", count: 60_000), String(repeating: "'\n", count: 30_000), String(repeating: "<!--", count: 15_000),
        ] {
            expectSafe(css)
        }
        let rules = (0..<3_000).map { "* * * .c\($0 % 7) {display:none}" }.joined()
        let images = String(repeating: "<div class=c1><img src=a>", count: 1_000)
        _ = StyleSheetExample.sanitizer.sanitized(HTMLDocument(parsing: "<style>\(rules)</style>\(images)"))
    }
}

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
