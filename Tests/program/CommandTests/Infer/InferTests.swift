import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe infer FILE") struct InferTests {
    @Test("prints a pipeline for posts: HTML to Markdown, a file each") func posts() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"""
            {"count": 2, "links": [{"rel": "self"}], "data": {"posts": [
              {"id": 7, "slug": "one", "title": {"rendered": "One &amp; Only"}, "content": {"rendered": "<p>Text <b>1</b></p>"}},
              {"id": 8, "slug": "two", "title": {"rendered": "Two"}, "content": {"rendered": "<p>Text 2</p>"}}]}}
            """#, to: "posts.json")
        let outcome = try await Program.run(["infer", "posts.json"], in: folder.url)
        #expect(
            outcome
                == .init(
                    code: 0,
                    output: #"""
                        {
                          "name": "posts",
                          "description": "Made by `tabpipe infer` from a first answer; change what it guessed wrong. Fields: id (number), slug (string), title (object), content (object).",
                          "parameters": {
                            "from": {
                              "default": "posts.json",
                              "help": "a file, '-' or an http(s) URL"
                            }
                          },
                          "source": {
                            "type": "json",
                            "from": {
                              "$param": "from"
                            },
                            "items": ".data.posts[]",
                            "description": ".data.posts[] gives 2 records of the first answer (others: .links[] with 1)."
                          },
                          "stages": [
                            {
                              "type": "html_to_markdown",
                              "description": ".content.rendered is HTML.",
                              "field": ".content.rendered",
                              "into": "markdown"
                            },
                            {
                              "type": "html_to_text",
                              "description": ".title.rendered is HTML.",
                              "field": ".title.rendered",
                              "into": "heading"
                            }
                          ],
                          "sinks": [
                            {
                              "type": "markdown",
                              "to": "out/posts/{{.slug}}.md",
                              "front_matter": "{title: .heading, id, slug}",
                              "body": "markdown",
                              "format": "markdown",
                              "description": "A title (.title.rendered) and a text (.content.rendered) make a file each; .slug differs in each record."
                            }
                          ]
                        }

                        """#, messages: ""))
        try folder.write(outcome.output, to: "p.json")
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 0)
        #expect(try folder.names("out/posts") == ["one.md", "two.md"])
        #expect(try folder.read("out/posts/one.md") == "---\ntitle: \"One & Only\"\nid: 7\nslug: \"one\"\n---\n\nText **1**\n")
    }

    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let input: String
        /// What the file has in it.
        let parts: [String]
        let records: Int
    }

    @Test(
        "prints a file that runs as it is, without a warning",
        arguments: [
            Example(
                testDescription: "a list at the top", input: #"[{"a":1},{"a":2}]"#, parts: [#""items": ".[]""#, #""jsonl""#], records: 2),
            Example(testDescription: "JSON Lines", input: "{\"a\":1}\n\n{\"a\":2}\n", parts: ["JSON Lines"], records: 2),
            Example(testDescription: "one object", input: #"{"a":1,"b":[1,2]}"#, parts: ["The whole answer is one record"], records: 1),
            Example(
                testDescription: "nodes of GraphQL", input: #"{"data":{"x":{"edges":[{"node":{"id":1}},{"node":{"id":2}}]}}}"#,
                parts: [#"".data.x.edges[].node""#], records: 2),
            Example(
                testDescription: "Markdown, of which some is null",
                input: ##"[{"id":1,"title":"A","body":"# Text"},{"id":2,"title":"B","body":null}]"##,
                parts: [#"".body": ".body // \"\"""#, #""format": "markdown""#, "{{.id}}.md"], records: 2),
            Example(
                testDescription: "plain text without an id", input: #"[{"name":"A b","text":"x"},{"name":"C","text":"y"}]"#,
                parts: [#""format": "text""#, "{{.name | slug}}.md"], records: 2),
            Example(
                testDescription: "keys that need quotation marks", input: #"{"a b":{"c.d":[{"x":1}]}}"#, parts: [".\\\"a b\\\""], records: 1
            ),
            Example(
                testDescription: "a table", input: "id;title;text\n1;A;\"x\ny\"\n2;B;z",
                parts: [#""csv""#, #""delimiter": "auto""#, "{{.id}}.md"],
                records: 2),
            Example(
                testDescription: "the attributes of JSON:API",
                input: #"{"data":[{"type":"post","id":"7","attributes":{"title":"A","body":"<p>x</p>","created_at":"2025-01-01"}}]}"#,
                parts: [#""body": "markdown""#, "{title: .attributes.title, id, created_at: .attributes.created_at}"], records: 1),
            Example(
                testDescription: "names with capitals", input: "Id,Title,Text,UpdatedAt\n1,A,x,2025-01-01\n2,B,y,2025-01-02\n",
                parts: ["{{.Id}}.md", "{title: .Title, Id, UpdatedAt}", #""body": ".Text""#], records: 2),
            Example(testDescription: "a byte order mark", input: "\u{FEFF}[{\"a\":1}]", parts: [#"".[]""#], records: 1),
        ])
    func runs(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(example.input, to: "data.json")
        let outcome = try await Program.run(["infer", "data.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.messages == "")
        for part in example.parts { #expect(outcome.output.contains(part), "\(outcome.output)") }
        try folder.write(outcome.output, to: "p.json")
        #expect(try await Program.run(["validate", "p.json"], in: folder.url) == .init(code: 0, output: "", messages: "p.json: ok\n"))
        let run = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(run.code == 0)
        #expect(run.messages.contains("read \(example.records) = written \(example.records) + filtered 0 + rejected 0"))
        #expect(!run.messages.contains("warning: "), "\(run.messages)")
    }

    @Test("looks at the beginning of a large document") func large() async throws {
        let folder = try ScratchFolder()
        let item = #"{"id":1,"text":"\#(String(repeating: "x", count: 1 << 16))"}"#
        try folder.write(#"{"meta":{"a":[1]},"items":[\#(Array(repeating: item, count: 80).joined(separator: ","))]}"#, to: "large.json")
        let outcome = try await Program.run(["infer", "large.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains(#"".items[] gives 63 records of the beginning.""#))
    }

    @Test("guesses of the beginning of a large document what it guesses of a small one") func cut() async throws {
        let folder = try ScratchFolder()
        func items(_ count: Int) -> String {
            let items = (0..<count).map { ##"{"id":\##($0),"body":"# \##(String(repeating: "x", count: 5000))","title":"T \##($0)"}"## }
            return "[\(items.joined(separator: ","))]"
        }
        try folder.write(items(5), to: "small/a.json")
        try folder.write(items(2000), to: "large/a.json")
        let small = try await Program.run(["infer", "small/a.json"], in: folder.url).output
        let large = try await Program.run(["infer", "large/a.json"], in: folder.url).output
        func steps(_ text: String) throws -> String { String(text[try #require(text.firstRange(of: "\"stages\"")).lowerBound...]) }
        #expect(small.contains(#""type": "markdown""#) && small.contains(#""stages": []"#), "\(small)")
        #expect(try steps(large) == steps(small))
    }

    @Test(
        "names files so that no two records have one",
        arguments: [
            (#"[{"title":"Same!","text":"a"},{"title":"Same?","text":"b"}]"#, nil),
            (#"[{"title":"Tea","text":"a"},{"title":"TEA","text":"b"}]"#, nil),
            (#"[{"title":"A b","text":"a"},{"title":"C","text":"b"}]"#, "{{.title | slug}}"),
            (#"[{"id":"a/b","title":"A","text":"a"},{"id":"..","title":"B","text":"b"}]"#, "{{.id | slug}}"),
            (#"[{"id":1.5,"title":"A","text":"a"},{"id":2,"title":"A","text":"b"}]"#, "{{.id | tostring | slug}}"),
            (#"[{"id":"a","title":"One","text":"a"},{"id":"A","title":"Two","text":"b"}]"#, "{{.title}}"),
        ] as [(String, String?)])
    func names(_ input: String, _ path: String?) async throws {
        let folder = try ScratchFolder()
        try folder.write(input, to: "data.json")
        let outcome = try await Program.run(["infer", "data.json"], in: folder.url)
        let sink = path.map { #""to": "out/data/\#($0).md""# } ?? #""type": "jsonl""#
        #expect(outcome.output.contains(sink), "\(outcome)")
        try folder.write(outcome.output, to: "p.json")
        let run = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(run.code == 0 && run.messages.contains("read 2 = written 2 "), "\(run.messages)")
    }

    @Test("says what to do about a folder, and about a URL without a scheme that it reads") func notFiles() async throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "folder/x")
        let examples = [
            ("folder", "folder is a folder; name one of the files in it"),
            ("ftp://example.org/x", "cannot open ftp://example.org/x: No such file or directory; only http and https URLs are read"),
            ("127.0.0.1:8765/x", "cannot open 127.0.0.1:8765/x: No such file or directory; a URL begins with http:// or https://"),
            ("api.example.org/x", "cannot open api.example.org/x: No such file or directory; a URL begins with http:// or https://"),
            ("none/x.json", "cannot open none/x.json: No such file or directory"),
        ]
        for (input, message) in examples {
            let outcome = try await Program.run(["infer", input], in: folder.url)
            #expect(outcome == .init(code: 66, output: "", messages: "error: \(message)\n"))
        }
    }

    @Test(
        "refuses what it cannot read",
        arguments: [
            ("", "data.json: there is nothing to look at"),
            ("Words, and words.\nAnd more.\n", "data.json: expected JSON, JSON Lines or CSV, found something else"),
            (
                "id,name,id\n1,A,2\n", "data.json: line 1, column 9: the header has \"id\" twice; the first is column 1"
            ),
            ("<!doctype html><title>Log in</title>", "data.json: this is HTML: Log in; JSON was expected"),
        ])
    func refuses(_ content: String, _ message: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(content, to: "data.json")
        let outcome = try await Program.run(["infer", "data.json"], in: folder.url)
        #expect(outcome == .init(code: 65, output: "", messages: "error: \(message)\n"))
    }

    @Test(
        "refuses options that do not fit",
        arguments: [
            (["x.json", "--header", "A: b"], #"--header and --bearer-env apply only to URLs; "x.json" is a file"#),
            (["http://localhost/", "--bearer-env", "TABPIPE_TEST_UNSET"], "--bearer-env names TABPIPE_TEST_UNSET, which is not set"),
            (["http://localhost/", "--header", "secret"], "--header wants a header field such as 'Accept: application/json'"),
            (["http://localhost/", "--header", "Host: x"], "--header wants a header field such as 'Accept: application/json'"),
        ])
    func options(_ arguments: [String], _ message: String) async throws {
        let outcome = try await Program.run(["infer"] + arguments)
        #expect(outcome == .init(code: 2, output: "", messages: "error: \(message)\n  = help: tabpipe infer --help\n"))
    }
}
