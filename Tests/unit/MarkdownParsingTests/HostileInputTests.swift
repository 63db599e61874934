import HTMLParsing
@testable import MarkdownParsing
import TestSupport
import Testing

@Suite("Hostile inputs")
struct HostileInputTests {
    struct Example: CustomStringConvertible {
        let description: String
        let text: @Sendable (Int) -> String

        init(_ description: String, _ text: @escaping @Sendable (Int) -> String) { (self.description, self.text) = (description, text) }
    }

    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    /// The inputs of cmark's test/pathological_tests.py, and more.
    private static let examples = [
        Example("nested strong emphasis") { times($0, "*a **a ") + "b" + times($0, " a** a*") },
        Example("many closers without openers") { times($0, "a_ ") },
        Example("many openers without closers") { times($0, "_a ") },
        Example("many link closers without openers") { times($0, "a]") },
        Example("many link openers without closers") { times($0, "[a") },
        Example("mismatched openers and closers") { times($0, "*a_ ") },
        Example("openers and closers of multiples of 3") { "a**b" + times($0, "c* ") },
        Example("link openers and emphasis closers") { times($0, "[ a_") },
        Example("pattern [ (]( repeated") { times($0, "[ (](") },
        Example("pattern ![[]() repeated") { times($0, "![[]()") },
        Example("hard link and emphasis") { "**x [a*b**c*](d)" + times($0, "**x [a*b**c*](d)") },
        Example("nested brackets") { times($0, "[") + "a" + times($0, "]") },
        Example("nested block quotes") { times($0, "> ") + "a" },
        Example("nested lists") { times($0, "- ") + "a\n" + times($0, "\n") },
        Example("a staircase of lists") { count in
            (0..<min(count, 200)).map { times($0, "  ") + "* a\n" }.joined() + times(count, "\n")
        },
        Example("lists and blank lines") { times(100, "- ") + "a\n" + times($0, "\n") + "b" },
        Example("lists and lines of blanks") { times(100, "- ") + "a\n" + times($0, " \n") + "b" },
        Example("backticks of many lengths") { count in (1..<Int(Double(count * 10).squareRoot())).map { "e" + times($0, "`") }.joined() },
        Example("unclosed links in angle brackets") { times($0, "[a](<b") },
        Example("unclosed links") { times($0, "[a](b") },
        Example("unclosed titles") { times($0, "[a](b \"c") },
        Example("unclosed comments") { times($0, "</a <!--") },
        Example("unclosed sections") { times($0, "<![CDATA[ a <? b <!A ") },
        Example("unclosed tags") { times($0, "<a b='\" <a c=\"' ") },
        Example("unclosed attributes") { "<a" + times($0, " a <a") },
        Example("empty lines and definitions") { times($0, "[a]: u\n") },
        Example("many definitions") { count in (0..<count).map { "[\($0)]: u\n" }.joined() + times(count, "[0] ") },
        Example("a long address for many references") { "[a]: " + times($0, "u") + "\n\n" + times($0, "[a]\n") },
        Example("unclosed references") { times($0, "[a][b") },
        Example("entities") { times($0, "&#0;&amp;&nosuch;&") },
        Example("wide tables with short rows") { "|" + times($0, "a|") + "\n|" + times($0, "-|") + "\n" + times($0, "|b\n") },
        Example("rows of dashes in a paragraph") { "a\n" + times($0, "|-|\n") },
        Example("bars in one row") { "|a|b|\n|-|-|\n" + times($0, "|") },
        Example("addresses without a domain") { times($0, "www.a_._") + times($0, " www.") },
        Example("at signs") { times($0, "a@") + times($0, "a.b@c") },
        Example("addresses with parentheses") { "www.a.b" + times($0, "(") + times($0, ")") },
        Example("addresses with semicolons") { "www.a.b" + times($0, "&a;") },
        Example("footnotes that refer to footnotes") { count in (0..<count).map { "[^\($0)]: [^\($0 + 1)]\n" }.joined() + "\n[^0]" },
        Example("footnotes in footnotes") { "[^0]\n\n" + times($0, "[^a]: ") },
        Example("dollar signs") { times($0, "$a $$b ") },
        Example("tildes") { times($0, "~a ~~b ") },
        Example("terms and definitions") { times($0, "a\n: b\n\n") },
        Example("setext underlines") { times($0, "a\n=\n") },
        Example("backslashes") { times($0, "\\") },
        Example("images in images") { times($0, "![") + "a" + times($0, "](b)") },
        Example("unclosed scripts") { times($0, "<script>\n\na\n\n") },
        Example("unclosed elements of many kinds") { times($0, "<b><i><a>\n\nx\n\n") },
    ]

    /// The number of steps in the parts of the parser that look back or ahead, and of nodes. The limit of time finds what they miss.
    private func work(_ text: String) -> Int {
        var parser = BlockParser(MarkdownSyntax(math: true, definitionLists: true), documentLength: text.utf8.count)
        parser.parse(text.utf8.span)
        let (document, steps) = TreeWriter.document(of: parser)
        return parser.steps + steps + document.nodeCount
    }

    @Test("twice the input takes at most 2.5 times the work", .startsOnIdlePool, .timeLimit(.minutes(5)), arguments: examples)
    func linear(_ example: Example) {
        let (small, large) = (work(example.text(2000)), work(example.text(4000)))
        #expect(large <= small * 5 / 2 + 1000, "\(small) and \(large) steps")
    }
}
