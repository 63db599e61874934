import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Text that looks like Markdown") struct MarkdownEscapingTests {
    static let escaped = [
        WriterExample("emphasis", in: "<p>*a* and _b_", out: #"\*a\* and \_b\_"#),
        WriterExample("a heading", in: "<p># a", out: ##"\# a"##),
        WriterExample("a quote", in: "<p>&gt; a", out: #"\> a"#),
        WriterExample("bullets", in: "<p>- a<p>+ b<p>* c", out: "\\- a\n\n\\+ b\n\n\\* c"),
        WriterExample("numbers of a list", in: "<p>1. a<p>12) b", out: "1\\. a\n\n12\\) b"),
        WriterExample("thematic breaks", in: "<p>---<p>* * *<p>___", out: "\\---\n\n\\* * *\n\n\\___"),
        WriterExample("an underline of a heading", in: "<p>a<br>===<p>b<br>---", out: "a\\\n\\===\n\nb\\\n\\---"),
        WriterExample("fences", in: "<p>~~~ a<p>``` b", out: "\\~~~ a\n\n\\`\\`\\` b"),
        WriterExample("code", in: "<p>`a` b", out: #"\`a\` b"#),
        WriterExample("a link", in: "<p>[a](b)", out: #"[a\](b)"#),
        WriterExample("a definition", in: "<p>[a]: b", out: #"[a\]: b"#),
        WriterExample("an image from a mark and a link", in: "<p>!<a href=u>a</a>", out: #"\![a](u)"#),
        WriterExample("a tag", in: "<p>&lt;b>a&lt;/b> &lt;!-- b", out: #"\<b>a\</b> \<!-- b"#),
        WriterExample("a mail address in angle brackets", in: "<p>&lt;1@b.c> &lt;-d@e.f> &lt;3", out: ##"\<1@b.c> \<-d@e.f> <3"##),
        WriterExample("a character reference", in: "<p>&amp;copy; &amp;#35;", out: #"\&copy; \&#35;"#),
        WriterExample("a backslash before punctuation", in: #"<p>\* a\"#, out: #"\\* a\\"#),
        WriterExample("a delimiter row", in: "<p>a | b<br>- | -<br>| - |", out: "a | b\\\n\\- | -\\\n\\| - |"),
        WriterExample("number signs at the end of a heading", in: "<h2>a ##</h2>", out: "## a \\##"),
        WriterExample("a box of a task", in: "<ul><li>[x] a", out: #"- \[x] a"#),
        WriterExample("brackets inside a link", in: "<a href=u>[1]</a>", out: #"[\[1\]](u)"#),
        WriterExample("bars in a cell", in: "<table><tr><th>a|b<th><code>c|d</code></table>", out: "| a\\|b | `c\\|d` |\n| --- | --- |"),
        WriterExample("an address with emphasis in it", in: "<p>http://a.b/_c_ www.a.b/*d*", out: #"http\://a.b/\_c\_ www\.a.b/\*d\*"#),
    ]

    @Test("gets a backslash where it would be read as such", arguments: escaped)
    func escapes(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }

    static let plain = [
        "5 * 3 = 15", "a lone * star", "snake_case_name", "#hashtag", "In 1984.", "-1 and +1", "a > b", "3 < 4", "AT&T & b", "~5 minutes",
        "C:\\temp", "(a) [b] {c}", "Hello!", "a = b", "3.5", "http://a.b/c_d?e=f&g=h", "www.example.com", "a ` lone backtick", "=", "2 - 1",
        ":-)",
        "| a", "\"quoted\"", "$5.00",
    ]

    @Test("stays unchanged where no parser would misread it", arguments: plain)
    func leavesAlone(_ text: String) {
        #expect(markdown("<p>\(escapedForHTML(text))") == text)
    }
}

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
