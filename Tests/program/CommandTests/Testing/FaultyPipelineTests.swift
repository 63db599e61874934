import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A change that makes the tested pipeline wrong, and a part of what the test says.
struct PipelineFault: CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let message: String
    var testDescription: String { name }

    static let all = [
        PipelineFault(
            name: "a condition turned round", old: #"".published""#, new: #"".published | not""#,
            message: #"record 0: .title: expected "Bread", found "Draft""#),
        PipelineFault(
            name: "a condition on a field that does not exist", old: #"".published""#, new: #"".publish""#,
            message: #"found: stages[0].where: no record had a field "publish"; did you mean "published"?"#),
        PipelineFault(
            name: "no condition", old: #"    { "type": "filter", "where": ".published" },\#n"#, new: "",
            message: "p.tests.json:22:58: tests[0].expect.counts.filtered: expected 2, found 1"),
        PipelineFault(
            name: "a slug with spaces", old: #" | gsub(\" \"; \"-\")"#, new: "",
            message: #"record 1: .slug: expected "tea-time", found "tea time""#),
        PipelineFault(
            name: "a slug with capitals", old: " | ascii_downcase", new: " | tostring",
            message: #"the nearest is record 2:\#n    .slug: expected "tea-time", found "Tea-Time""#),
        PipelineFault(
            name: "another day", old: "now | todate", new: "(now + 86400) | todate",
            message: #"record 0: .day: expected "2024-01-01", found "2024-01-02""#),
        PipelineFault(
            name: "plain text in place of Markdown", old: "html_to_markdown", new: "html_to_text",
            message: "-Hot **water**\n    +Hot water\n"),
        PipelineFault(
            name: "text in another field", old: #""into": "text""#, new: #""into": "markdown""#,
            message:
                "tests[0].expect: the run failed with the exit code 65: 3 records were rejected and none was written"),
        PipelineFault(
            name: "a field that was not removed", old: #"["body", "published"]"#, new: #"["published"]"#,
            message: #"tests[0].expect.records.matches[0]: 2 of 2 records do not match has("body") | not"#),
        PipelineFault(
            name: "duplicates by another field", old: #""by": ".slug""#, new: #""by": ".author""#,
            message:
                #"rejected: records, item 4: markdown (sinks[0]): the path "bread.md" is taken by an earlier record, item 2; "on_clash": "number" numbers such paths"#
        ),
        PipelineFault(
            name: "duplicates", old: #"    { "type": "dedupe", "by": ".slug" },\#n"#, new: "",
            message: "p.tests.json:23:20: tests[0].expect.rejects: 1 further record was rejected:"),
        PipelineFault(
            name: "another order", old: #""by": ".title""#, new: #""by": ".title | length", "order": "descending""#,
            message: #"record 0: .title: expected "Bread", found "Tea Time""#),
        PipelineFault(
            name: "front matter without a field", old: "{title, author, day}", new: "{title, day}",
            message: "-author: \"Ben\"\n"),
        PipelineFault(
            name: "another name of a file", old: "{{.slug}}", new: "{{.title}}",
            message: "tests[0].expect.files: out/Tea Time.md was written but is missing in expected"),
        PipelineFault(
            name: "another output", old: "out/all.jsonl", new: "out/each.jsonl",
            message: "tests[0].expect.files: out/all.jsonl was not written; if that is right, remove expected/out/all.jsonl"),
        PipelineFault(
            name: "an output less", old: ",\n    { \"type\": \"jsonl\", \"to\": \"out/all.jsonl\" }", new: "",
            message: "tests[0].expect.files: out/all.jsonl was not written; if that is right, remove expected/out/all.jsonl"),
        PipelineFault(
            name: "failures that are skipped", old: #"{ "type": "set","#, new: #"{ "type": "set", "on_error": "skip","#,
            message: "tests[0].expect.counts.rejected: expected 1, found 0 (read 5 = written 2 + filtered 2 + rejected 0 + skipped 1)"),
        PipelineFault(
            name: "a failure that stops the run", old: #"{ "type": "set","#, new: #"{ "type": "set", "on_error": "fail","#,
            message: "the run failed with the exit code 65: records, item 5: set: ascii_downcase input must be a string"),
        PipelineFault(
            name: "a failure that is hidden", old: ".title | ascii_downcase", new: ".title | tostring | ascii_downcase",
            message: "no record was rejected with stage set and step stages[1] and a reason that matches \"must be a string$\""),
        PipelineFault(
            name: "another place of the records", old: ".articles[]", new: ".items[]",
            message: #"tests[1].expect.exit_code: expected 0, found 65: in.json: line 1, byte 79: nothing found at .items"#),
        PipelineFault(
            name: "too many records wanted", old: #"  "sinks""#, new: "  \"min_records\": 3,\n  \"sinks\"",
            message: "the run failed with the exit code 65: 2 records were written, and min_records is 3"),
        PipelineFault(
            name: "requests", old: #"{ "type": "sort", "by": ".title" }"#,
            new: #"{ "type": "hydrate", "url": "http://127.0.0.1:9/{{.slug}}", "merge": "{author}" }"#,
            message: "tests[0]: tests send no requests, and these responses are not recorded:\n    GET http://127.0.0.1:9/"),
    ]
}

@Suite("A test of a pipeline") struct FaultyPipelineTests {
    @Test("passes the good pipeline") func good() async throws {
        let folder = try ScratchFolder()
        try TestedPipeline.write(to: folder)
        let outcome = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(outcome.output.withoutTimes == "ok articles\nok file\n2 passed, 0 failed\n")
        #expect(outcome.code == 0 && outcome.messages == "")
        #expect(try folder.names() == ["expected", "in.json", "p.json", "p.tests.json"])
    }

    @Test("catches a fault, and says where it is", arguments: PipelineFault.all) func catches(_ fault: PipelineFault) async throws {
        try #require(TestedPipeline.pipeline.contains(fault.old))
        let range = try #require(TestedPipeline.pipeline.firstRange(of: fault.old))
        let folder = try ScratchFolder()
        try TestedPipeline.write(to: folder, pipeline: TestedPipeline.pipeline.replacingCharacters(in: range, with: fault.new))
        let outcome = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(outcome.code == 1 && outcome.messages == "", "\(outcome.messages)")
        #expect(outcome.output.contains("FAILED "))
        #expect(outcome.output.contains(fault.message), "\(outcome.output)")
    }

    @Test("shows a failure with its place, and the differences by path") func failure() async throws {
        let folder = try ScratchFolder()
        try TestedPipeline.write(to: folder, pipeline: TestedPipeline.pipeline.replacing("html_to_markdown", with: "html_to_text"))
        let outcome = try await Program.run(["test", "p.json", "--filter", "art"], in: folder.url)
        #expect(
            outcome.output.withoutTimes == #"""
                FAILED articles
                  p.tests.json:15:21: tests[0].expect.records.equals: the records differ
                    record 1: .text: expected "Hot **water**", found "Hot water"
                  p.tests.json:13:18: tests[0].expect.files: out/all.jsonl differs
                    --- expected/out/all.jsonl
                    +++ out/all.jsonl
                    @@ -1,2 +1,2 @@
                     {"title":"Bread","author":"Ben","slug":"bread","day":"2024-01-01","text":"Rye"}
                    -{"title":"Tea Time","author":"Ann","slug":"tea-time","day":"2024-01-01","text":"Hot **water**"}
                    +{"title":"Tea Time","author":"Ann","slug":"tea-time","day":"2024-01-01","text":"Hot water"}
                  p.tests.json:13:18: tests[0].expect.files: out/tea-time.md differs
                    --- expected/out/tea-time.md
                    +++ out/tea-time.md
                    @@ -4,4 +4,4 @@
                     day: "2024-01-01"
                     ---
                     
                    -Hot **water**
                    +Hot water
                0 passed, 1 failed

                """#)
    }

    @Test("runs with the sample pipelines") func samples() async throws {
        let names = ["case-studies", "custom", "front-conversations", "github-issues", "messages-for-training"]
        let outcome = try await Program.run(
            ["test"] + names.map { "pipelines/\($0).json" }, environment: SampleRecording.environment)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.messages)")
        #expect(outcome.output.hasSuffix("9 passed, 0 failed\n"))
    }
}
