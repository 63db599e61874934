import HTMLParsing
import TestSupport
import Testing

@Suite("Links inside a sanitised document") struct LinkTargetTests {
    static let links = [
        SanitizerExample(
            name: "lead to the IDs of headings", html: "<a href=#a>x</a><h2 id=a>y</h2>",
            safe: ##"<a href="#m-a" rel="noopener">x</a><h2 id="m-a">y</h2>"##),
        SanitizerExample(
            name: "lead to any element, and back", html: "<p id=r><a href=' #n '>1</a></p><ol><li id=n>z <a href=#r>back</a></ol>",
            safe:
                ##"<p id="m-r"><a href="#m-n" rel="noopener">1</a></p><ol><li id="m-n">z <a href="#m-r" rel="noopener">back</a></li></ol>"##
        ),
        SanitizerExample(
            name: "lead to named anchors", html: "<a href=#old>x</a><a name=old>y</a>",
            safe: ##"<a href="#m-old" rel="noopener">x</a><a id="m-old">y</a>"##),
        SanitizerExample(
            name: "are percent-encoded where their IDs are not", html: "<a href=#%C3%BC>x</a><p id=ü>y</p>",
            safe: ##"<a href="#m-%C3%BC" rel="noopener">x</a><p id="m-ü">y</p>"##),
        SanitizerExample(
            name: "keep a prefix", html: "<a href=#m-a>x</a><p id=m-a>y</p>",
            safe: ##"<a href="#m-a" rel="noopener">x</a><p id="m-a">y</p>"##),
        SanitizerExample(
            name: "become text where their target is missing", html: "<a href=#a>x</a><p id=b>y</p>", safe: "<a>x</a><p>y</p>"),
        SanitizerExample(
            name: "become text where their target is dropped",
            html: "<a href=#a>x</a><a href=#b>y</a><a href=#c>z</a><form id=a>f</form><p id=b hidden>h</p><iframe id=c></iframe>",
            safe: "<a>x</a><a>y</a><a>z</a>\nf\n"),
        SanitizerExample(
            name: "may lead to the top", html: "<a href=#>x</a><a href=#Top>y</a>",
            safe: ##"<a href="#" rel="noopener">x</a><a href="#Top" rel="noopener">y</a>"##),
        SanitizerExample(
            name: "lead to the first of several elements with one ID", html: "<a href=#a>x</a><p id=a>1</p><p id=a>2</p><h1 id=m-a>3</h1>",
            safe: ##"<a href="#m-a" rel="noopener">x</a><p id="m-a">1</p><p>2</p><h1>3</h1>"##),
        SanitizerExample(
            name: "give no name to a property of the page",
            html: "<a href=#cookie>x</a><img id=cookie name=body src=a><a id=location href=#location>y</a><h1 id=createElement>z</h1>",
            safe:
                ##"<a href="#m-cookie" rel="noopener">x</a><img src="a" id="m-cookie"><a href="#m-location" id="m-location" rel="noopener">y</a>"##
                + #"<h1 id="m-createElement">z</h1>"#),
        SanitizerExample(
            name: "have no way out of their attribute", html: "<a href='#a&quot;onclick=b'>x</a><p id='a&quot;onclick=b'>y</p>",
            safe: ##"<a href="#m-a&quot;onclick=b" rel="noopener">x</a><p id="m-a&quot;onclick=b">y</p>"##),
    ]

    @Test("keep their targets", arguments: links) func follows(_ example: SanitizerExample) {
        for profile in [HTMLSanitizerProfile.article, .email] {
            let sanitizer = HTMLSanitizer(profile: profile)
            let output = sanitizer.sanitized(HTMLDocument(parsing: example.html))
            #expect(output.serialized() == example.safe)
            #expect(sanitizer.sanitized(output).serialized() == example.safe)
        }
    }

    @Test("stay as they are, without IDs, where the page around them has the targets") func leaves() {
        let sanitizer = HTMLSanitizer(profile: .article, innerLinks: .leave)
        let output = sanitizer.sanitized(HTMLDocument(parsing: "<a href=#content>x</a><h1 id=content>y</h1>"))
        #expect(output.serialized() == ##"<a href="#content" rel="noopener">x</a><h1>y</h1>"##)
    }

    @Test("take time in proportion to the document", .startsOnIdlePool, .timeLimit(.minutes(1))) func linear() {
        let many = 20_000
        let texts = [
            (0..<many).map { "<a href=#a\($0)>x</a><p id=a\($0)>y</p>" }.joined(),
            String(repeating: "<a href=#a>x</a><p id=a>y</p>", count: many),
            "<a href=#\(String(repeating: "%41", count: many))>x</a>" + String(repeating: "<b id=a>", count: many),
            String(repeating: "<a href=#a id=a><table><tr><td>", count: 2_000),
        ]
        for text in texts {
            let output = HTMLSanitizer(profile: .article).sanitized(HTMLDocument(parsing: text))
            #expect(!output.elements(tag: .a).isEmpty)
        }
    }
}
