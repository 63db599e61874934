import Foundation
import JSONParsing
import SiteSupport
import TestSupport
import Testing

@testable import Site

/// A body with `cid:` images, the attachments of its message, and what the page shows.
struct InlineImageExample: CustomTestStringConvertible {
    let name: String
    let body: String
    let attachments: [JSONObject]
    let own: String
    /// The names of the attachments that the page lists.
    var listed: [String] = []

    var testDescription: String { name }
}

@Suite("Images that came as attachments") struct InlineImageTests {
    static let png = "data:image/png;base64,iVBORw0KGgo="
    static let logo: JSONObject = ["name": "logo.png", "content_id": "<logo@1>", "url": .string(png)]

    static let examples = [
        InlineImageExample(
            name: "are in the body instead of the list", body: "<p>a <img src='cid:logo@1' alt=Logo></p>", attachments: [logo],
            own: #"<p>a <img src="\#(png)" alt="Logo"></p>"#),
        InlineImageExample(
            name: "are found in any letters of the scheme, with spaces and percent signs", body: "<img src=' CID:logo%401 ' alt=x>",
            attachments: [logo], own: #"<img src="\#(png)" alt="x">"#),
        InlineImageExample(
            name: "on the web wait as all others do, and stay in the list", body: "<img src=cid:a alt=x>",
            attachments: [["name": "a.png", "cid": "a", "url": "https://x.example/a.png"]],
            own: #"<img data-remote-src="https://x.example/a.png" alt="x">"#, listed: ["a.png"]),
        InlineImageExample(
            name: "that run scripts are none", body: "<img src=cid:a alt=x>",
            attachments: [["name": "a.svg", "cid": "a", "url": "data:image/svg+xml,<svg onload=alert(1)>"]], own: #"<img alt="x">"#,
            listed: ["a.svg"]),
        InlineImageExample(
            name: "with an ID that nobody has are words", body: "<img src=cid:other alt='The pier'>", attachments: [logo],
            own: #"<img alt="The pier">"#, listed: ["logo.png"]),
        InlineImageExample(
            name: "are no paths", body: "<img src='cid:../../etc/passwd' alt=x><img src='cid:' alt=y>",
            attachments: [["name": "a", "cid": "", "url": .string(png)]], own: #"<img alt="x"><img alt="y">"#, listed: ["a"]),
        InlineImageExample(
            name: "are those of the first attachment with the ID", body: "<img src=cid:logo@1 alt=x>",
            attachments: [logo, ["name": "b", "content_id": "logo@1", "url": "https://x.example/b.png"]],
            own: #"<img src="\#(png)" alt="x">"#, listed: ["b"]),
        InlineImageExample(
            name: "do not turn links into images", body: "<a href=cid:logo@1>x</a>", attachments: [logo],
            own: #"<a rel="noopener">x</a>"#, listed: ["logo.png"]),
    ]

    @Test("are shown in its place", arguments: examples) func shows(_ example: InlineImageExample) throws {
        let message = try ThreadMessage(["body": .string(example.body), "attachments": .array(example.attachments.map { .object($0) })])
        #expect(message.body?.own == example.own)
        #expect(message.attachments.map(\.name) == example.listed)
    }

    @Test("are in the quoted text, too") func quoted() throws {
        let quote =
            "<div class=\"gmail_quote\">On Mon, a@b.example wrote:<blockquote>No? <img src=\"cid:logo@1\" alt=\"x\"></blockquote></div>"
        let message = try ThreadMessage(["body": .string("<p>Yes.</p>\(quote)"), "attachments": [.object(Self.logo)]])
        #expect(message.body?.own == "<p>Yes.</p>")
        #expect(message.body?.quoted?.contains(Self.png) == true)
        #expect(message.attachments.isEmpty)
    }

    @Test("make no page of any size: a body that names one image often gets it a limited number of times") func limit() throws {
        let size = 1 << 20
        let url = Self.png + String(repeating: "A", count: size)
        let body = String(repeating: "<img src=cid:a alt=x>", count: 1000)
        let message = try ThreadMessage(["body": .string(body), "attachments": [["name": "a", "cid": "a", "url": .string(url)]]])
        let bytes = try #require(message.body?.own.utf8.count)
        #expect(bytes > size && bytes <= InlineImages.maxBytes + 100_000)
        #expect(message.body?.own.components(separatedBy: #"<img alt="x">"#).count ?? 0 > 900)
    }

    @Test("that are files are read up to the first that is too long") func longFiles() throws {
        var asked: [String] = []
        let body = ["a", "none", "b", "long", "c"].map { "<img src=\($0).png alt=\($0)>" }.joined()
        let message = try ThreadMessage(["body": .string(body)]) { address, limit in
            asked.append(address)
            return address == "long.png" ? .tooLong : address == "none.png" ? .noImage : .url(Self.png)
        }
        #expect(asked == ["a.png", "none.png", "b.png", "long.png"])
        #expect(
            message.body?.own
                == #"<img src="\#(Self.png)" alt="a"><img alt="none"><img src="\#(Self.png)" alt="b"><img alt="long"><img alt="c">"#)
    }

    @Test("are carried by the page where the stage assets has made files of them, and never come from outside of the site's folder")
    func files() async throws {
        let folder = try ScratchFolder()
        let body =
            "<p>a <img src='cid:a' alt=x><img src='cid:b' alt=y><img src='../outside.gif' alt=z><img src='images/none.gif' alt=n></p>"
        let gif = "data:image/gif;base64,R0lGODlhCAAIAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
        let attachments: JSONValue = [
            ["name": "a.gif", "cid": "a", "url": .string(gif)], ["name": "b.gif", "cid": "b", "url": .string(gif)],
        ]
        let record: JSONValue = ["messages": [["body": .string(body), "attachments": attachments]]]
        try folder.write(record.compactText, to: "in.json")
        let image = try #require(gif.split(separator: ",").last.flatMap { Data(base64Encoded: String($0)) })
        try image.write(to: folder.url.appendingPathComponent("outside.gif"))
        let pipeline = #"""
            { "source": { "type": "json", "from": "in.json", "items": "." },
              "stages": [ { "type": "assets", "html": [".messages[].body"], "folder": "site/images", "link_as": "images/{{.name}}" } ],
              "sinks": [ { "type": "site", "to": "site/t.html", "order": "as_is" } ] }
            """#
        let outcome = try await Tabpipe.run(["run", folder.write(pipeline, to: "p.json")])
        #expect(outcome.code == 0, "\(outcome.text)")
        let page = try folder.read("site/t/m1.html")
        #expect(page.components(separatedBy: gif).count == 3)
        #expect(page.contains(#"<img alt="z">"#) && page.contains(#"<img alt="n">"#))
    }
}
