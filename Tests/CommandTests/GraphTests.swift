import Foundation
import TestSupport
import Testing

@Suite("tabpipe graph") struct GraphTests {
    static let pipeline = #"""
        {"name":"a \"b\"","description":"What <it> is for.","source":{"type":"json","from":"in.json"},
         "stages":[{"type":"filter","where":".a","description":"Drafts go."},{"type":"limit","count":1}],
         "sinks":[{"type":"markdown","to":"out/{{.id}}.md"},{"type":"jsonl","to":{"$env":"SECRET"}}]}
        """#

    static let examples = [
        "text": #"""
        json → filter → limit → markdown
                              → jsonl

        a "b": What <it> is for.
          source     json      in.json
          stages[0]  filter    Drafts go.
          sinks[0]   markdown  out/{{.id}}.md
          sinks[1]   jsonl     ***

        """#,
        "mermaid": #"""
        ---
        title: "a \"b\": What <it> is for."
        ---
        flowchart LR
          n0["json<br/>in.json"]
          n1["filter<br/>Drafts go."]
          n2["limit"]
          n3["markdown<br/>out/{{.id}}.md"]
          n4["jsonl<br/>***"]
          n0 --> n1
          n1 --> n2
          n2 --> n3
          n2 --> n4

        """#,
        "dot": #"""
        digraph pipeline {
          rankdir=LR;
          label="a \"b\": What <it> is for.";
          n0 [label="json\nin.json"];
          n1 [label="filter\nDrafts go."];
          n2 [label="limit"];
          n3 [label="markdown\nout/{{.id}}.md"];
          n4 [label="jsonl\n***"];
          n0 -> n1;
          n1 -> n2;
          n2 -> n3;
          n2 -> n4;
        }

        """#,
    ]

    @Test("shows names, remarks and paths", arguments: ["text", "mermaid", "dot"]) func shows(_ format: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline, to: "p.json")
        let outcome = try await Program.run(
            ["graph", "p.json", "--format", format], in: folder.url, environment: ["SECRET": "hunter2.jsonl"])
        #expect(outcome == .init(code: 0, output: try #require(Self.examples[format]), messages: ""))
    }
}
