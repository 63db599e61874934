import Foundation
import TestSupport
import Testing

/// A sample pipeline with its recording.
struct SampleRecording: CustomTestStringConvertible {
    let name: String
    let parameters: [String: String]
    let output: String
    let files: [String]
    let messages: String
    var testDescription: String { name }

    /// Nothing listens on the port of "discard", so a request would fail.
    static let environment = ["http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9", "FRONT_TOKEN": "recording"]

    static let all = [
        SampleRecording(
            name: "case-studies-remote", parameters: ["from": "http://content.example.org/v1/caseStudies.json"], output: "{{.slug}}.md",
            files: ["1-hillside-orchards.md", "2-strandvik-ferries.md", "3-1-240-c-and-why.md", "README.md"],
            messages: "case-studies-remote: read 3 = written 3 + filtered 0 + rejected 0\n"),
        SampleRecording(
            name: "front-conversations", parameters: ["url": "http://api.front.example.org/conversations"], output: "all.jsonl",
            files: ["all.jsonl"], messages: "front-conversations: read 12 = written 12 + filtered 0 + rejected 0\n"),
        SampleRecording(
            name: "github-issues", parameters: ["url": "http://api.github.example.org/repos/example/reader/issues"],
            output: "{{.number}}.md",
            files: ["1.md", "11.md", "12.md", "3.md", "4.md", "6.md", "7.md", "8.md", "9.md", "README.md"],
            messages: "github-issues: read 12 = written 9 + filtered 3 + rejected 0\n"),
        SampleRecording(
            name: "wordpress-posts", parameters: ["url": "http://blog.example.org/wp-json/wp/v2/posts"],
            output: "{{.date[0:10]}}-{{.slug}}.md",
            files: [
                "2026-01-03-first-bake.md", "2026-02-11-the-recipe-in-code.md", "2026-02-27-price-list-2026.md",
                "2026-03-15-brot-fuer-alle.md", "2026-03-28-the-mill.md", "2026-04-09-why-our-bread-is-dark.md",
                "2026-04-20-closed-on-monday.md", "2026-05-02-rye-wheat-time.md", "2026-05-11-a-new-oven.md", "README.md",
            ],
            messages: "wordpress-posts: read 9 = written 9 + filtered 0 + rejected 0\n"),
    ]

    /// The command that runs the pipeline from a folder with responses.
    func arguments(cache: String, output folder: String) -> [String] {
        let parameters = parameters.merging(["cache": "offline", "cache_folder": cache, "to": "\(folder)/\(output)"]) { $1 }
        return ["run", "pipelines/\(name).json"] + parameters.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0)=\($1)"] }
    }
}

@Suite("A sample pipeline with a recording") struct SampleRecordingTests {
    @Test("runs without a network", arguments: SampleRecording.all) func runs(_ sample: SampleRecording) async throws {
        let folder = try ScratchFolder()
        let arguments = sample.arguments(cache: "pipelines/recordings/\(sample.name)", output: "\(folder.path)/out")
        let outcome = try await Program.run(arguments, environment: SampleRecording.environment)
        #expect(outcome.code == 0)
        #expect(outcome.messages.withoutTimes.hasSuffix(sample.messages), "\(outcome.messages)")
        #expect(try folder.names("out") == sample.files)
        let second = try await Program.run(arguments, environment: SampleRecording.environment)
        #expect(second.code == 0)
        #expect(second.messages.contains(sample.files.count == 1 ? "unchanged, 12 records" : "0 files written"), "\(second.messages)")
    }

    @Test("names the URL that a recording lacks", arguments: SampleRecording.all) func empty(_ sample: SampleRecording) async throws {
        let folder = try ScratchFolder()
        let arguments = sample.arguments(cache: "\(folder.path)/empty", output: "\(folder.path)/out")
        let outcome = try await Program.run(arguments, environment: SampleRecording.environment)
        #expect(outcome.code == 69)
        #expect(outcome.messages.contains(try #require(sample.parameters.values.first)), "\(outcome.messages)")
        #expect(try folder.names().contains("out") == false)
    }

    @Test("refuses the recording of another account") func otherAccount() async throws {
        let folder = try ScratchFolder()
        let arguments = SampleRecording.all[1].arguments(cache: "pipelines/recordings/front-conversations", output: "\(folder.path)/out")
        let outcome = try await Program.run(arguments, environment: SampleRecording.environment.merging(["FRONT_TOKEN": "other"]) { $1 })
        #expect(outcome.code == 69)
    }

    @Test("asks the server by default", arguments: SampleRecording.all) func isOnline(_ sample: SampleRecording) throws {
        let file = try String(contentsOf: Program.root.appendingPathComponent("pipelines/\(sample.name).json"), encoding: .utf8)
        #expect(file.contains(#""cache": { "default": "revalidate""#) && file.contains(#""fresh_seconds": 0"#))
        #expect(file.contains(#""default": "https://"#))
    }
}
