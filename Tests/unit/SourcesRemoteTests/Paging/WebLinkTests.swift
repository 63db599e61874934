import TestSupport
import Testing

@testable import HTTP
@testable import HTTPReading

@Suite("The header Link") struct WebLinkTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let fields: [String]
        let next: String?
        var testDescription: String { name }
    }

    private static let examples = [
        Example(name: "one link", fields: [#"<https://a/b?page=2>; rel="next""#], next: "https://a/b?page=2"),
        Example(name: "several links", fields: [#"</1>; rel="first", </2>; rel="next", </9>; rel="last""#], next: "/2"),
        Example(name: "several fields", fields: [#"</1>; rel=first"#, #"</2>; rel=next"#], next: "/2"),
        Example(name: "several relations", fields: [#"</2>; rel="up  NEXT""#], next: "/2"),
        Example(name: "a token", fields: ["</2>;rel=next"], next: "/2"),
        Example(name: "a comma and a semicolon in the URL", fields: [#"</1>; rel=prev, </2?a=b,c;d>; rel="next""#], next: "/2?a=b,c;d"),
        Example(
            name: "a comma and a semicolon in a parameter", fields: [#"</1>; title="a, </x>; rel=next"; rel=prev, </2>; rel=next"#],
            next: "/2"),
        Example(name: "an escaped quotation mark", fields: [#"</2>; title="or; rel=\"last\", x"; rel="next""#], next: "/2"),
        Example(name: "the first rel of two", fields: [#"</1>; rel="prev"; rel="next", </2>; rel="next"; rel="prev""#], next: "/2"),
        Example(name: "an anchor", fields: [##"</1>; rel="next"; anchor="#x", </2>; rel=next"##], next: "/2"),
        Example(name: "spaces around", fields: ["  </2> \t; rel = \"next\" ; x"], next: "/2"),
        Example(name: "empty elements and parameters", fields: [",, </2>;;rel=next,,"], next: "/2"),
        Example(name: "an extended parameter", fields: [#"</2>; title*=UTF-8''n%c3%a4chste; rel=next"#], next: "/2"),
        Example(name: "an empty URL", fields: ["<>; rel=next"], next: ""),
        Example(name: "no relation", fields: ["</2>"], next: nil),
        Example(name: "another relation", fields: [#"</2>; rel="next-archive""#], next: nil),
        Example(name: "no end of the URL", fields: ["</2; rel=next"], next: nil),
        Example(name: "no end of the string", fields: [#"</1>; title="a, </2>; rel=next"#], next: nil),
        Example(name: "words in front", fields: [#"see "</1>; rel=next" at </2>; rel=next"#], next: "/2"),
        Example(name: "single quotation marks", fields: ["</2>; rel='next'"], next: "/2"),
        Example(name: "nothing", fields: [""], next: nil),
    ]

    @Test(
        "cannot be read where it holds something that is no link",
        arguments: [("https://a/2; rel=next", true), ("</2; rel=next", true), ("", false), (" , ", false), ("</2>; rel=prev", false)])
    func unreadable(_ value: String, _ isUnreadable: Bool) {
        #expect(WebLink.unreadable(in: ["Link": value]) == (isUnreadable ? value : nil))
    }

    @Test("names the next page", arguments: examples) func next(_ example: Example) {
        var headers = HTTPHeaders()
        for field in example.fields { headers.append("link", field) }
        #expect(WebLink.target(of: "next", in: headers) == example.next)
    }

    @Test("that is cut gives the links in front of the cut", arguments: examples) func cut(_ example: Example) {
        for field in example.fields {
            let all = Self.links(field)
            for count in 0...field.utf8.count {
                let links = Self.links(String(decoding: field.utf8.prefix(count), as: UTF8.self))
                // Only the last link can lack parameters.
                #expect(links.count <= all.count)
                #expect(links.dropLast().elementsEqual(all.prefix(max(0, links.count - 1))))
            }
        }
    }

    @Test(
        "is read in one pass, however hostile it is", .startsOnIdlePool, .timeLimit(.minutes(5)),
        arguments: [
            "<", "<>", "<a>;", "<a>;rel", "<a>;rel=\"", "\"", "\\", ",", ";", "<a>; rel=\"\\", "<a>;title=\"<b>;rel=next\\\"", "é<",
        ])
    func hostile(_ piece: String) {
        // One million bytes take minutes if the time is quadratic.
        let value = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
        #expect(!Self.links(value).contains { $0.relations.contains("next") })
    }

    private static func links(_ value: String) -> [WebLink] {
        var parser = WebLinkParser(value)
        var links: [WebLink] = []
        while let link = parser.next() { links.append(link) }
        return links
    }
}
