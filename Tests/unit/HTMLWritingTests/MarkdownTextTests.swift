import HTMLParsing
import HTMLWriting
import Testing

@Suite("Text in Markdown") struct MarkdownTextTests {
    @Test(
        "is not taken for markup",
        arguments: [
            ("(a<9a@b.c>", "(a\\<9a@b.c>"), ("1. one", "1\\. one"), ("# x", "\\# x"), ("a*b*", "a\\*b\\*"), ("5 < 7", "5 < 7"),
            ("snake_case", "snake_case"),
            ("&copy;", "\\&copy;"), ("- x", "\\- x"), ("<b>", "\\<b>"),
        ])
    func escaping(_ text: String, _ markdown: String) {
        var document = HTMLDocument()
        let paragraph = document.makeElement(.p)
        document.append(document.makeText(text), to: paragraph)
        document.append(paragraph, to: document.root)
        #expect(MarkdownWriter().string(of: document) == markdown + "\n")
    }
}
