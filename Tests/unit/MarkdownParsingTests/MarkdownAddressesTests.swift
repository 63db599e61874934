import Foundation
import HTMLParsing
@testable import MarkdownParsing
import TestSupport
import Testing

@Suite("Addresses in Markdown")
struct MarkdownAddressesTests {
    struct Example: CustomStringConvertible {
        let description: String
        let markdown: String
        /// The text in which `NEW` stands for each address.
        let changed: String

        init(_ description: String, _ markdown: String, _ changed: String) {
            (self.description, self.markdown, self.changed) = (description, markdown, changed)
        }
    }

    private static let examples = [
        Example("a link", "a [b](c.md) d", "a [b](NEW) d"),
        Example("a link with a title", "[b]( c.md  \"t\" )", "[b]( NEW  \"t\" )"),
        Example("a link in angle brackets", "[b](<c d.md> 't')", "[b](<NEW> 't')"),
        Example("an empty destination", "[b]() [c](<>)", "[b](NEW) [c](<NEW>)"),
        Example("parentheses and escapes", #"[b](c(d)\)e&amp;f)"#, "[b](NEW)"),
        Example("an image", "![b](c.png)", "![b](NEW)"),
        Example("an image in a link", "[![b](c.png)](d.png)", "[![b](NEW)](NEW)"),
        Example("a link in the text of an image", "![a [b](c)](d.png)", "![a [b](c)](NEW)"),
        Example("brackets in brackets", "[a [b] c](d)", "[a [b] c](NEW)"),
        Example("escaped brackets", #"\[a](b) [c\](d)"#, #"\[a](b) [c\](d)"#),
        Example(
            "code", "`[a](b)` ``<a href=c>``\n\n    [d](e)\n\n```md title=\"[f](g)\"\n[h](i)\n```\n",
            "`[a](b)` ``<a href=c>``\n\n    [d](e)\n\n```md title=\"[f](g)\"\n[h](i)\n```\n"),
        Example(
            "definitions, used and not used", "[a] ![b]\n\n[a]: c.md 'T'\n[b]:\n  <d e.png>\n[x]: y\n[a]: z\n",
            "[a] ![b]\n\n[a]: NEW 'T'\n[b]:\n  <NEW>\n[x]: NEW\n[a]: NEW\n"),
        Example("an empty definition", "[a]: <>\n", "[a]: <NEW>\n"),
        Example(
            "quotes and lists", "> - [a](b)\n>   [c](d)\n>\n>   > ![e](f)\n[g](h)\n",
            "> - [a](NEW)\n>   [c](NEW)\n>\n>   > ![e](NEW)\n[g](NEW)\n"),
        Example("tabs after markers", "-\t[a](b)\n>\t[c](d)\n", "-\t[a](NEW)\n>\t[c](NEW)\n"),
        Example("headings", "# [a](b) #\n\n[c](d)\n===\n", "# [a](NEW) #\n\n[c](NEW)\n===\n"),
        Example(
            "a table", "| [a](b) | c |\n|--|--|\n| `\\|` ![d](e) | [f](g\\|h) | [i](j) |\n",
            "| [a](NEW) | c |\n|--|--|\n| `\\|` ![d](NEW) | [f](NEW) | [i](j) |\n"),
        Example("an alert", "> [!NOTE]\n> [a](b)\n\n[!NOTE]: c\n", "> [!NOTE]\n> [a](NEW)\n\n[!NOTE]: NEW\n"),
        Example("tasks", "- [x] [a](b)\n\n[x]: c\n", "- [x] [a](NEW)\n\n[x]: NEW\n"),
        Example(
            "footnotes, also without a reference", "a[^1]\n\n[^1]: [b](c)\n[^2]: [d](e)\n", "a[^1]\n\n[^1]: [b](NEW)\n[^2]: [d](NEW)\n"),
        Example(
            "autolinks", "<https://a.example/_b> www.c.example, ana@d.example",
            "[https://a.example/\\_b](NEW) [www.c.example](NEW), [ana@d.example](NEW)"),
        Example("an autolink in a link", "[a <https://b.example> c](d)", "[a <https://b.example> c](NEW)"),
        Example(
            "inline HTML", "a <img alt=\"x > y\" src='b.png'> <a href=c>d</a> <kbd>e</kbd>",
            "a <img alt=\"x > y\" src='NEW'> <a href=\"NEW\">d</a> <kbd>e</kbd>"),
        Example(
            "a block of HTML in a quote", "> <p>\n> <img\n>   src=\"a.png\"\n>   srcset=\"b.png 1x,  c.png 2x\">\n> </p>\n",
            "> <p>\n> <img\n>   src=\"NEW\"\n>   srcset=\"NEW 1x,  NEW 2x\">\n> </p>\n"),
        Example(
            "media and their posters", "<video poster=\"a.jpg\"><source src=\"b.mp4\"></video>\n",
            "<video poster=\"NEW\"><source src=\"NEW\"></video>\n"),
        Example(
            "comments, scripts and other attributes",
            "<!-- <img src=\"a\"> -->\n\n<script>\nx = '<a href=\"b\">'\n</script>\n\n<p title=\"c.png\" href='d'>\n",
            "<!-- <img src=\"a\"> -->\n\n<script>\nx = '<a href=\"b\">'\n</script>\n\n<p title=\"c.png\" href='d'>\n"),
        Example(
            "components",
            "<Figure src=\"a.jpg\" caption=\"C\"/>\n\n<Card href='b' title=\"x\">\n\n[c](d)\n\n</Card>\n\n<Image src={e} />\n",
            "<Figure src=\"NEW\" caption=\"C\"/>\n\n<Card href='NEW' title=\"x\">\n\n[c](NEW)\n\n</Card>\n\n<Image src={e} />\n"),
        Example("a lazy image", "<img src=\"blank.gif\" data-src=\"a.png\">\n", "<img src=\"blank.gif\" data-src=\"NEW\">\n"),
        Example("all line ends", "[a](b)\r\n> [c](d)\r> [e](f)\r\n", "[a](NEW)\r\n> [c](NEW)\r> [e](NEW)\r\n"),
        Example("a byte order mark and NUL", "\u{FEFF}[a\0](b\0c) \0[d](e)", "\u{FEFF}[a\0](NEW) \0[d](NEW)"),
        Example("letters of several bytes", "ü [ä](ö.png) 日 ![本](語.png)", "ü [ä](NEW) 日 ![本](NEW)"),
    ]

    @Test("each place gets the new address, and all other bytes stay", arguments: examples)
    func places(_ example: Example) {
        let changed = MarkdownAddresses(example.markdown).replacing { _ in "NEW" } ?? example.markdown
        #expect(Array(changed.utf8) == Array(example.changed.utf8))
    }

    @Test(
        "a new address has the form that its place needs",
        arguments: [
            ("[a](b)", "c d(e.png", #"[a](c%20d\(e.png)"#),
            ("[a](b)", "c(d).png", "[a](c(d).png)"),
            ("[a](b)", "", "[a](<>)"),
            ("[a](b)", "<c>", "[a](%3Cc%3E)"),
            ("[a](b)", "?c=d&copy;&e=f", "[a](?c=d&amp;copy;&e=f)"),
            ("[a](<b c>)", "d>e(f", "[a](<d%3Ee(f>)"),
            ("[a]: b", "c d", "[a]: c%20d"),
            ("<img src=\"a\">", "b\nc", "<img src=\"b&#10;c\">"),
            ("<img src=\"a\">", "b \"c\"", "<img src=\"b &quot;c&quot;\">"),
            ("<img src='a'>", "it's", "<img src='it&#39;s'>"),
            ("<img src=a>", "b c", "<img src=\"b c\">"),
            ("<img srcset=\"a 1x, b 2x\">", "c d,", "<img srcset=\"c%20d%2C 1x, c%20d%2C 2x\">"),
            ("|a|\n|-|\n|[b](c)|", "d|e", "|a|\n|-|\n|[b](d%7Ce)|"),
            ("<https://a.example>", "b c", "[https://a.example](b%20c)"),
        ])
    func forms(_ markdown: String, _ address: String, _ changed: String) {
        #expect(MarkdownAddresses(markdown).replacing { _ in address } == changed)
    }

    @Test("an address has the uses of its references")
    func uses() throws {
        let markdown =
            "[a][x] ![b][y] [![c](d)][z]\n\n[x]: 1\n[y]: 2\n[z]: 3\n[u]: 4\n\n<a href=5><img src=6></a> <iframe src=7> <Card src=\"8\" href=\"9\"/>\n"
        let uses = Dictionary(MarkdownAddresses(markdown).list.map { ($0.text, $0.uses) }) { first, _ in first }
        #expect(
            uses == [
                "1": .link, "2": .image, "d": .image, "3": [.link, .linkAroundImage], "4": [], "5": [.link, .linkAroundImage], "6": .image,
                "7": [], "8": .mdxComponent, "9": [.mdxComponent, .link],
            ])
    }

    /// The addresses of links and images in a tree, sorted.
    private static func addresses(in document: HTMLDocument) -> [String] {
        let links = document.elements(tag: .a).filter {
            let name = document.attribute("class", of: $0)
            return name != "footnote-backref" && document.attribute("data-footnote-ref", of: $0) == nil
        }
        return
            (links.compactMap { document.attribute("href", of: $0) }
            + document.elements(tag: .img).compactMap { document.attribute("src", of: $0) }).sorted()
    }

    /// Checks a text: addresses replaced by themselves, those of the tree, and new ones.
    private static func check(_ markdown: String, _ comment: Comment, as syntax: MarkdownSyntax = .gitHub) {
        let found = MarkdownAddresses(markdown, as: syntax)
        #expect(found.replacing { $0.text } == nil, comment)
        #expect(found.splicing { _, raw in Array(raw) }.map { $0 == Array(markdown.utf8) } ?? found.list.isEmpty, comment)
        let inTree = addresses(in: HTMLDocument(parsingMarkdown: markdown, as: syntax))
        #expect(
            Set(found.list.filter { !$0.uses.isDisjoint(with: [.link, .image]) && !$0.uses.contains(.mdxComponent) }.map(\.text))
                == Set(inTree), comment)
        // Each address in its place anew: the text then means the same.
        let written = found.splicing { place, raw in
            if case .bare = place.form { return nil }
            return place.written(place.text, in: raw)
        }
        if let written {
            let text = String(decoding: written, as: UTF8.self)
            #expect(addresses(in: HTMLDocument(parsingMarkdown: text, as: syntax)) == inTree, comment)
        }
        let changed = found.replacing { "https://new.example/" + String($0.range.lowerBound) }
        guard let changed else { return }
        let places = found.list.count {
            !$0.uses.isDisjoint(with: [.link, .image]) && !$0.uses.contains(.mdxComponent) && !$0.isInLink
        }
        let new = Set(addresses(in: HTMLDocument(parsingMarkdown: changed, as: syntax)).filter { $0.hasPrefix("https://new.example/") })
        #expect(new.count >= places, comment)
    }

    @Test(
        "CommonMark's examples: the addresses are those of the tree, and in their places",
        .needs(SharedData.exists("commonmark/spec.json"), "needs the shared test data"))
    func specification() throws {
        let examples = try JSONDecoder().decode(
            [SpecificationTests.SpecificationExample].self, from: SharedData.read("commonmark/spec.json"))
        for example in examples {
            Self.check(example.markdown, "example \(example.example): \(example.markdown)", as: .commonMark)
            let quoted = example.markdown.split(separator: "\n", omittingEmptySubsequences: false).map { "> - " + $0 }.joined(
                separator: "\r\n")
            Self.check(quoted, "example \(example.example) in quotes")
        }
    }

    @Test("the project's pages: the addresses are those of the tree, and in their places")
    func pages() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs").standardized
        let pages = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
            $0.pathExtension == "md"
        }
        #expect(pages.count > 10)
        for page in pages { Self.check(try String(contentsOf: page, encoding: .utf8), "\(page.lastPathComponent)") }
    }

    @Test("a text that is cut anywhere has places inside of it", arguments: examples)
    func cut(_ example: Example) {
        let scalars = Array(example.markdown.unicodeScalars)
        for count in scalars.indices {
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars[..<count])
            let found = MarkdownAddresses(text)
            #expect(found.list.allSatisfy { $0.range.upperBound <= text.utf8.count }, "\(text)")
            #expect(found.replacing { $0.text } == nil)
        }
    }

    private static let hostile: [(String, @Sendable (Int) -> String)] = [
        ("links", { String(repeating: "[a](b) ", count: $0) }),
        ("one definition with many references", { "[a]: b\n\n" + String(repeating: "[![a]][a] ", count: $0) }),
        ("definitions", { count in (0..<count).map { "[\($0)]: u\n" }.joined() }),
        ("a cell with many bars", { "|a|\n|-|\n|" + String(repeating: "\\|[a](b\\|c)", count: $0) }),
        ("alerts", { "> [!NOTE]\n" + String(repeating: "> a\n>\n", count: $0) }),
        ("tags without an end", { "<div>" + String(repeating: "<a href='b' ", count: $0) }),
        ("comments without an end", { "<div>" + String(repeating: "<!-- <a href=b>", count: $0) }),
        ("raw text without an end", { "<div>" + String(repeating: "<textarea><a href=b>", count: $0) }),
        ("attributes in one tag", { count in "<img" + (0..<count).map { " a\($0)=\"b\"" }.joined() + ">" }),
        ("a list of candidates", { "<img srcset=\"" + String(repeating: "a 1x, (", count: $0) + "\">" }),
        ("NUL", { String(repeating: "\0[a](\0) ", count: $0) }),
    ]

    @Test("a long text takes seconds at most", .startsOnIdlePool, .timeLimit(.minutes(2)), arguments: hostile.indices)
    func linear(_ index: Int) {
        let text = Self.hostile[index].1(40_000)
        let found = MarkdownAddresses(text)
        #expect(found.replacing { $0.text } == nil)
        #expect(zip(found.list, found.list.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    }
}
