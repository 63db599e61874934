import HTMLParsing
import TestSupport
import Testing

@Suite("A document") struct DocumentTests {
    private let page = HTMLDocument(
        parsingFragment: "<div id=a class='x  y'>one<p class=y>two</p></div><p id=b>three</p><svg><title>four</title></svg>")

    @Test("finds elements by tag, class, identifier and attribute") func finds() {
        #expect(page.elements(tag: .p).map { page.textContent(of: $0) } == ["two", "three"])
        #expect(page.elements(class: "y").map { page.textContent(of: $0) } == ["onetwo", "two"])
        #expect(page.elements(class: "").isEmpty)
        #expect(page.element(id: "b").map { page.textContent(of: $0) } == "three")
        #expect(page.element(id: "c") == nil)
        let first = page.elements(tag: .div).first
        #expect(first.flatMap { page.attribute("class", of: $0) } == "x  y")
        #expect(first.map { page.elements(tag: .p, below: $0).count } == 1)
    }

    @Test("can be edited in place without changing its copies") func edits() throws {
        var edited = page
        let paragraph = try #require(edited.element(id: "b"))
        let division = try #require(edited.element(id: "a"))
        edited.setAttribute("id", to: nil, of: paragraph)
        edited.setAttribute("lang", to: "en", of: paragraph)
        let section = edited.makeElement(.section, attributes: [HTMLAttribute(name: "title", value: "a \"b\" <c>")])
        edited.wrap(paragraph, in: section)
        edited.unwrap(division)
        let heading = edited.makeElement(.h1)
        edited.append(edited.makeText("<four>"), to: heading)
        let drawing = try #require(edited.elements(tag: .svg).first)
        edited.replace(drawing, with: heading)
        edited.insert(edited.makeComment("five"), before: heading)
        #expect(
            edited.serialized()
                == "one<p class=\"y\">two</p><section title=\"a &quot;b&quot; &lt;c&gt;\"><p lang=\"en\">three</p></section>"
                + "<!--five--><h1>&lt;four&gt;</h1>")
        #expect(page.element(id: "b") != nil)
        edited.remove(section)
        #expect(edited.elements(tag: .p).count == 1)
    }

    @Test("is written with the minimum of character references") func escapes() {
        let paragraph = "<p title=\"a&nbsp;&quot;&lt;&gt;à&amp;\" id=\"\">&nbsp;\"à&amp;&lt;&gt;&nbsp;&nbsp;</p>"
        let others =
            "<!--<&--><br><script>a<b&&c</script><template><i>t</i>u</template><x-y z=\"\"></x-y><svg viewBox=\"0\"><a></a></svg>"
        let document = HTMLDocument(parsingFragment: paragraph + others)
        #expect(document.serialized() == paragraph + others)
        #expect(document.firstChild(of: document.root).map { document.serialized($0) } == paragraph)
        #expect(HTMLDocument(parsing: "<!doctype html>a").serialized() == "<!DOCTYPE html><html><head></head><body>a</body></html>")
    }

    @Test("collects 50,000 tags that add attributes, in linear time", .startsOnIdlePool, .timeLimit(.minutes(5))) func addedAttributes() {
        let html = (0..<50_000).map { "<body a\($0)><html b\($0)>" }.joined()
        let document = HTMLDocument(parsing: html)
        #expect(document.body.map { document.attributes(of: $0).count } == 50_000)
        #expect(document.elements(tag: .html).first.map { document.attributes(of: $0).count } == 50_000)
    }
}
