import Foundation
import SiteSupport
import Stages
import TestSupport
import Testing

@testable import Site

/// The senders of the messages of a thread, and the names that the index shows.
struct PeopleExample: CustomTestStringConvertible {
    let name: String
    let senders: [(from: String, isOurs: Bool?)]
    let others: [String]
    var ours: [String]?

    var testDescription: String { name }
}

@Suite("The list of threads") struct ThreadListTests {
    static let people = [
        PeopleExample(
            name: "one person with several names is one",
            senders: [("mira@x.example", nil), ("Mira Lund <Mira@X.example>", nil), ("M. <mira@x.example>", nil)],
            others: ["Mira Lund"]),
        PeopleExample(
            name: "two people with one name are shown once", senders: [("Support <a@x.example>", nil), ("Support <b@x.example>", nil)],
            others: ["Support"]),
        PeopleExample(
            name: "names without addresses are people, too", senders: [("Mira", nil), ("Otto", nil), ("Mira", nil)],
            others: ["Mira", "Otto"]),
        PeopleExample(
            name: "ours stand apart", senders: [("Mira <m@x.example>", false), ("Ben <b@y.example>", true), ("Ana <a@y.example>", true)],
            others: ["Mira"], ours: ["Ben", "Ana"]),
        PeopleExample(name: "all may be ours", senders: [("Ben <b@y.example>", true)], others: [], ours: ["Ben"]),
        PeopleExample(
            name: "a name with markup and control characters stays a text", senders: [("\u{202E}<b> <m@x.example>", nil)],
            others: ["\u{202E}<b>"]),
        PeopleExample(
            name: "a very long name is cut", senders: [(String(repeating: "n", count: 5000), nil)],
            others: [String(repeating: "n", count: 99) + "…"]),
    ]

    @Test("names each person once", arguments: people) func names(_ example: PeopleExample) {
        var people = ThreadPeople()
        for sender in example.senders { people.add(MessageSender(sender.from), isOurs: sender.isOurs) }
        #expect(people.names.others == example.others)
        #expect(people.names.ours == example.ours)
    }

    private static func site(_ messages: String, options: String = "", fields: String = "") async throws -> Site {
        try await Site(
            PublishedSite.pipeline(#""language": "en"\#(options.isEmpty ? "" : ", ")\#(options)"#),
            #"[{"slug": "t", "subject": "T"\#(fields), "messages": \#(messages)}]"#)
    }

    @Test("has the day of the newest message, and says whether that is ours") func row() async throws {
        let messages = #"""
            [{"from": {"name": "Mira", "email": "m@x.example"}, "body": "Hello", "date": "2026-05-01T10:00:00Z", "is_inbound": true},
             {"from": "Ben <b@y.example>", "body": "<b>Hi</b>", "date": 1777716000, "is_inbound": false}]
            """#
        let row = Outline(try await Self.site(messages).text("index")).flow
        #expect(row.dropFirst() == ["p Mira · us: Ben 2026-05-02 2 messages", "h2 T", "p us: Hi"])
    }

    @Test("is told by a program whose message is ours") func program() async throws {
        let messages =
            #"[{"from": "m@x.example", "body": "a", "date": "2026-05-01"}, {"from": "ana@y.example", "body": "b", "date": "soon"}]"#
        let site = try await Self.site(messages, options: #""ours": ".from | endswith(\"@y.example\")", "order": "as_is""#)
        #expect(
            Outline(try site.text("index")).flow.dropFirst() == [
                "p m@x.example · us: ana@y.example 2026-05-01 2 messages", "h2 T", "p us: b",
            ])
        #expect(!site.messages.contains("warning"), "\(site.messages)")
    }

    @Test("marks an unread thread, with the message that takes the mark away once it was read") func unread() async throws {
        let index = try await Self.site(#"[{"body": "a"}, {"body": "b"}]"#, fields: #", "read": false"#).text("index")
        #expect(index.contains(#"<span class="unread" data-newest="2">"#))
        let empty = try await Self.site("[]", fields: #", "read": false"#).text("index")
        #expect(!empty.contains("data-newest="))
    }

    static let threads: [(messages: String, options: String, order: [String], warning: String?)] = [
        (#"[{"body":"2","date":"2026-05-02"},{"body":"1","date":"2026-05-01"}]"#, "", ["1", "2"], nil),
        (
            #"[{"body":"2","date":"2026-05-02"},{"body":"1","date":"2026-05-01"},{"body":"3","date":"2026-05-03"}]"#, "", ["1", "2", "3"],
            "warning: sinks[0]: the messages of 1 thread (t.html) came in no order, and are sorted by date; \"order\": \"as_is\" keeps them as they come\n"
        ),
        (
            #"[{"body":"2","date":"2026-05-02"},{"body":"1"}]"#, "", ["2", "1"],
            "warning: sinks[0]: 1 message of 1 thread (t.html) has no date that can be read, so the order is as they came; "
        ),
        (#"[{"body":"2","date":"2026-05-02"},{"body":"1"}]"#, #""order": "as_is""#, ["2", "1"], nil),
        (
            #"[{"body":"2","at":"Sat, 02 May 2026 10:00:00 +0200"},{"body":"1","at":"2026-05-02T07:59:59Z"}]"#, #""date": ".at | to_iso""#,
            ["1", "2"], nil
        ),
        (
            #"[{"html":"2","date":"2026-05-02"},{"html":"1","date":"2026-05-01"}]"#, "", [],
            "warning: sinks[0]: no message has a body or a blurb; the option body names another field, or takes a jq program\n"
        ),
        (
            #"[{"body":"1","date":"2026-05-01","author":{"name":"Ana"}}]"#, #""from": ".author.nam""#, ["1"],
            "warning: sinks[0]: the program of the option from gives nothing for any of 1 message\n"
        ),
        (
            #"[{"body":"x","text":"2","seen":1,"date":"2026-05-02"},{"text":"1","date":"2026-05-01"}]"#, #""body": ".text""#, ["1", "2"],
            nil
        ),
    ]

    @Test("leads to threads whose newest message is last", arguments: threads)
    func order(_ messages: String, _ options: String, _ order: [String], _ warning: String?) async throws {
        let site = try await Self.site(messages, options: options)
        let page = try site.text("t")
        #expect(page.matches(of: /<p class="preview" dir="auto">([^<]*)</).map { String($0.1) } == order)
        #expect(site.messages.components(separatedBy: "warning:").count == (warning == nil ? 1 : 2), "\(site.messages)")
        if let warning { #expect(site.messages.contains(warning), "\(site.messages)") }
    }

    @Test("is made of what the pipeline for Front writes: dates, sides, loaded bodies and attachments") func front() async throws {
        let folder = try ScratchFolder()
        let pipeline = Site.root.appendingPathComponent("pipelines/front-conversations.json").path
        let settings = ["cache=offline", "to=\(folder.path)/all.jsonl"].flatMap { ["--set", $0] }
        let outcome = try await Tabpipe.run(["run", pipeline] + settings)
        #expect(outcome.code == 0, "\(outcome.messages)")
        let site = try await Site("site-threads", folder.read("all.jsonl"), settings: ["items=."])
        #expect(site.code == 0)
        #expect(!site.messages.contains("warning"), "\(site.messages)")
        let rows = Outline(try site.text("index")).flow
        #expect(
            rows.contains { $0.hasPrefix("p Jonas Lind · us: help@support.example.org 2026-09-") && $0.hasSuffix(" 2 messages") }, "\(rows)"
        )
        #expect(rows.contains("p us: We are sorry. The refund of 32.00 € is on its way."), "\(rows)")
        let page = try site.text("cnv-d90a")
        let vase = "http://api.front.example.org/download/fil_a11c"
        #expect(page.contains("data-remote-src=&quot;\(vase)&quot;"))
        #expect(page.contains(">vase.png</a> (<bdi>48 kB</bdi>)"))
        let named = try await Self.site(#"[{"body":"1","attachments":[{"filename":"Contract.pdf","size":1234}]}]"#)
        #expect(try named.text("t").contains("Contract.pdf"))
        #expect(page.components(separatedBy: "<time ").count == 3)
        #expect(!page.contains("class=\"blurb\""))
    }
}
