import HTMLParsing
import TestSupport
import Testing

/// The HTML of a page, and its images once they have their addresses.
struct LazyImageExample: CustomTestStringConvertible {
    let name: String
    let html: String
    let resolved: String

    var testDescription: String { name }

    init(_ name: String, _ html: String, _ resolved: String) { (self.name, self.html, self.resolved) = (name, html, resolved) }
}

@Suite("Lazy images") struct LazyImageTests {
    private static let gif = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    private static let svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 2'%3E%3C/svg%3E"

    static let attributes = [
        LazyImageExample("of WordPress", "<img src='\(gif)' data-src=/a.png alt=a>", #"<img src="/a.png" alt="a">"#),
        LazyImageExample(
            "of WP Rocket", #"<img src="\#(svg)" data-lazy-src=/a.png data-lazy-srcset="/a.png 300w, /b.png 900w">"#,
            #"<img src="/a.png" srcset="/a.png 300w, /b.png 900w">"#),
        LazyImageExample("of jQuery", "<img class=lazy src=/img/loading.gif data-original=/a.png>", #"<img class="lazy" src="/a.png">"#),
        LazyImageExample(
            "of lazysizes", "<img class=lazyload src=/tiny.jpg data-srcset='/s.jpg 400w, /l.jpg 1600w'>",
            #"<img class="lazyload" src="/l.jpg" srcset="/s.jpg 400w, /l.jpg 1600w">"#),
        LazyImageExample(
            "of lazysizes in a picture",
            "<picture><source data-srcset=/a.webp><img src='\(gif)' data-src=/a.jpg></picture>",
            #"<picture><source srcset="/a.webp"><img src="/a.jpg"></picture>"#),
        LazyImageExample("of Squarespace", "<img data-src=/a.jpg data-image=/a.jpg>", #"<img data-image="/a.jpg" src="/a.jpg">"#),
        LazyImageExample(
            "with a placeholder that is named so", "<img src=/placeholder.png srcset='/a.png 2x'>",
            #"<img src="/a.png" srcset="/a.png 2x">"#),
        LazyImageExample(
            "with a list alone", "<img srcset='s.jpg 480w, l.jpg 1600w, m.jpg 900w'>",
            #"<img srcset="s.jpg 480w, l.jpg 1600w, m.jpg 900w" src="l.jpg">"#),
        LazyImageExample(
            "in a picture without an address of their own",
            "<picture><source media='(max-width:9px)' srcset=s.jpg><source srcset='a.jpg, b.jpg 2x'><img alt=a></picture>",
            #"<picture><source media="(max-width:9px)" srcset="s.jpg"><source srcset="a.jpg, b.jpg 2x"><img alt="a" src="b.jpg"></picture>"#
        ),
        LazyImageExample(
            "of a loader that is not known", "<img data-app=lazy data-source-standard=http://m.example/a-90x60.jpg?b>",
            #"<img data-app="lazy" data-source-standard="http://m.example/a-90x60.jpg?b" src="http://m.example/a-90x60.jpg?b">"#),
        LazyImageExample(
            "without src take no address of another kind",
            "<img data-page=https://m.example/a data-name=/a.jpg data-x=https://m.example/a.pdf>",
            #"<img data-page="https://m.example/a" data-name="/a.jpg" data-x="https://m.example/a.pdf">"#),
        LazyImageExample(
            "that the sanitiser keeps from loading", "<img data-remote-src=https://m.example/a.jpg data-a=https://m.example/b.jpg>",
            #"<img data-remote-src="https://m.example/a.jpg" data-a="https://m.example/b.jpg">"#),
        LazyImageExample("without src take a word", "<img data-src=b>", #"<img src="b">"#),
        LazyImageExample(
            "lose the size and the style of their placeholder", "<img width=1 height=1 style='opacity:0' data-src=/a.png>",
            #"<img src="/a.png">"#),
        LazyImageExample(
            "of AMP", "<amp-img src=/a.jpg alt=a width=9><noscript><img src=/a.jpg></noscript></amp-img>",
            #"<img src="/a.jpg" alt="a" width="9">"#),
        LazyImageExample(
            "of AMP that are not closed keep what follows",
            "<div><amp-img src=/a.jpg alt=a/><p>The ferry leaves at nine.</p></div><p>b</p>",
            #"<div><img src="/a.jpg" alt="a/"><p>The ferry leaves at nine.</p></div><p>b</p>"#),
        LazyImageExample(
            "of AMP in a row, none of which is closed",
            "<div>a<amp-img src=/a.jpg /> b <amp-anim src=/b.gif /> c<noscript>d</noscript></div>",
            #"<div>a<img src="/a.jpg"> b <img src="/b.gif"> c<noscript>d</noscript></div>"#),
        LazyImageExample(
            "of AMP with what stands in for them",
            "<amp-img src=/a.jpg> <amp-img placeholder src=/s.jpg></amp-img><div fallback>No image</div><!--c--></amp-img>",
            #"<img src="/a.jpg"> <!--c-->"#),
        LazyImageExample(
            "of AMP in front of a form", "<form><amp-img src=/a.jpg /><textarea placeholder=Name>b</textarea></form>",
            #"<form><img src="/a.jpg"><textarea placeholder="Name">b</textarea></form>"#),
    ]

    static let twins = [
        LazyImageExample(
            "of Medium",
            "<figure><img src=https://m.example/max/60/1*a.png?q=20><noscript><img src=https://m.example/max/1400/1*a.png></noscript></figure>",
            #"<figure><img src="https://m.example/max/1400/1*a.png"><noscript></noscript></figure>"#),
        LazyImageExample(
            "of older pages of Medium",
            "<div><img src=/max/30/a.jpeg?q=20><canvas></canvas><img data-src=/max/800/a.jpeg><noscript><img src=/max/800/a.jpeg></noscript></div>",
            #"<div><canvas></canvas><img src="/max/800/a.jpeg"><noscript></noscript></div>"#),
        LazyImageExample(
            "of Next.js",
            "<span><img alt=a src='\(gif)'><noscript><img alt=a src=/_next/image?url=a.jpg&amp;w=640 srcset='/_next/image?url=a.jpg&amp;w=640 1x'></noscript></span>",
            #"<span><img alt="a" src="/_next/image?url=a.jpg&amp;w=640" srcset="/_next/image?url=a.jpg&amp;w=640 1x"><noscript></noscript></span>"#
        ),
        LazyImageExample(
            "of Gatsby",
            """
            <div><img aria-hidden=true src='\(gif)' alt=''><picture><source data-srcset=/a.webp><img data-src=/a.jpg alt=a style='opacity:0'></picture>\
            <noscript><picture><source srcset=/a.webp><img src=/a.jpg alt=a></picture></noscript></div>
            """,
            #"<div><picture><source srcset="/a.webp"><img alt="a" src="/a.jpg"></picture><noscript><picture><source srcset="/a.webp"></picture></noscript></div>"#
        ),
        LazyImageExample(
            "in front of their image", "<noscript><img src=/a.jpg?w=9></noscript><img class=lazyload data-src=/a.jpg>",
            #"<noscript></noscript><img class="lazyload" src="/a.jpg">"#),
        LazyImageExample(
            "without an image", "<div><noscript><img src=/a.jpg alt=a></noscript></div>",
            #"<div><img src="/a.jpg" alt="a"><noscript></noscript></div>"#),
        LazyImageExample(
            "of an image that is there", "<img src=/a.jpg><p>b</p><noscript><img src=/a.jpg alt=a></noscript>",
            #"<img src="/a.jpg"><p>b</p><noscript></noscript>"#),
        LazyImageExample(
            "with a parameter for their size", "<div><img src='/a.jpg?h=b&w=20'><img data-src='/a.jpg?h=b&w=800'></div>",
            #"<div><img src="/a.jpg?h=b&amp;w=800"></div>"#),
        LazyImageExample(
            "with both sides in a folder", "<img src=/60x40/a.jpg><img data-src=/1400x900/a.jpg>", #"<img src="/1400x900/a.jpg">"#),
        LazyImageExample(
            "with a smaller width", "<img src=/thumbs/a.jpg width=40><img data-src=/a.jpg width=800>", #"<img width="800" src="/a.jpg">"#),
        LazyImageExample("at the same address", "<img src=/a.jpg><img data-src=/a.jpg>", #"<img src="/a.jpg">"#),
    ]

    /// Two images with one file name.
    static let others = [
        LazyImageExample(
            "in folders with other numbers", "<img src=/p/1/large.jpg><img data-src=/p/2/large.jpg>",
            #"<img src="/p/1/large.jpg"><img src="/p/2/large.jpg">"#),
        LazyImageExample(
            "in folders with large numbers", "<img src=/p/1024/large.jpg><img data-src=/p/8192/large.jpg>",
            #"<img src="/p/1024/large.jpg"><img src="/p/8192/large.jpg">"#),
        LazyImageExample(
            "in folders of dates", "<img src=/2024/05/a.jpg><img data-src=/2025/06/a.jpg>",
            #"<img src="/2024/05/a.jpg"><img src="/2025/06/a.jpg">"#),
        LazyImageExample(
            "on other hosts", "<img src=https://a.example/a.jpg><img data-src=https://b.example/a.jpg>",
            #"<img src="https://a.example/a.jpg"><img src="https://b.example/a.jpg">"#),
        LazyImageExample(
            "with other queries", "<img src='/image.php?id=1'><img data-src='/image.php?id=2'>",
            #"<img src="/image.php?id=1"><img src="/image.php?id=2">"#),
        LazyImageExample(
            "with other queries beside a canvas", "<img src='/image.php?id=1'><canvas></canvas><img data-src='/image.php?id=2'>",
            #"<img src="/image.php?id=1"><canvas></canvas><img src="/image.php?id=2">"#),
        LazyImageExample(
            "with other queries of one size", "<img src='/i?id=1&w=20'><img data-src='/i?id=2&w=800'>",
            #"<img src="/i?id=1&amp;w=20"><img src="/i?id=2&amp;w=800">"#),
        LazyImageExample(
            "inside noscript", "<img src='/_next/image?url=a'><noscript><img src='/_next/image?url=b'></noscript>",
            #"<img src="/_next/image?url=a"><noscript><img src="/_next/image?url=b"></noscript>"#),
        LazyImageExample(
            "in other folders inside noscript", "<img src=/p/1/large.jpg><noscript><img src=/p/2/large.jpg alt=b></noscript>",
            #"<img src="/p/1/large.jpg"><img src="/p/2/large.jpg" alt="b"><noscript></noscript>"#),
    ]

    @Test("get the address that a script would give them", arguments: attributes + twins + others) func resolves(
        _ example: LazyImageExample
    ) {
        var document = HTMLDocument(parsingFragment: example.html)
        document.resolveLazyImages()
        #expect(document.serialized() == example.resolved)
        document.resolveLazyImages()
        #expect(document.serialized() == example.resolved, "twice")
    }

    static let unchanged = [
        "<img src=\"a.png\" srcset=\"b.png 2x\">",
        "<img src=\"\(gif)\" alt=\"a dot\">", "<picture><source srcset=\"a.webp\"><img src=\"a.jpg\"></picture>",
        "<noscript><img src=\"https://t.example/p\" width=\"1\" height=\"1\" alt=\"\"></noscript>",
        "<noscript><img src=\"https://t.example/p\" width=\"1\" height=\"1\" alt=\"Quantcast\"></noscript>",
        "<noscript><p><img src=\"//t.example/matomo.php?idsite=1\" alt=\"\"></p></noscript>",
        "<img src=\"a.jpg\" alt=\"a\"><noscript><img src=\"https://t.example/p\"></noscript>",
        "<noscript><img style=\"display:none\" src=\"https://t.example/p\" alt=\"x\"></noscript>",
    ]

    @Test("are told apart from images that are shown, and from trackers", arguments: unchanged) func keeps(_ html: String) {
        var document = HTMLDocument(parsingFragment: html)
        document.resolveLazyImages()
        #expect(document.serialized() == html)
    }

    static let hostile = [
        "javascript:alert(1)//.png", "data:text/html,<script>alert(1)</script>", "java\nscript:a/b", "vbscript:x.y", "{&quot;a&quot;:1}",
        "a-{width}.jpg",
        "[1, 2]", "<b>.</b>", "file:///etc/passwd", "blob:https://x/1",
    ]

    @Test("get no address that an image must not have", arguments: hostile) func refuses(_ address: String) {
        for name in ["data-src", "data-srcset", "data-lazy-src", "srcset", "data-image"] {
            var document = HTMLDocument(parsingFragment: "<img src='' \(name)='\(address)'>")
            document.resolveLazyImages()
            let source = document.elements(tag: .img).first.flatMap { document.attribute("src", of: $0) }
            #expect(source == "", "\(name)")
        }
    }

    @Test("take time in proportion to the document", .startsOnIdlePool, .timeLimit(.minutes(1))) func linear() {
        let many = 30_000
        let list = (0..<many).map { "a\($0),b.png \($0)w" }.joined(separator: ", ")
        let texts = [
            "<img srcset='\(list)'>", String(repeating: "<noscript>", count: 20_000) + String(repeating: "<img>", count: many),
            "<picture>" + String(repeating: "<source srcset=a.png media=x>", count: many) + String(repeating: "<img>", count: many),
            String(repeating: "<img src=''><noscript><img src=a.png alt=a></noscript>", count: many),
            String(repeating: "<span>", count: many) + "<noscript><img src=a.png alt=a></noscript>",
            "<img data-srcset='" + String(repeating: ",", count: 1_000_000) + "'>",
            "<img data-src='" + String(repeating: "(", count: 1_000_000) + "'>",
            "<img " + (0..<many).map { "data-a\($0)=x" }.joined(separator: " ") + " data-src=/a.png>",
            String(repeating: "<img data-src=\"data:image/png;base64,\(String(repeating: "A", count: 100))\">", count: many),
        ]
        for text in texts {
            var document = HTMLDocument(parsingFragment: text)
            document.resolveLazyImages()
            #expect(!document.elements(tag: .img).isEmpty)
        }
    }
}
