import Pipeline
import Testing

@testable import SourcesXML

@Suite("Relative addresses in HTML of feeds") struct FeedBaseTests {
    private static let changed = [
        (#"<a href="b">"#, #"<a href="https://example.org/f/b"></a>"#),
        ("<a class=x HREF\n=\n'b'>", #"<a class="x" href="https://example.org/f/b"></a>"#),
        (
            "<a title='href=\"https://example.org\"' href=b>",
            #"<a title="href=&quot;https://example.org&quot;" href="https://example.org/f/b"></a>"#
        ),
        (#"<a href="&#98;">"#, #"<a href="https://example.org/f/b"></a>"#),
        ("<a href=\" b\">", #"<a href="https://example.org/f/b"></a>"#),
        (#"<a href="//example.net/b">"#, #"<a href="https://example.net/b"></a>"#),
        (
            #"<img src="https://example.org/a" SRCSET="https://example.org/a 1x, b 2x">"#,
            #"<img src="https://example.org/a" srcset="https://example.org/a 1x, https://example.org/f/b 2x">"#
        ),
        (#"<img data-lazy-srcset="a 1x">"#, #"<img data-lazy-srcset="https://example.org/f/a 1x">"#),
        (#"<blockquote cite=b>"#, #"<blockquote cite="https://example.org/f/b"></blockquote>"#),
    ]

    @Test("become absolute", arguments: changed) func changes(_ html: String, _ expected: String) throws {
        #expect(FeedBase(try BaseAddress("https://example.org/f/")).resolved(html: html) == expected)
    }

    private static let same = [
        "<p CLASS='x'>a = b", #"<a href = 'https://example.org/b' TARGET=_blank>"#, "<a href=mailto:lee@example.org>", "<a href='#b'>",
        "<a href>",
        "a = b <br/>", "<p data-x=1 =>", "<img src=data:,x alt=a=b>",
    ]

    @Test("that are missing leave HTML as it is written", arguments: same) func stays(_ html: String) throws {
        #expect(FeedBase(try BaseAddress("https://example.org/f/")).resolved(html: html) == html)
    }
}
