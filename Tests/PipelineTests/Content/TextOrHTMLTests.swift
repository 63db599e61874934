import HTMLParsing
import Pipeline
import Testing

@Suite("Bodies of messages") struct TextOrHTMLTests {
    static let html = [
        "<p>a", "a<br>b", "<html><body>Thanks, Bob</body></html>", " \n<!DOCTYPE html>a", "<HTML>a", "<head></head>a",
        "\u{FEFF}<Body bgcolor=red>a",
    ]
    static let text = [
        "", "a", "a <b@example.com>", "<body@example.com> wrote", "<html", "1 < 2 && 3 > 2", "see <html>", "<http://example.com/>",
    ]

    @Test("are HTML if they hold elements, or begin as pages do", arguments: html.map { ($0, true) } + text.map { ($0, false) })
    func tells(_ body: String, isHTML: Bool) {
        #expect(HTMLDocument(parsing: body).isHTML(body) == isHTML)
        #expect(HTMLDocument(parsingFragment: body).isHTML(body) == isHTML)
    }

    @Test("in plain text are shown line by line")
    func shows() {
        let body = "a <b@example.com>\n c"
        #expect(HTMLDocument(textOrHTML: body).serialized() == "<div style=\"white-space:pre-wrap\">a &lt;b@example.com&gt;\n c</div>")
        #expect(HTMLDocument(textOrHTML: "<i>a").serialized() == "<i>a</i>")
    }
}
