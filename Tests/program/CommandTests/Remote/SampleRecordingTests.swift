import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A sample pipeline with its recording.
struct SampleRecording: CustomTestStringConvertible {
    let name: String
    let url: String
    let output: String
    let files: [String]
    let messages: String
    /// Whether the pipeline also writes images, into a folder of their own.
    var hasImages = false
    var testDescription: String { name }

    /// Nothing listens on the port of "discard", so a request would fail.
    static let environment = ["http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"]

    static let all = [
        SampleRecording(
            name: "case-studies-remote", url: "http://content.example.org/v1/caseStudies.json", output: "{{.slug}}.md",
            files: ["1-hillside-orchards.md", "2-strandvik-ferries.md", "3-1-240-c-and-why.md", "README.md"],
            messages: "case-studies-remote: read 3 = written 3 + filtered 0 + rejected 0\n", hasImages: true),
        SampleRecording(
            name: "site-case-studies-remote", url: "http://content.example.org/v1/caseStudies.json", output: "{{.slug}}.html",
            files: ["1-hillside-orchards.html", "2-strandvik-ferries.html", "3-1-240-c-and-why.html", "index.html"],
            messages: "site-case-studies-remote: read 3 = written 3 + filtered 0 + rejected 0\n", hasImages: true),
        SampleRecording(
            name: "front-conversations", url: "http://api.front.example.org/conversations", output: "all.jsonl",
            files: ["all.jsonl"], messages: "front-conversations: read 12 = written 12 + filtered 0 + rejected 0\n"),
        SampleRecording(
            name: "github-issues", url: "http://api.github.example.org/repos/example/reader/issues",
            output: "{{.number}}.md",
            files: ["1.md", "11.md", "12.md", "3.md", "4.md", "6.md", "7.md", "8.md", "9.md", "README.md"],
            messages: "github-issues: read 12 = written 9 + filtered 3 + rejected 0\n"),
        SampleRecording(
            name: "wordpress-posts", url: "http://blog.example.org/wp-json/wp/v2/posts",
            output: "{{.date[0:10]}}-{{.slug}}.md",
            files: [
                "2026-01-03-first-bake.md", "2026-02-11-the-recipe-in-code.md", "2026-02-27-price-list-2026.md",
                "2026-03-15-brot-fuer-alle.md", "2026-03-28-the-mill.md", "2026-04-09-why-our-bread-is-dark.md",
                "2026-04-20-closed-on-monday.md", "2026-05-02-rye-wheat-time.md", "2026-05-11-a-new-oven.md", "README.md",
            ],
            messages: "wordpress-posts: read 9 = written 9 + filtered 0 + rejected 0\n"),
    ]

    /// The command that runs the pipeline from its recording, with its outputs in another folder.
    func arguments(output folder: String, _ more: String...) -> [String] {
        let parameters = ["cache=offline", "to=\(folder)/\(output)"] + (hasImages ? ["images=\(folder)-images"] : []) + more
        return ["run", "pipelines/\(name).json"] + parameters.flatMap { ["--set", $0] }
    }
}

@Suite("A sample pipeline with a recording") struct SampleRecordingTests {
    @Test("runs without a network", arguments: SampleRecording.all) func runs(_ sample: SampleRecording) async throws {
        let folder = try ScratchFolder()
        let arguments = sample.arguments(output: "\(folder.path)/out")
        let outcome = try await Program.run(arguments, environment: SampleRecording.environment)
        #expect(outcome.code == 0)
        #expect(outcome.messages.withoutTimes.hasSuffix(sample.messages), "\(outcome.messages)")
        #expect(try folder.names("out") == sample.files)
        if sample.hasImages {
            let images = try folder.names("out-images")
            // Where a program of this machine makes smaller copies, they stand beside the images.
            #expect(images.count { !$0.hasSuffix("-480.webp") && !$0.hasSuffix("-960.webp") } == 7)
            let texts = try sample.files.map { try folder.read("out/\($0)") }.joined()
            for image in images { #expect(texts.contains("images/\(image)"), "\(image)") }
        }
        let second = try await Program.run(arguments, environment: SampleRecording.environment)
        #expect(second.code == 0)
        #expect(second.messages.contains(sample.files.count == 1 ? "unchanged, 12 records" : "0 files written"), "\(second.messages)")
    }

    @Test("names the URL that a recording lacks", arguments: SampleRecording.all) func empty(_ sample: SampleRecording) async throws {
        let folder = try ScratchFolder()
        let arguments = sample.arguments(output: "\(folder.path)/out", "cache_folder=\(folder.path)/empty")
        let outcome = try await Program.run(arguments, environment: SampleRecording.environment)
        #expect(outcome.code == 69)
        #expect(outcome.messages.contains(sample.url), "\(outcome.messages)")
        #expect(try folder.names().contains("out") == false)
    }

    @Test("refuses the recording of another account") func otherAccount() async throws {
        let folder = try ScratchFolder()
        let arguments = SampleRecording.all[2].arguments(output: "\(folder.path)/out", "token=other")
        let outcome = try await Program.run(arguments, environment: SampleRecording.environment)
        #expect(outcome.code == 69)
    }

    @Test("asks the server by default", arguments: SampleRecording.all) func isOnline(_ sample: SampleRecording) throws {
        let file = try String(contentsOf: Program.root.appendingPathComponent("pipelines/\(sample.name).json"), encoding: .utf8)
        #expect(file.contains(#""cache": { "default": "revalidate""#) && file.contains(#""fresh_seconds": 0"#))
        #expect(file.contains(#""default": "https://"#))
    }
}
