import Foundation
import HTMLParsing
import HTMLSupport
import MarkdownParsing
import TestSupport
import Testing

@Suite("CommonMark's examples")
struct SpecificationTests {
    struct SpecificationExample: Decodable {
        let example: Int
        let section: String
        let markdown: String
        let html: String
    }

    @Test(
        "each example has the tree of its HTML, with GitHub's extensions, too, where they change nothing",
        .needs(SharedData.exists("commonmark/spec.json"), "needs the shared test data"))
    func examples() throws {
        let examples = try JSONDecoder().decode([SpecificationExample].self, from: SharedData.read("commonmark/spec.json"))
        #expect(examples.count >= 652)
        var changed: [Int] = []
        for example in examples {
            // The line end after an element that nothing closes would be in a copy of that element.
            let expected = [HTMLOutline(example.html), HTMLOutline(String(example.html.dropLast()))]
            #expect(
                expected.contains(HTMLOutline(HTMLDocument(parsingMarkdown: example.markdown, as: .commonMark))),
                "example \(example.example), \(example.section): \(example.markdown.debugDescription)")
            if !expected.contains(HTMLOutline(HTMLDocument(parsingMarkdown: example.markdown))) { changed.append(example.example) }
        }
        // Addresses that CommonMark does not link.
        #expect(changed == [604, 608, 610, 613, 614])
    }

    @Test(
        "line ends of all kinds, and a missing one, make no difference",
        .needs(SharedData.exists("commonmark/spec.json"), "needs the shared test data"))
    func lineEnds() throws {
        let examples = try JSONDecoder().decode([SpecificationExample].self, from: SharedData.read("commonmark/spec.json"))
        for example in examples {
            let tree = TreeDump.dump(HTMLDocument(parsingMarkdown: example.markdown))
            for end in ["\r\n", "\r"] {
                let markdown = example.markdown.replacingOccurrences(of: "\n", with: end)
                #expect(TreeDump.dump(HTMLDocument(parsingMarkdown: markdown)) == tree, "example \(example.example)")
            }
            let isRaw = example.section == "HTML blocks"
            let markdown = example.markdown.hasSuffix("\n") && !isRaw ? String(example.markdown.dropLast()) : example.markdown
            #expect(TreeDump.dump(HTMLDocument(parsingMarkdown: markdown)) == tree, "example \(example.example) without its last line end")
        }
    }
}
