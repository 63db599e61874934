import TestSupport
import Testing

@testable import HTMLParsing

@Suite("Selectors") struct SelectorTests {
    @Test("match these elements", arguments: SelectorExample.all)
    func matches(_ example: SelectorExample) throws {
        #expect(try SelectorExample.matches(example.selector, in: example.document) == example.ids)
    }

    @Test("match each element alone as in a search", arguments: SelectorExample.all)
    func matchesAlone(_ example: SelectorExample) throws {
        let document = HTMLDocument(parsing: example.document)
        let selector = try HTMLSelector(parsing: example.selector)
        let found = Set(try document.all(matching: selector))
        for node in document.descendants(of: document.root) {
            #expect(document.matches(node, selector) == found.contains(node))
        }
        var search = HTMLSelectorSearch(selector, in: document)
        #expect(try search.first() == document.descendants(of: document.root).first { found.contains($0) })
    }

    @Test(
        "search in an element, whose ancestors count for combinators",
        arguments: [
            ("p1", "h3", "n1"), ("p1", "section h3", "n1"), ("p1", ":scope h3", "n1"), ("p1", ":scope > h3", "n1"), ("p1", "article", ""),
            ("s1", ":scope > h3", ""), ("s1", ":scope > article > h3", "n1 n2 n3"), ("s1", ":scope > :has(+ .product)", "h2a p1 p2"),
            ("s1", ":nth-child(1 of :scope > .product)", "p1"), ("s1", ":is(:scope > h2, img)", "h2a i1"), ("s1", ":scope", ""),
            ("s1", ":not(:scope > *)", "n1 c1 i1 n2 c2 n3"), ("s1", "body :scope h2", "h2a"),
        ])
    func scopes(_ id: String, _ selector: String, _ ids: String) throws {
        let document = HTMLDocument(parsing: SelectorExample.shop)
        let scope = try #require(document.element(id: id))
        #expect(SelectorExample.names(try document.all(matching: HTMLSelector(parsing: selector), in: scope), in: document) == ids)
    }

    @Test("search in many elements by one search") func manyScopes() throws {
        let document = HTMLDocument(parsing: SelectorExample.shop)
        var search = HTMLSelectorSearch(try HTMLSelector(parsing: ":scope > :nth-child(1 of :scope > *), :scope:has(b) b"), in: document)
        let found = try ["p1", "p2", "d2", "p1"].map { id in
            SelectorExample.names(try search.all(in: document.element(id: id)), in: document)
        }
        #expect(found == ["n1", "n2", "d3 b1", "n1"])
    }

    @Test(
        "match in a fragment, of which the scope is the whole",
        arguments: [
            ("p", "a b c"), (":scope > p", "a c"), (":scope p", "a b c"), (":scope", ""), ("p:first-child", "a b"), ("p:last-child", "b c"),
            (":root", ""), ("p ~ p", "c"), (":scope > div > p", "b"),
        ])
    func fragments(_ selector: String, _ ids: String) throws {
        let document = HTMLDocument(parsingFragment: "<p id=a></p><div><p id=b></p></div><p id=c></p>")
        #expect(SelectorExample.names(try document.all(matching: HTMLSelector(parsing: selector)), in: document) == ids)
    }

    @Test("do not look into a template") func templates() throws {
        #expect(try SelectorExample.matches("b", in: "<template><b id=a></b></template><b id=b></b>") == "b")
    }

    @Test(
        "are refused with the place of the fault",
        arguments: [
            ("", 0, "expected the name of an element, *, #id, .class, [attribute] or :pseudo-class, found the end"),
            ("a,", 2, "expected the name of an element, *, #id, .class, [attribute] or :pseudo-class, found the end"),
            (",a", 0, #"expected the name of an element, *, #id, .class, [attribute] or :pseudo-class, found ",""#),
            ("a >", 3, "expected the name of an element, *, #id, .class, [attribute] or :pseudo-class, found the end"),
            ("a > > b", 4, #"expected the name of an element, *, #id, .class, [attribute] or :pseudo-class, found ">""#),
            ("> a", 0, #"expected the name of an element, *, #id, .class, [attribute] or :pseudo-class, found ">""#),
            ("a.1", 1, #"expected a combinator, a comma or the end, found ".1""#),
            ("a. b", 2, #"expected the name of a class, found " ""#),
            ("a)", 1, #"expected a combinator, a comma or the end, found ")""#),
            ("a{b:c}", 1, #"expected a combinator, a comma or the end, found "{""#),
            (".a/**/b", 6, #"expected a combinator, #id, .class, [attribute] or :pseudo-class, found "b""#),
            ("[]", 1, #"expected the name of an attribute, found "]""#),
            ("[a", 2, "expected ], =, ~=, |=, ^=, $= or *=, found the end"),
            ("[a!=b]", 2, #"expected ], =, ~=, |=, ^=, $= or *=, found "!""#),
            ("[a^b]", 3, #"expected =, found "b""#),
            ("[a=1]", 3, #"expected a value: a name, or a text in quotation marks, found "1""#),
            ("[a='b]", 6, "expected the closing quotation mark, found the end"),
            ("[a=b c]", 5, #"expected ], i or s, found "c""#),
            ("[a=b i", 6, "expected ], found the end"),
            ("p:frist-child", 1, #"no pseudo-class is called ":frist-child""#),
            ("p:contains(x)", 1, #"no pseudo-class is called ":contains""#),
            ("p:", 2, "expected the name of a pseudo-class, found the end"),
            ("p::after", 1, #""::after" is a pseudo-element, and selects no element of a document"#),
            ("p::attr(href)", 1, #""::attr" is a pseudo-element, and selects no element of a document"#),
            ("p:BEFORE", 1, #"":before" is a pseudo-element, and selects no element of a document"#),
            ("a:hover", 1, #"":hover" depends on a reader, and selects no element of a document"#),
            ("li:nth-child", 12, "expected (, because :nth-child has an argument, found the end"),
            ("li:first-child(1)", 14, #"expected no argument of :first-child, found "(""#),
            ("li:nth-child(x)", 13, #"expected a number, odd, even, or a pattern such as 2n+1, found "x""#),
            ("li:nth-child()", 13, #"expected a number, odd, even, or a pattern such as 2n+1, found ")""#),
            ("li:nth-child(2 n)", 13, #"expected a number, odd, even, or a pattern such as 2n+1, found "2 n""#),
            ("li:nth-child(n + -1)", 13, #"expected a number, odd, even, or a pattern such as 2n+1, found "n + -1""#),
            ("li:nth-child(1000000)", 13, #"expected a number, odd, even, or a pattern such as 2n+1, found "1000000""#),
            ("li:nth-of-type(1 of p)", 17, #"expected ), found "of""#),
            ("p:is()", 5, #"expected the name of an element, *, #id, .class, [attribute] or :pseudo-class, found ")""#),
            ("p:not(a", 7, "expected ), found the end"),
            ("p:not(> a)", 6, #"expected the name of an element, *, #id, .class, [attribute] or :pseudo-class, found ">""#),
            ("p:lang(1)", 7, #"expected a language such as en or "*-CH", found "1""#),
            ("svg|a", 3, "namespaces are not supported; write the name alone"),
            ("*|a", 1, "namespaces are not supported; write the name alone"),
            ("|a", 0, "namespaces are not supported; write the name alone"),
            ("[a|b]", 2, "namespaces are not supported; write the name alone"),
            ("p|=b", 1, #"expected the name of an element, *, #id, .class, [attribute] or :pseudo-class, found "|""#),
            (
                "p:nth-child(-9223372036854775808)", 12,
                #"expected a number, odd, even, or a pattern such as 2n+1, found "-9223372036854775808""#
            ),
        ])
    func faults(_ text: String, _ offset: Int, _ message: String) {
        let error = #expect(throws: HTMLSelectorError.self) { try HTMLSelector(parsing: text) }
        #expect(error?.message == message)
        #expect(error?.offset == offset)
    }

    private static let tooLarge: [(String, HTMLSelectorError.Reason)] = [
        (text(".a", count: 501), HTMLSelectorError.Reason.tooLong(limit: 500)),
        (text("a,", count: 5_000) + "a", .tooLong(limit: 500)),
        (text("a > ", count: 5_000) + "a", .tooLong(limit: 500)),
        (text("a ", count: 5_000) + "a", .tooManyCombinators(limit: 64)),
        (text(":has(", count: 5_000), .tooDeep(limit: 8)),
        (text(":not(", count: 100_000), .tooDeep(limit: 8)),
        (text(":is(", count: 8) + ":is(a)" + text(")", count: 8), .tooDeep(limit: 8)),
        ("." + text("a", count: 1_001), .tooLongName(limit: 1_000)),
    ]

    @Test("are refused beyond the limits", arguments: tooLarge)
    func limits(_ text: String, _ reason: HTMLSelectorError.Reason) {
        let error = #expect(throws: HTMLSelectorError.self) { try HTMLSelector(parsing: text) }
        #expect(error?.reason == reason)
    }

    @Test("end at each byte of a selector with a result or an error", arguments: SelectorExample.all)
    func cuts(_ example: SelectorExample) {
        let bytes = Array(example.selector.utf8)
        for end in bytes.indices {
            let text = String(decoding: bytes[..<end], as: UTF8.self)
            do {
                #expect(try !HTMLSelector(parsing: text).selectors.isEmpty)
            } catch {
                #expect((0...text.utf8.count).contains(error.offset), "\(text): \(error)")
            }
        }
    }
}

@Suite("Random selectors") struct RandomSelectorTests {
    private static let pieces = [
        "p", "li", "div", "*", ".x", "#b", "[id]", "[class~=x]", "[id^='i' i]", " ", " ", " > ", " + ", " ~ ", ", ", ":is(", ":not(",
        ":where(", ":has(", ":has(> ", ":has(~ ", ")", ")", ":nth-child(2n+1)", ":nth-last-child(-n+2 of ", ":nth-of-type(2)",
        ":first-child",
        ":last-of-type", ":empty", ":root", ":scope", ":lang(en)", ":link", ":disabled", "::", ":", "[", "]", "\"", "\\", "|", "é", "/**/",
        "of", "2n", "\u{0}",
    ]

    /// A search that remembers must find what single questions find, for which nothing is known.
    @Test("match alone as in a search, or are refused", arguments: 0..<20)
    func random(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let document = HTMLDocument(
            parsing: SelectorExample.list + "<div lang=en><div class=x><p>a<p class=x id=z>b</div><a href=x></a></div>")
        let nodes = Array(document.descendants(of: document.root))
        var count = 0
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
            guard let selector = try? HTMLSelector(parsing: text) else { continue }
            count += 1
            let found = Set(try document.all(matching: selector))
            for node in nodes { #expect(document.matches(node, selector) == found.contains(node), "\(text)") }
        }
        #expect(count > 20)
    }
}

@Suite("The cost of a search") struct SelectorSearchCostTests {
    private static let deep = text("<div class='a b'>", count: 500) + "<i></i>"
    private static let wide = text("<p class=a>x</p><!-- c -->", count: 5_000)

    /// Without a memory, the first two take the depth to the power of the number of combinators.
    private static let hostile: [(String, String)] = [
        (text(".a ", count: 60) + ".missing", deep), (text(".a ", count: 60) + "i.missing", deep),
        ("u " + text("div ", count: 60) + "i", deep), ("u ~ " + text("p ~ ", count: 60) + "p", wide),
        (text(":has(", count: 7) + "u" + text(")", count: 7), deep),
        (":has(" + text(".a ", count: 40) + "u)", deep), (":has(~ .a:has(~ .a:has(~ u)))", wide),
        ("p:nth-child(3n of p:nth-last-child(2n of .a))", wide), (":lang(en)", deep), ("p:not(p ~ p ~ p ~ u)", wide),
        (":is(.a .b, .b .a) :is(.a .a, .b .b) u", deep), ("p:first-of-type ~ p:nth-last-of-type(n+2):not(:only-of-type)", wide),
    ]

    @Test("is linear in the elements and in the parts", arguments: hostile)
    func linear(_ selector: String, _ html: String) throws {
        let parsed = try HTMLSelector(parsing: selector)
        var costs: [Int] = []
        for count in [1, 2] {
            let document = HTMLDocument(parsing: text("<section>\(html)</section>", count: count))
            var search = HTMLSelectorSearch(parsed, in: document)
            _ = try search.all()
            costs.append(search.steps)
            let parts = parsed.text.utf8.count
            #expect(search.steps < 12 * parts * document.nodeCount, "\(search.steps) for \(parts) bytes and \(document.nodeCount) nodes")
        }
        #expect(costs[1] < costs[0] * 3)
    }

    @Test("in all parts of a document is that of one search") func parts() throws {
        let document = HTMLDocument(parsing: text("<section><p>a</p><b>x</b></section>", count: 2_000))
        let sections = document.elements(tag: .section)
        for selector in ["p", "section > p", "section:has(b) p:nth-child(1 of p)", ":scope > p"] {
            var search = HTMLSelectorSearch(try HTMLSelector(parsing: selector), in: document)
            for section in sections { #expect(try search.all(in: section).count == 1) }
            #expect(search.steps < 40 * document.nodeCount, "\(selector): \(search.steps)")
        }
    }

    private static let tooCostly: [(String, String)] = [
        // The parser gives each paragraph the classes of the open element.
        (
            "[class*='\(text("b", count: 1_000))']",
            "<p><font class='\(text("b c ", count: 60_000))'>" + text("<p>x", count: 200)
        ),
        (":scope:has(i) b", "\(text("<p><i></i><b></b></p>", count: 6_000))"),
    ]

    @Test("has a limit, beyond which a search ends with an error", arguments: tooCostly)
    func limit(_ selector: String, _ html: String) throws {
        let document = HTMLDocument(parsing: html)
        var search = HTMLSelectorSearch(try HTMLSelector(parsing: selector), in: document)
        let error = #expect(throws: HTMLSelectorError.self) {
            _ = try search.all()
            for paragraph in document.elements(tag: .p) { _ = try search.all(in: paragraph) }
        }
        guard case .tooCostly? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

private func text(_ part: String, count: Int) -> String { String(repeating: part, count: count) }

extension HTMLDocument {
    /// Whether an element matches a selector, in a search that has looked at no other element.
    fileprivate func matches(_ node: HTMLNode, _ selector: HTMLSelector) -> Bool {
        var matcher = CSSSelectorMatcher(self, selector, steps: .max)
        return kind(of: node) == .element && matcher.matches(anyOf: selector.selectors, node, assuming: false)
    }
}
