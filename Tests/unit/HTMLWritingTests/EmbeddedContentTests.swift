import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Embedded content") struct EmbeddedContentTests {
    static let examples = [
        WriterExample(
            "frames, videos and sounds",
            in: "<p>a</p><iframe src='https://www.youtube.com/embed/x' title='How to'></iframe><video src='https://x.org/v.mp4'></video>"
                + "<audio src='https://x.org/a.mp3'></audio>",
            out: "a\n\n[How to](https://www.youtube.com/watch?v=x)\n\n[v.mp4](https://x.org/v.mp4)\n\n[a.mp3](https://x.org/a.mp3)"),
        WriterExample("the first source", in: "<video><source src=a.webm><source src=a.mp4>No video!</video>", out: "[a.webm](a.webm)"),
        WriterExample("an address that waits", in: "<iframe src=about:blank data-src=//a.b/c></iframe>", out: "[a.b](//a.b/c)"),
        WriterExample("in a line", in: "<p>See<video src=v.mp4></video>there", out: "See [v.mp4](v.mp4) there"),
        WriterExample("in a link", in: "<a href=u><video src=v.mp4></video></a>", out: "[v.mp4](u)"),
        WriterExample(
            "in a cell", in: "<table><tr><th>a<th>b<tr><td>c<td><embed src=f.pdf></table>",
            out: "| a | b |\n| --- | --- |\n| c | [f.pdf](f.pdf) |"),
        WriterExample("an object with words", in: "<object data=f.pdf><param name=a><a href=f.pdf>PDF</a></object>", out: "[PDF](f.pdf)"),
        WriterExample("an object without words", in: "<object data=f.pdf><param name=a></object>", out: "[f.pdf](f.pdf)"),
        WriterExample("an object in an object", in: "<object data=a.swf><embed src=a.swf title=Film></object>", out: "[Film](a.swf)"),
        WriterExample(
            "nothing for readers",
            in:
                "a<iframe></iframe><iframe src=about:blank></iframe><iframe src='javascript:a()'></iframe><iframe src='data:text/html,b'></iframe>"
                + "<iframe src=//t hidden></iframe><iframe src=//t width=1 height=1></iframe><iframe src=//t style='width:0;height:0'></iframe>"
                + "<iframe src=//t style=display:none></iframe><div style=visibility:hidden><iframe src=//t></iframe></div>"
                + "<object data=f.pdf hidden>b</object>",
            out: "a"),
    ]

    @Test("is a link", arguments: examples)
    func links(_ example: WriterExample) { #expect(markdown(example.html) == example.out) }

    @Test("is its title in text, with its address if asked to")
    func text() {
        let html = "<p>a</p><iframe src='https://player.vimeo.com/video/7?h=1' title='How to'></iframe><p>b"
        #expect(plainText(html) == "a\n\nHow to\n\nb")
        var options = TextOptions()
        options.links = .inline
        #expect(plainText(html, options) == "a\n\nHow to (https://vimeo.com/7)\n\nb")
    }
}
