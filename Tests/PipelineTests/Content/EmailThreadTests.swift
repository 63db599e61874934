import HTMLParsing
import Pipeline
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
}
