import HTMLParsing
import TestSupport
import Testing

@Suite("Empty tags of XHTML") struct EmptyTagTests {
    /// Parses a body behind a head.
    private static func body(_ html: String, prolog: String = "<?xml version='1.0'?>", contentType: String? = nil) -> String? {
        let bytes = Array(
            (prolog + "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><body>" + html + "</body></html>").utf8)
        guard let document = HTMLDocument.parse(sniffing: bytes.span, contentType: contentType)?.document else { return nil }
        return document.body.map { document.serialized($0) }
    }

    @Test(
        "end their elements",
        arguments: [
            ("<p>First.</p>", "<p>First.</p>"),
            ("<script src='x'/><style/><p>a</p>", "<script src=\"x\"></script><style></style><p>a</p>"),
            ("<p><a id='x'/>a<b/>b<textarea/>c</p>", "<p><a id=\"x\"></a>a<b></b>b<textarea></textarea>c</p>"),
            ("<iframe src='x'/><noscript/><xmp/>a", "<iframe src=\"x\"></iframe><noscript></noscript><xmp></xmp>a"),
            ("<div/><p/><br/>a<hr/><dl><dt/><dd>b</dd></dl>", "<div></div><p></p><br>a<hr><dl><dt></dt><dd>b</dd></dl>"),
            ("<table><tr><td/><td>a</td></tr><tr/></table>", "<table><tbody><tr><td></td><td>a</td></tr><tr></tr></tbody></table>"),
            ("<svg><g/><path/></svg><x-y/>a", "<svg><g></g><path></path></svg><x-y></x-y>a"),
            ("<select><option/><option>a</option></select><pre/>\nb", "<select><option></option><option>a</option></select><pre></pre>\nb"),
        ])
    func ends(_ html: String, _ tree: String) throws {
        #expect(Self.body(html) == "<body>" + tree + "</body>")
        #expect(
            Self.body(html, prolog: "<!DOCTYPE html>", contentType: "Application/xhtml+xml; charset=utf-8") == "<body>" + tree + "</body>")
    }

    @Test("end nothing in HTML")
    func html() {
        #expect(Self.body("<p>First.</p>", prolog: "") == "<body></body>")
        #expect(HTMLDocument(parsingFragment: "<b/>a").serialized() == "<b>a</b>")
    }

    @Test("end their elements in any encoding, and in pieces")
    func encodings() {
        let text = "<?xml version='1.0'?><title/><p>a"
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] }
        let document = HTMLDocument.parse(sniffing: bytes.span)?.document
        #expect(document.map { $0.textContent(of: $0.root) } == "a")
        var parser = HTMLParser(options: HTMLParserOptions(closesEmptyTags: true))
        for byte in text.utf8 { parser.feed([byte].span) }
        let pieces = parser.finish()
        #expect(pieces.textContent(of: pieces.root) == "a")
    }
}
