import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Links inside a document, in Markdown") struct MarkdownLinkTests {
    private static let page =
        "<p><a href=#s>go</a></p><h2 id=s>Seats</h2><p><a name=old></a>x <a href=#old>back</a></p><ol><li id=n>note</ol><a href=#n>1</a>"

    @Test("become text without IDs") func none() {
        #expect(markdown(Self.page) == "go\n\n## Seats\n\nx back\n\n1. note\n\n1")
    }

    @Test("lead to headings with attributes, and become text elsewhere") func attribute() {
        var options = MarkdownOptions()
        options.headingIDs = .attribute
        #expect(markdown(Self.page, options) == "[go](#m-s)\n\n## Seats {#m-s}\n\nx back\n\n1. note\n\n1")
        options.headings = .setext
        #expect(markdown("<h1 id=a>A<br>b</h1><h3 id=c>c #</h3>", options) == "A b {#m-a}\n==========\n\n### c \\# {#m-c}")
        #expect(markdown("<h1 id='a b'>a</h1><table><tr><th><h2 id=c>c</h2></table><a href=#c>d</a>", options).contains("{") == false)
    }

    @Test("lead to anchors in HTML") func html() {
        var options = MarkdownOptions()
        options.headingIDs = .html
        #expect(
            markdown(Self.page, options)
                == "[go](#m-s)\n\n## <span id=\"m-s\"></span>Seats\n\n<span id=\"m-old\"></span>x [back](#m-old)\n\n1. <span id=\"m-n\"></span>note\n\n[1](#m-n)"
        )
        #expect(
            markdown("<div id=a><p>b</p></div><pre id=c>d</pre><a href=#a>x</a> <a href=#c>y</a>", options)
                == "<span id=\"m-a\"></span>b\n\n<span id=\"m-c\"></span>\n\n```\nd\n```\n\n[x](#m-a) [y](#m-c)")
        #expect(
            markdown("<h1 id='\"><script>|\n*'>a</h1>", options)
                == "# <span id=\"m-&#34;&#62;&#60;script&#62;&#124;&#10;&#42;\"></span>a")
        #expect(
            markdown("<sup id=r><a href=#n id=m>1</a></sup><p id=n><a href=#r>back</a>", options)
                == "[<span id=\"m-r\"></span>1](#m-n)\n\n[<span id=\"m-n\"></span>back](#m-r)")
        #expect(markdown("<p id=x style=display:none>h</p><a href=#x>y</a>", options) == "y")
    }

    @Test("stay where the document has no such place, because the page around it may") func unknown() {
        for ids in MarkdownOptions.HeadingIDs.allCases {
            var options = MarkdownOptions()
            options.headingIDs = ids
            #expect(markdown("<a href=#comments>x</a> <a href=#top>y</a>", options) == "[x](#comments) [y](#top)")
        }
    }

    @Test("follow in HTML that stands in Markdown") func raw() {
        var options = MarkdownOptions()
        options.rawHTML = .whenNeeded
        let html = "<table><tr><td><ul><li><a href=#a>x</a></ul></table><h2 id=a lang=de>y</h2>"
        #expect(!markdown(html, options).contains("#"))
        options.headingIDs = .html
        let text = markdown(html, options)
        #expect(text.contains("href=\"#m-a\"") && text.contains("id=\"m-a\""), "\(text)")
    }

    @Test("are no part of plain text") func text() {
        var options = TextOptions()
        options.links = .inline
        let document = HTMLDocument(parsing: "<a href=#a>x</a> <a href=/b>y</a>")
        #expect(TextWriter(options: options).string(of: document) == "x y (/b)\n")
    }

    @Test(
        "of the reported case work, or are text",
        .needs(SharedData.exists("cases/html/in/39-heading-id.html"), "needs the shared test data"))
    func reported() throws {
        let html = String(decoding: try SharedData.read("cases/html/in/39-heading-id.html"), as: UTF8.self)
        #expect(markdown(html) == "go\n\n## Seats\n\nx")
        var options = MarkdownOptions()
        options.headingIDs = .attribute
        #expect(markdown(html, options) == "[go](#m-h-seats)\n\n## Seats {#m-h-seats}\n\nx")
    }
}

@Suite("Lazy images, in Markdown") struct MarkdownImageTests {
    static let examples = [
        WriterExample(
            "with data-src", in: "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' data-src=/a.png alt=a>", out: "![a](/a.png)"),
        WriterExample(
            "with a size of a dot and a name", in: "<img src=/a.png width=1 height=1 alt='Map of piers'>", out: "![Map of piers](/a.png)"),
        WriterExample("with the size of a dot", in: "a <img src=/a.png width=1 height=1 alt=' '>", out: "a"),
        WriterExample("with a list alone", in: "<img srcset='/s.jpg 480w, /l.jpg 1600w' alt=set>", out: "![set](/l.jpg)"),
        WriterExample("inside noscript", in: "<noscript><img src=/a.png alt=a></noscript>", out: "![a](/a.png)"),
        WriterExample(
            "that the sanitiser keeps from loading", in: "<img data-remote-src=https://t.example/p.png alt=a>", out: "a"),
    ]

    @Test("have their address and their name", arguments: examples) func image(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }

    @Test("of a page of many loaders are there", .needs(SharedData.exists("cases/html/in/19-lazy.html"), "needs the shared test data"))
    func page() throws {
        let text = markdown(String(decoding: try SharedData.read("cases/html/in/19-lazy.html"), as: UTF8.self))
        for image in [
            "![lazy](https://cdn.example.org/real.jpg)", "![set](https://cdn.example.org/l.jpg)", "![pic](https://cdn.example.org/p.jpg)",
            "![wp](https://cdn.example.org/wp.jpg)", "![amp](https://cdn.example.org/amp.jpg)",
        ] {
            #expect(text.contains(image), "\(text)")
        }
        #expect(text.split(separator: "![").count == 5)
    }
}
