import HTMLParsing
import Testing

struct SanitizerExample: CustomTestStringConvertible {
    let name: String
    var profile = HTMLSanitizerProfile.email
    var images = HTMLSanitizer.RemoteImages.keep
    let html: String
    let safe: String
    var testDescription: String { name }
}

@Suite("The sanitiser") struct SanitizerTests {
    static let elements = [
        SanitizerExample(name: "drops scripts and styles with their content", html: "a<script>b</script><style>c</style>d", safe: "ad"),
        SanitizerExample(
            name: "shows which box is checked", html: "<ul><li><input type=checkbox checked> a<li><input type=CheckBox> b</ul>",
            safe: "<ul><li>\u{2611} a</li><li>\u{2610} b</li></ul>"),
        SanitizerExample(name: "keeps the content of unknown elements", html: "<x-y>a<b>c</b></x-y>", safe: "a<b>c</b>"),
        SanitizerExample(
            name: "drops comments, frames and form controls", html: "<!--x--><iframe>y</iframe><form>z<input></form>", safe: "\nz\n"),
        SanitizerExample(name: "keeps the body of a page", html: "<!doctype html><title>t</title><body><p>x", safe: "<p>x</p>"),
        SanitizerExample(
            name: "drops drawings, keeps the text of formulas", html: "<svg><text>a</text></svg><math><mi>x</mi></math>", safe: "x"),
        SanitizerExample(
            name: "produces a tree that parses into itself", html: "<p><x-y><div>a</div></x-y>b", safe: "<p></p><div>a</div>b"),
        SanitizerExample(
            name: "keeps neither headings nor images in the text profile", profile: .text,
            html: "<h1>a</h1><img src=b><p style='color:red'>c", safe: "\na\n<p>c</p>"),
        SanitizerExample(
            name: "separates the words of unwrapped cells and headings", profile: .text,
            html: "<table><tr><td>a</td><td>b</td></tr></table>c<h2>d</h2>e<x-y>f</x-y>g", safe: "\n\n\na\n\nb\n\n\nc\nd\nefg"),
        SanitizerExample(
            name: "keeps figures but no styling in articles", profile: .article,
            html: "<figure><img src=b style='color:red'></figure><font>x",
            safe: #"<figure><img src="b"></figure>x"#),
    ]
    static let addresses = [
        SanitizerExample(
            name: "removes script URLs from links",
            html: "<a href='java\nscript:x'>a</a><a href=vbscript:x>b</a><a href=' data:text/html,x'>c</a>",
            safe: "<a>a</a><a>b</a><a>c</a>"),
        SanitizerExample(
            name: "keeps web, mail, telephone and relative URLs",
            html: "<a href=HTTPS://x>a</a><a href=mailto:x>b</a><a href=tel:1>c</a><a href=d:e>d</a><a href=/f:g>f</a>",
            safe: #"<a href="HTTPS://x" rel="noopener">a</a><a href="mailto:x" rel="noopener">b</a><a href="tel:1" rel="noopener">c</a>"#
                + #"<a>d</a><a href="/f:g" rel="noopener">f</a>"#),
        SanitizerExample(
            name: "keeps raster images in data URLs, but no SVG",
            html: "<img src='data:image/png;base64,AA'><img src='data:image/svg+xml,x' alt=s>",
            safe: #"<img src="data:image/png;base64,AA"><img alt="s">"#),
        SanitizerExample(
            name: "blocks remote images", images: .block, html: "<img src=http://x/y alt=z><img src=//x><img src=cid:1><img src=local>",
            safe: #"<img data-remote-src="http://x/y" alt="z"><img data-remote-src="//x"><img src="cid:1"><img src="local">"#),
        SanitizerExample(
            name: "sends remote images through a proxy", images: .rewrite(prefix: "https://p/?u="), html: "<img src='http://x/ä?a=1'>",
            safe: #"<img src="https://p/?u=http%3A%2F%2Fx%2F%C3%A4%3Fa%3D1">"#),
    ]
    static let styles = [
        SanitizerExample(
            name: "reads a quote with a combining accent as browsers do",
            html: "<p style=\"font-family:'a'&#x300;;position:fixed;background:url(https://x/y);z:'\">x", safe: "<p>x</p>"),
        SanitizerExample(
            name: "drops negative lengths, shadows and overlong values",
            html:
                "<p style='letter-spacing:-9px;text-shadow:5px 5px red;margin:0 -.5em;width:\(String(repeating: "1", count: 2000))px;color:red'>x",
            safe: #"<p style="color:red">x</p>"#),
        SanitizerExample(
            name: "drops values that can evaluate to a negative length",
            html: """
                <p style='margin:0-9999px;margin:calc(0px - 9999px);margin:0 calc(1%-9px);margin:calc(0px -9px);margin:-(9px);margin:0/**/-9px;\
                margin:calc(-infinity * 1px);margin:calc(1px * -INFINITY);margin:+-9px;margin:1--9px;text-indent:0 -.5em;color:red'>x
                """,
            safe: #"<p style="color:red">x</p>"#),
        SanitizerExample(
            name: "keeps hyphens in keywords",
            html: "<p style='font-family:Sans-Serif,Neue-55,\"A-1 B\";height:calc(1em + 2px);display:-webkit-box'>x",
            safe: #"<p style="font-family:Sans-Serif,Neue-55,&quot;A-1 B&quot;; height:calc(1em + 2px); display:-webkit-box">x</p>"#),
        SanitizerExample(
            name: "keeps harmless declarations", html: "<p style='COLOR : Red!important;margin: 0 auto;font-family:\"A B\",serif'>x",
            safe: #"<p style="color:Red!important; margin:0 auto; font-family:&quot;A B&quot;,serif">x</p>"#),
        SanitizerExample(
            name: "drops declarations that fetch, hide or run something",
            html:
                "<p style='background:url(x);position:fixed;color:expression(1);width:\\65;margin:-9px;color:red/**/;height:calc(1px + 2px)'>x",
            safe: #"<p style="color:red; height:calc(1px + 2px)">x</p>"#),
        SanitizerExample(
            name: "is not misled by strings", html: "<p style='font-family:\";color:red;\";width:1px'>x",
            safe: #"<p style="width:1px">x</p>"#),
    ]

    static let hidden = [
        "display:none", "display: NONE !important", "visibility:hidden", "opacity:0", "opacity:.0", "max-height:0;overflow:hidden",
        "max-height:0px; font-size:0", "font-size:0", "font-size:0px;line-height:0", "mso-hide:all;display:none",
        "display:/*x*/none", "display/**/:none/*", "display:none!important;display:block",
        "visibility:hidden ! important;visibility:visible",
    ]

    @Test("drops hidden content unless the profile keeps the hiding style", arguments: hidden, HTMLSanitizerProfile.allCases)
    func hides(_ style: String, _ profile: HTMLSanitizerProfile) {
        let sanitizer = HTMLSanitizer(profile: profile)
        // The e-mail profile keeps most of these styles.
        for tag in ["div", "x-y", "form"] {
            let output = sanitizer.sanitized(HTMLDocument(parsing: "<\(tag) style='\(style)'><p>h</p>h</\(tag)><p>a</p>"))
            let bytes = output.textBytes
            let isHidden = output.elements(tag: .div).contains { node in
                let style = HTMLInlineStyle(of: node, in: output, bytes: bytes)
                return style?.isHidden == true || style?.isVisible == false || style?.hasZeroTextSize == true
            }
            #expect(isHidden || !output.textContent(of: output.root).contains("h"), "\(output.serialized())")
            #expect(output.textContent(of: output.root).contains("a"))
        }
    }

    static let shown = [
        SanitizerExample(
            name: "drops content hidden by the attribute hidden", html: "<div hidden>h</div><p hidden=until-found>h</p>a", safe: "a"),
        SanitizerExample(
            name: "keeps content that only Outlook hides", profile: .article,
            html: "<div style='mso-hide:all'><a href=https://x>Buy</a></div>",
            safe: #"<div><a href="https://x" rel="noopener">Buy</a></div>"#),
        SanitizerExample(
            name: "keeps text with a size inside text without one", profile: .text,
            html: "<div style='font-size:0'>h<p style='font-size:12px'>a</p>h</div>",
            safe: "<div><p>a</p></div>"),
        SanitizerExample(
            name: "keeps visible elements inside hidden ones", profile: .text,
            html:
                "<div style='visibility:hidden'>h<p>h<b style='visibility:visible'>a<i style=visibility:collapse>h</i></b></p>h<p>h</p></div>",
            safe: "<div><p><b>a</b></p></div>"),
        SanitizerExample(
            name: "keeps images in text without size", profile: .article, html: "<div style='font-size:0'><img src=a> h",
            safe: #"<div><img src="a"></div>"#),
        SanitizerExample(
            name: "turns preserved line feeds into line breaks", profile: .text,
            html: "<div style='white-space:pre-wrap'>a\n\n b<pre>c\nd</pre></div>",
            safe: "<div>a<br><br> b<pre>c\nd</pre></div>"),
        SanitizerExample(
            name: "adds no line breaks between table rows", profile: .article,
            html: "<div style='white-space:pre-line'><table>\n<tr>\n<td>a\nb</td></tr></table></div>",
            safe: "<div><table>\n<tbody><tr>\n<td>a<br>b</td></tr></tbody></table></div>"),
        SanitizerExample(
            name: "keeps hidden content together with its hiding style", html: "<p style='display:none;position:fixed'>h</p>a",
            safe: #"<p style="display:none">h</p>a"#),
        SanitizerExample(
            name: "drops content hidden by a style that it drops", html: "<p style='max-height:0;overflow:hidden'>h</p>a", safe: "a"),
    ]

    @Test("produces the expected safe HTML", arguments: elements + addresses + styles + shown)
    func sanitizes(_ example: SanitizerExample) {
        let sanitizer = HTMLSanitizer(profile: example.profile, remoteImages: example.images)
        let output = sanitizer.sanitized(HTMLDocument(parsing: example.html))
        #expect(output.serialized() == example.safe)
        #expect(sanitizer.sanitized(output).serialized() == example.safe)
    }

    @Test("gives what a new sanitiser gives, whatever styles it has seen, also on several threads")
    func knownStyles() async {
        let sanitizer = HTMLSanitizer(profile: .email, styleSheets: .scoped(to: "#own"))
        let styles = (0..<1_500).map { "width:\($0 % 700)px;position:fixed;" + ["display:none", "color:red", "opacity:0"][$0 % 3] }
        await withTaskGroup(of: Void.self) { group in
            for part in 0..<4 {
                group.addTask {
                    for index in stride(from: part, to: styles.count, by: 20) {
                        let html = styles[index..<min(index + 5, styles.count)].map { "<p style='\($0)'>x</p>" }.joined()
                        let other = HTMLSanitizer(profile: .email, styleSheets: .scoped(to: "#own"))
                        let document = HTMLDocument(parsing: html)
                        #expect(sanitizer.sanitized(document).serialized() == other.sanitized(document).serialized())
                    }
                }
            }
        }
    }

    @Test("limits the nesting depth of its result")
    func depth() {
        let html = String(repeating: "<div><b>", count: 20_000) + "x"
        let output = HTMLSanitizer(profile: .email).sanitized(HTMLDocument(parsing: html))
        #expect(output.textContent(of: output.root) == "x")
        #expect(output.elements(tag: .div).count <= HTMLSanitizer.maximumDepth)
    }
}
