import HTMLParsing
import HTMLWriting
import Pipeline
@testable import Stages
import TestSupport
import Testing

@Suite("Threads") struct EmailThreadTests {
    static let threads = [
        WriterExample("HTML", in: #"{"subject":"s","messages":[{"from":"Ann","body":"<p>a<p>b"}]}"#, out: "# s\n\n## Ann\n\na\n\nb"),
        WriterExample(
            "plain text", in: #"{"messages":[{"body":"Hello <you@example.com>\nbye\n\nAnn"}]}"#,
            out: "Hello \\<you@example.com>\\\nbye\n\nAnn"),
        WriterExample("a page", in: #"{"messages":[{"body":"<html><body>a &amp; b</body></html>"}]}"#, out: "a & b"),
        WriterExample("a body that is not loaded", in: #"{"messages":[{"content_loaded":false,"body":"a","blurb":"b"}]}"#, out: "b"),
        WriterExample("and no blurb", in: #"{"messages":[{"content_loaded":false,"body":"a"}]}"#, out: "a"),
        WriterExample("and an empty blurb", in: #"{"messages":[{"content_loaded":false,"body":"a","blurb":""}]}"#, out: "a"),
        WriterExample("no body", in: #"{"messages":[{"blurb":"<b>"}]}"#, out: "\\<b>"),
    ]

    @Test("become pages that lose no text", arguments: threads)
    func reads(_ example: WriterExample) throws {
        let documents = try ContentReader.documents(json: Array(example.html.utf8))
        try #require(documents.count == 1)
        #expect(MarkdownWriter().string(of: documents[0]) == example.out + "\n")
    }

    @Test(
        "do not lose a text that cannot be decoded",
        arguments: [
            (".subject", #"{"subject":"\ud800","messages":[]}"#),
            (".messages[0].from", #"{"messages":[{"from":"\ud800"}]}"#),
            (".messages[1].body", #"{"messages":[{},{"body":"\ud800","blurb":"b"}]}"#),
            (".messages[0].blurb", #"{"messages":[{"content_loaded":false,"blurb":"\ud800"}]}"#),
        ])
    func undecodable(_ path: String, _ json: String) {
        let reason = #"this \u escape is half of a surrogate pair and stands for no character (at byte 1)"#
        #expect(throws: RecordError(reason, at: path)) { try ContentReader.documents(json: Array(json.utf8)) }
    }

    static let orders = [
        (
            ["2026-05-01", "2026-05-03", "2026-05-02"],
            ["the messages of 1 thread (.conversations[0]) came in no order, and are sorted by date"]
        ),
        // Nothing was done to these.
        (["2026-05-01", "soon"], []), (["2026-05-02", "2026-05-01"], []), (["2026-05-01", "2026-05-01"], []), (["soon"], []),
    ]

    @Test("tell that their messages were sorted", arguments: orders) func order(_ dates: [String], _ expected: [String]) throws {
        let messages = dates.map { #"{"date":"\#($0)","body":"a"}"# }.joined(separator: ",")
        var warnings: [String] = []
        _ = try ContentReader.documents(json: Array(#"{"conversations":[{"messages":[\#(messages)]}]}"#.utf8)) { warnings.append($0) }
        #expect(warnings == expected)
    }

    @Test("do not skip a subject that is not a string") func subject() {
        #expect(throws: RecordError("expected a string, found a number", at: ".subject")) {
            try ContentReader.documents(json: Array(#"{"subject":4711,"messages":[]}"#.utf8))
        }
    }
}
