import Foundation
import MarkdownParsing
import TestSupport
import Testing

@Suite("Texts that are Markdown beyond doubt")
struct DetectionTests {
    @Test(
        "marks of three kinds, or front matter",
        arguments: [
            "# Hello\n\nSome **bold** and [link](https://e.org/)",
            "---\ntitle: A\n---\n\nText",
            "+++\ntitle = \"A\"\n+++\n",
            "Run `a`:\n\n```sh\na\n```\n",
            "| a | b |\n| --- | --- |\n| `1` | 2 |\n",
            "## Tasks\n\n- [ ] **one**\n",
        ])
    func markdown(_ text: String) { #expect(MarkdownDetection.isSurelyMarkdown(text)) }

    @Test(
        "HTML, mail and plain text are not",
        arguments: [
            "", "Hello **world**", "* a\n* b", "# a comment\nkey = value", "<p>Some **bold** and `code`\n\n# Heading</p>",
            "Text<br>\n\n# a\n\n**b** [c](https://d.org/)", "> On Monday, A wrote:\n> *yes*\n\n-- \nB", "{\"a\": \"# b\\n\\n**c**\"}",
            "Hi,\n\n    # root prompt\n    ```\n\nsee [1].\n\n[1]: https://a.org/\n", "<!-- a -->\n# b\n\n**c** `d` [e](https://f.org/)",
        ])
    func other(_ text: String) { #expect(!MarkdownDetection.isSurelyMarkdown(text)) }

    @Test(
        "no page, mail or text of the shared data is",
        .needs(SharedData.exists("emails"), "needs the shared test data"))
    func sharedData() throws {
        let folders = ["emails", "web", "cases/html", "cases/mail", "cases/encodings", "threads"]
        let kinds = ["html", "htm", "eml", "txt", "mbox", "json"]
        let files = folders.flatMap { folder in kinds.flatMap { SharedData.files(below: folder, $0) } }
        #expect(files.count > 200)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            let isMarkdown = MarkdownDetection.isSurelyMarkdown(bytes.span)
            #expect(!isMarkdown, "\(file.path)")
        }
    }
}
