import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe graph") struct GraphTests {
    static let pipeline = #"""
        {"name":"a \"b\"","description":"What <it> is for.","source":{"type":"json","from":"in.json"},
         "stages":[{"type":"filter","where":".a","description":"Drafts go."},{"type":"limit","count":1}],
         "sinks":[{"type":"markdown","to":"out/{{.id}}.md"},{"type":"jsonl","to":{"$env":"SECRET"}}]}
        """#

    /// The drawings of ``pipeline`` by their formats.
    private static let plain = [
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

    /// The drawings of a pipeline with stages from other files.
    private static let nested = [
        "text": #"""
        json → filter → lib/a.json [ set → b.json [ map ] → limit ] → set → jsonl

        p
          source     json        in.jsonl
          stages[1]  lib/a.json  Makes b and c.
          sinks[0]   jsonl       out.jsonl

        """#,
        "mermaid": #"""
        ---
        title: "p"
        ---
        flowchart LR
          n0["json<br/>in.jsonl"]
          n1["filter"]
          subgraph g0["lib/a.json<br/>Makes b and c."]
            n2["set"]
            subgraph g1["b.json"]
              n3["map"]
            end
            n4["limit"]
          end
          n5["set"]
          n6["jsonl<br/>out.jsonl"]
          n0 --> n1
          n1 --> n2
          n2 --> n3
          n3 --> n4
          n4 --> n5
          n5 --> n6

        """#,
        "dot": #"""
        digraph pipeline {
          rankdir=LR;
          label="p";
          n0 [label="json\nin.jsonl"];
          n1 [label="filter"];
          subgraph cluster_0 {
            label="lib/a.json\nMakes b and c.";
            n2 [label="set"];
            subgraph cluster_1 {
              label="b.json";
              n3 [label="map"];
            }
            n4 [label="limit"];
          }
          n5 [label="set"];
          n6 [label="jsonl\nout.jsonl"];
          n0 -> n1;
          n1 -> n2;
          n2 -> n3;
          n3 -> n4;
          n4 -> n5;
          n5 -> n6;
        }

        """#,
    ]

    @Test(
        "shows names, remarks and paths, and groups of used stages",
        arguments: [(false, plain), (true, nested)].flatMap { isNested, texts in texts.map { (isNested, $0.key, $0.value) } })
    func drawing(_ isNested: Bool, _ format: String, _ text: String) async throws {
        let folder = isNested ? try UsedStagesPlacesTests.folder() : try ScratchFolder()
        if !isNested { try folder.write(Self.pipeline, to: "p.json") }
        let outcome = try await Program.run(
            ["graph", "p.json", "--format", format], in: folder.url, environment: ["SECRET": "hunter2.jsonl"])
        #expect(outcome == .init(code: 0, output: text, messages: ""))
    }
}
