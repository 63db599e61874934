import Foundation
import ProgramSupport
import TestSupport
import Testing

struct ConvertExample: CustomTestStringConvertible {
    let name: String
    var arguments: [String] = []
    let input: String
    let output: String
    var testDescription: String { name }

    init(_ name: String, _ arguments: [String] = [], in input: String, out output: String) {
        (self.name, self.arguments, self.input, self.output) = (name, arguments, input, output)
    }
}

@Suite("tabpipe convert") struct ConvertTests {
    static let examples = [
        ConvertExample("writes Markdown of HTML", in: "<h1>A</h1><p>b <i>c</i><script>x</script>", out: "# A\n\nb *c*\n"),
        ConvertExample("writes text", ["--to", "text"], in: "<ul><li>a<li>b</ul>", out: "- a\n- b\n"),
        ConvertExample("wraps lines", ["--wrap", "9"], in: "<p>one two three", out: "one two\nthree\n"),
        ConvertExample(
            "writes safe HTML", ["--to=html", "--sanitize=article"], in: "<p onclick=x>a<script>b</script>", out: "<p>a</p>\n"),
        ConvertExample(
            "keeps links inside the document", ["--heading-ids", "attribute"], in: "<a href=#a>x</a><h2 id=a>b</h2>",
            out: "[x](#m-a)\n\n## b {#m-a}\n"),
        ConvertExample("keeps HTML that Markdown lacks", ["--raw-html", "when_needed"], in: "<p>H<sub>2</sub>O", out: "H<sub>2</sub>O\n"),
        ConvertExample("reads HTML in a JSON string", ["--from", "json"], in: #""<b>a</b>""#, out: "**a**\n"),
        ConvertExample(
            "reads threads", ["--from", "json"],
            in:
                #"{"conversations":[{"messages":[{"from":"Ann","body":"<p>x","content_loaded":true},{"from":"Bob","body":"<p>y","blurb":"z","content_loaded":false}]}]}"#,
            out: "## Ann\n\nx\n\n## Bob\n\nz\n"),
        ConvertExample(
            "writes the main content of a page below its title", ["--article"],
            in: "<title>A</title><nav><a href=/>x</a></nav><article><p>b <i>c</i></article>", out: "# A\n\nb *c*\n"),
        ConvertExample(
            "writes the main content as HTML with its title", ["--article", "--to=html"],
            in: "<title>A</title><nav><a href=/>x</a></nav><article><p>b</article>", out: "<title>A</title><article><p>b</p></article>\n"),
        ConvertExample("makes nothing of nothing", in: "", out: ""),
    ]

    @Test("does what it says", arguments: examples) func converts(_ example: ConvertExample) async throws {
        let outcome = try await Program.run(["convert"] + example.arguments, input: example.input)
        #expect(outcome.messages == "")
        #expect(outcome.output == example.output)
        #expect(outcome.code == 0)
    }

    @Test("writes a whole page that has no main content, and warns") func noArticle() async throws {
        let outcome = try await Program.run(["convert", "--article", "--to=html"], input: "<hr>")
        #expect(outcome.output == "<html><head></head><body><hr></body></html>\n")
        #expect(outcome.messages == "warning: standard input: no main content was found; the whole page is written\n")
        #expect(outcome.code == 0)
    }

    @Test("finds out the encoding of a file") func encoding() async throws {
        let folder = try ScratchFolder()
        let file = folder.file("a.html")
        try Data(Array("<meta charset=koi8-r><p>".utf8) + [0xEB, 0xCF, 0xD4]).write(to: file)
        #expect(try await Program.run(["convert", file.path]).output == "Кот\n")
        #expect(
            try await Program.run(["convert", "--to", "html", file.path]).output
                == "<html><head><meta charset=\"utf-8\"></head><body><p>Кот</p></body></html>\n")
        let header = #"<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">"#
        try Data(Array(header.utf8) + [0xEB]).write(to: file)
        #expect(
            try await Program.run(["convert", "--to", "html", file.path]).output
                == "<html><head>\(header.replacing("koi8-r", with: "utf-8"))</head><body>К</body></html>\n")
        try Data(Array("<meta charset=shift_jis><p>".utf8) + [0x93, 0x6E, 0xFF]).write(to: file)
        let replaced = try await Program.run(["convert", file.path])
        #expect(replaced.output == "渡\u{FFFD}\n")
        #expect(
            replaced.messages
                == "warning: \(file.path): 1 byte sequence is not Shift_JIS, and became U+FFFD; the first is at byte 29\n")
        try Data([0x93, 0x6E]).write(to: file)
        #expect(try await Program.run(["convert", "--encoding", "sjis", file.path]).output == "渡\n")
        let silent = try await Program.run(["convert", file.path])
        #expect(silent.output == "“n\n")
        try Data(Array("<p>".utf8) + [0xB6, 0xC9, 0xC2, 0xD6, 0xD7, 0xBC]).write(to: file)
        let guessed = try await Program.run(["convert", file.path])
        #expect(
            guessed.messages
                == "warning: \(file.path): the page names no encoding, and was read as windows-1252; it looks like gb18030; "
                + "--encoding gb18030 reads it\n")
        let unknown = try await Program.run(["convert", "--encoding", "sjid", file.path])
        #expect(unknown.messages.contains("--encoding wants a label of an encoding, found \"sjid\""), "\(unknown.messages)")
        #expect(unknown.code == 2)
        try Data("<meta charset=hz-gb-2312><p>x".utf8).write(to: file)
        let outcome = try await Program.run(["convert", file.path])
        #expect(outcome.messages.contains("an encoding that browsers refuse as unsafe"), "\(outcome.messages)")
        #expect(outcome.code == 65)
    }

    static let foreign: [(String, [UInt8])] = [
        ("a PDF document", Array("%PDF-1.7\n".utf8)), ("a PNG image", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        ("a JPEG image", [0xFF, 0xD8, 0xFF, 0xE0, 0]), ("bzip2 data", Array("BZh91AY&SY".utf8)),
        ("a zip archive, or a document that is one (.docx, .epub)", Array("PK\u{3}\u{4}".utf8)), ("a GIF image", Array("GIF89a".utf8)),
        ("an RSS feed", Array("<?xml version='1.0'?><!-- a --><rss version='2.0'><channel/></rss>".utf8)),
        ("an RSS feed", Array("\n<rss version='2.0'>".utf8)),
        ("an Atom feed", Array("\u{FEFF}<?xml version='1.0'?>\n<a:feed xmlns:a='http://www.w3.org/2005/Atom'/>".utf8)),
        ("an SVG image", Array("<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a '>'>]><svg/>".utf8)),
        ("XML with the root element <note>", Array("<?xml version='1.0'?><?a b?><Note><p>a</p></Note>".utf8)),
        ("XML", Array("<?xml version='1.0'?> a".utf8)), ("an RSS feed", [0xFF, 0xFE] + Array("<rss>".utf16).flatMap { [UInt8($0), 0] }),
        ("binary data", [1, 2, 0, 0, 0, 4, 0, 0]),
    ]

    @Test("says what it is where it is no HTML", arguments: foreign) func refuses(_ format: String, _ bytes: [UInt8]) async throws {
        let folder = try ScratchFolder()
        let file = folder.file("a.html")
        try Data(bytes).write(to: file)
        let outcome = try await Program.run(["convert", file.path])
        #expect(outcome.output == "")
        #expect(outcome.messages == "error: \(file.path): expected HTML, found \(format)\n")
        #expect(outcome.code == 65)
    }

    @Test(
        "reads XHTML, and what only begins like something else",
        arguments: [
            "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'>\n<html><p>a</p></html>",
            "<?xml version='1.0'?><h:html xmlns:h='x'><p>a</p></h:html>",
            "<?xml version='1.0'?><div xmlns='http://www.w3.org/1999/xhtml'>a</div>",
            "<?xml:namespace prefix = o /><p>a</p>", "<feed>a</feed>", "<!-- <rss> --><p>a", "a",
        ])
    func xhtml(_ page: String) async throws {
        let outcome = try await Program.run(["convert", "--from", "html"], input: page)
        #expect(outcome == .init(code: 0, output: "a\n", messages: ""))
    }

    @Test("reads words that begin like the magic numbers of files", arguments: ["ID3 tags", "BZh is a name", "BZh9"])
    func words(_ text: String) async throws {
        #expect(try await Program.run(["convert"], input: text) == .init(code: 0, output: text + "\n", messages: ""))
    }

    @Test("tells HTML from plain text by the name of the file, or by the text") func plainText() async throws {
        let folder = try ScratchFolder()
        let text = "Hello <ana@example.com>,\n\nif a < b\n"
        #expect(try await Program.run(["convert", "--to", "text"], input: text).output == text)
        #expect(try await Program.run(["convert", "--to", "text", "--from", "text"], input: "<b>x</b>").output == "<b>x</b>\n")
        try folder.write("<item>a</item>", to: "a.html")
        #expect(try await Program.run(["convert", "a.html"], in: folder.url).output == "a\n")
    }

    @Test("goes on with the other files when one is missing") func missing() async throws {
        let folder = try ScratchFolder()
        let first = try folder.write("<p>a", to: "a.html")
        let second = try folder.write("<p>b", to: "b.html")
        let outcome = try await Program.run(["convert", first, "\(folder.path)/no.html", second])
        #expect(outcome.output == "a\n\nb\n")
        #expect(outcome.messages == "error: cannot open \(folder.path)/no.html: No such file or directory\n")
        #expect(outcome.code == 66)
    }

    @Test("sends no control character of the content to a terminal", arguments: ["text", "json"]) func printable(_ format: String)
        async throws
    {
        let folder = try ScratchFolder()
        let file = try folder.write("{\"\u{9B}2J\u{61C}\":1,\"\u{9B}2J\u{61C}\":2}", to: "a.json")
        let arguments = format == "json" ? ["run", file, "--log-format", "json"] : ["convert", "--from", "json", file]
        let outcome = try await Program.run(arguments)
        #expect(outcome.code == (format == "json" ? 78 : 65))
        #expect(outcome.messages.contains("\u{FFFD}2J\u{FFFD}"), "\(outcome.messages)")
        #expect(!outcome.messages.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{61C}" })
    }

    static let loneSurrogate = #"this \u escape is half of a surrogate pair and stands for no character"#

    @Test(
        "says where JSON is wrong",
        arguments: [
            ("[\n  1,]", ":2:5: expected a value, found \"]\""), ("\u{FEFF}[1,]", ":1:4: expected a value, found \"]\""),
            ("[\0]\0", ":1:1: the text is in UTF-16; JSON has to be in UTF-8"),
            (#"[{"a":1}]"#, ": [0]: expected a case study (with sections) or a thread (with messages), found neither"),
            (#"["x", "\ud800"]"#, ": [1]: \(loneSurrogate) (at byte 1)"),
            (
                #"{"conversations":[{"messages":[]},{"messages":[{"body":"x\ud800"}]}]}"#,
                ": .conversations[1].messages[0].body: \(loneSurrogate) (at byte 2)"
            ),
            (
                #"{"case_studies":[{"title":"a","teaser":"b","hero_image":"c","sections":[{"title":"\ud800"}]}]}"#,
                ": .case_studies[0].sections[0].title: \(loneSurrogate) (at byte 1)"
            ),
        ])
    func wrong(_ json: String, _ message: String) async throws {
        let outcome = try await Program.run(["convert", "--from", "json"], input: json)
        #expect(outcome.messages == "error: standard input\(message)\n")
        #expect(outcome.output == "")
        #expect(outcome.code == 65)
    }
}
