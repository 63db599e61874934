import Foundation
import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Published examples", .needs(MarkdownReader.areInstalled, "needs cmark and cmark-gfm"))
struct MarkdownSuiteTests {
    struct SpecificationExample: Decodable {
        let example: Int
        let html: String
    }

    struct TurndownCase: Decodable {
        let index: Int
        let name: String
        let html: String
        let markdown: String
    }

    private static let isSpecificationThere = SharedData.exists("commonmark/spec.json")
    private static let areCasesThere = SharedData.exists("markdown-cases/turndown.json")

    @Test(
        "CommonMark's examples come back as they were, and a second time as the same Markdown",
        .needs(isSpecificationThere, "needs the shared test data"))
    func roundTrip() async throws {
        let reader = try #require(MarkdownReader.commonMark)
        let examples = try JSONDecoder().decode([SpecificationExample].self, from: SharedData.read("commonmark/spec.json"))
            .filter { isMarkdown($0.html) }
        #expect(examples.count == 582)
        for example in examples {
            let written = markdown(example.html)
            let back = try await reader.html(written)
            #expect(HTMLOutline(back) == HTMLOutline(example.html), "example \(example.example)")
            #expect(markdown(back) == written, "example \(example.example), second time")
        }
    }

    /// Whether Markdown has syntax for all elements and attributes of the HTML.
    private func isMarkdown(_ html: String) -> Bool {
        let document = HTMLDocument(parsingFragment: html)
        let attributes: [HTMLTag: Set<String>] = [
            .p: [], .h1: [], .h2: [], .h3: [], .h4: [], .h5: [], .h6: [], .blockquote: [], .ul: [], .ol: ["start"], .li: [], .pre: [],
            .code: ["class"], .em: [], .strong: [], .a: ["href", "title"], .img: ["src", "alt", "title"], .br: [], .hr: [],
        ]
        for node in document.descendants(of: document.root) {
            switch document.kind(of: node) {
            case .element:
                guard let allowed = attributes[document.tag(of: node)] else { return false }
                if document.attributes(of: node).contains(where: { !allowed.contains($0.name) }) { return false }
                // The parser writes the language of a code block as a class.
                if let name = document.attribute("class", of: node), !name.hasPrefix("language-") { return false }
                if document.parent(of: node) == document.root, [.em, .strong, .a, .img, .code, .br].contains(document.tag(of: node)) {
                    return false
                }
            case .text:
                let isBlank = document.text(of: node).allSatisfy(\.isWhitespace)
                if document.parent(of: node) == document.root, !isBlank { return false }
            default: return false
            }
        }
        // Skip HTML with parse errors: Markdown does not produce it.
        return HTMLOutline(html) == HTMLOutline(document.serialized()) && html.filter { $0 == "<" }.count == tags(document)
    }

    private func tags(_ document: HTMLDocument) -> Int {
        document.descendants(of: document.root).reduce(0) { count, node in
            guard document.kind(of: node) == .element else { return count }
            return count + ([.br, .hr, .img].contains(document.tag(of: node)) ? 1 : 2)
        }
    }

    @Test(
        "another converter's cases render to the same HTML, but for differences of taste",
        .needs(areCasesThere, "needs the shared test data"))
    func turndownCases() async throws {
        let reader = try #require(MarkdownReader.commonMark)
        let cases = try JSONDecoder().decode([TurndownCase].self, from: SharedData.read("markdown-cases/turndown.json"))
        var different: [String] = []
        for example in cases {
            let ours = HTMLOutline(try await reader.html(markdown(example.html)), keepsTightness: false)
            let theirs = HTMLOutline(try await reader.html(example.markdown), keepsTightness: false)
            if ours != theirs { different.append("\(example.index) \(example.name)") }
        }
        // The exceptions have line ends in titles, `pre` without `code`, or a `div` without a margin, which is a line here.
        #expect(
            different == [
                "35 img with new lines in title", "41 a with multiline title", "57 escaping ~~~", "75 multiple divs", "76 multiple divs",
                "86 blank block elements", "88 whitespace between blocks", "121 non-markdown block elements",
            ])
    }

    @Test(
        "another converter's golden files render to the same HTML where both write the same parts of a page",
        .needs(SharedData.exists("markdown-cases/html-to-markdown"), "needs the shared test data"))
    func goldenFiles() async throws {
        let reader = try #require(MarkdownReader.gitHub)
        var same: [String] = []
        let files = SharedData.files(below: "markdown-cases/html-to-markdown", "html")
        for file in files {
            let name = file.deletingPathExtension().deletingPathExtension()
            let theirs = String(decoding: try Data(contentsOf: name.appendingPathExtension("out.md")), as: UTF8.self)
            let ours = markdown(String(decoding: try Data(contentsOf: file), as: UTF8.self))
            let (ourPage, theirPage) = (try await reader.html(ours), try await reader.html(theirs))
            if HTMLOutline(ourPage, keepsTightness: false) == HTMLOutline(theirPage, keepsTightness: false) {
                same.append(name.lastPathComponent)
            }
        }
        // In the other cases the converter keeps comments, pads spans, or joins the blocks of a link or cell to one line.
        #expect(files.count == 14)
        #expect(same == ["strikethrough", "email"])
    }

    @Test(
        "e-mails and pages are written the same from their own Markdown",
        .needs(SharedData.exists("emails/html"), "needs the shared test data"))
    func realDocumentsAreStable() async throws {
        let reader = try #require(MarkdownReader.gitHub)
        var unstable: [String] = []
        let files = SharedData.files(below: "emails/html", "html")
        for file in files {
            let html = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            let written = markdown(html)
            // The GFM parser turns bare URLs into links and percent-encodes some characters of other addresses.
            let second = markdown(try await reader.html(written)).removingPercentEncoding
            if second != written.removingPercentEncoding { unstable.append(file.lastPathComponent) }
        }
        #expect(files.count > 20)
        // Bare URLs, which the parser turns into links.
        #expect(
            unstable == [
                "outlook_forward.html", "hotmail.html", "ms_outlook_2003.html", "ms_outlook_2010.html", "reply-separated-by-hr.html",
            ])
    }
}
