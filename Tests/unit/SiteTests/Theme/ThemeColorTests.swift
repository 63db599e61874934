import HTMLParsing
import Testing

@testable import Site

@Suite("A color of a theme") struct ThemeColorTests {
    @Test(
        "is written as in CSS",
        arguments: [
            ("#1c1e21", "#1c1e21"), ("#ABC", "#aabbcc"), ("#abcf", "#aabbcc"), ("#aabbccff", "#aabbcc"), ("navy", "#000080"),
            ("RebeccaPurple", "#663399"), ("rgb(28, 30, 33)", "#1c1e21"), ("rgb(28 30 33)", "#1c1e21"), ("rgb(100% 0% 50%)", "#ff0080"),
            ("rgba(1,2,3,1)", "#010203"), ("rgb(1 2 3 / 100%)", "#010203"), ("rgb(300 -5 3.4)", "#ff0003"),
            ("hsl(120, 100%, 25%)", "#008000"), ("hsl(216deg 8% 12%)", "#1c1e21"), ("hsl(-120 100% 50%)", "#0000ff"),
            ("hsl(480 100% 50% / 1)", "#00ff00"), ("hsl(0 0% 100%)", "#ffffff"),
        ])
    func reads(_ text: String, _ color: String) throws { #expect(try #require(OpaqueColor(text)).text == color) }

    @Test(
        "has no other form",
        arguments: [
            "", "#", "#12", "#12345", "#1234567", "#ggg", "#abc8", "#11223380", "nay", "transparent", "currentcolor", "rgb()", "rgb(1,2)",
            "rgb(1,2,3,0.5)", "rgb(1 2 3 / 50%)", "rgb(1 2% 3)", "rgb(1;2;3)", "rgb(1 2 3", "rgb(1 2 3) }", "hsl(1 2 3)", "hsl(1% 2% 3%)",
            "hsl(1deg 2% 3% 4%)", "var(--ink)", "url(x)", "rgb(nan inf 1)", "rgb(1e3 0 0)", "red;} body{display:none", "#fff /**/", "０",
        ])
    func refuses(_ text: String) { #expect(OpaqueColor(text) == nil) }

    @Test(
        "has a contrast with others",
        arguments: [("#000", "#fff", 21.0), ("#777", "#fff", 4.47), ("#767676", "#fff", 4.54), ("red", "red", 1.0)])
    func contrasts(_ one: String, _ other: String, _ contrast: Double) throws {
        let first = try #require(OpaqueColor(one))
        let second = try #require(OpaqueColor(other))
        #expect(abs(first.contrast(with: second) - contrast) < 0.01)
        #expect(first.contrast(with: second) == second.contrast(with: first))
    }

    @Test("has one of 148 names") func names() { #expect(CSSNamedColors.digits.count == 148) }
}
