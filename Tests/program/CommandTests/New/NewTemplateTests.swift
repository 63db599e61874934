import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe new TEMPLATE") struct NewTemplateTests {
    private static let names = [
        "markdown", "threads", "site", "api", "wordpress", "feed", "markdown-site", "contentful", "notion", "sanity", "strapi", "ghost",
    ]

    @Test("has a sentence in the help, and its name in the completion", arguments: names) func help(_ name: String) async throws {
        #expect(try await Program.run(["new", "--help"]).output.contains("`\(name)`"))
        let line = try await Program.run(["completion", "fish"]).output.split(separator: "\n").first {
            $0.contains("seen_subcommand_from new\" -a")
        }
        #expect(line?.split(whereSeparator: { " \"".contains($0) }).contains(Substring(name)) == true)
    }

    @Test("writes a file that is valid, and prints the same without FILE", arguments: names) func writes(_ name: String) async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run(["new", name, "my file"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.messages.hasPrefix("my file is written; tabpipe run my file\n"))
        #expect(try await folder.read("my file") == Program.run(["new", name]).output)
        #expect(try await Program.run(["validate", "my file"], in: folder.url).code == 0)
    }

    @Test(
        "gives a pipeline that runs on what its message shows, without a warning",
        arguments: [
            (
                "markdown", ["README.md", "a-first-article.md"], "out/a-first-article.md",
                "---\ntitle: \"A First Article\"\ndate: \"2026-05-01\"\n---\n\nText\n"
            ),
            (
                "threads", ["messages.jsonl"], "out/messages.jsonl",
                #"{"subject":"Hello","index":0,"from":"Ada","date":"2026-05-01","markdown":"Hi"}"# + "\n"
            ),
        ])
    func runs(_ name: String, _ names: [String], _ file: String, _ text: String) async throws {
        let folder = try ScratchFolder()
        let new = try await Program.run(["new", name, "p.json"], in: folder.url)
        let sample = try #require(new.messages.firstMatch(of: #/(\w+\.json) beside it: (\{.*\});/#)).output
        try folder.write(String(sample.2), to: String(sample.1))
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(!outcome.messages.contains("warning: "), "\(outcome.messages)")
        #expect(outcome.messages.contains("read 1 = written 1 + filtered 0 + rejected 0"))
        #expect(try folder.names("out") == names)
        #expect(try folder.read(file) == text)
    }

    @Test("gives a site with a page for each article, and a list of them") func site() async throws {
        let folder = try ScratchFolder()
        let new = try await Program.run(["new", "site", "p.json"], in: folder.url)
        let sample = try #require(new.messages.firstMatch(of: #/(\w+\.json) beside it: (\{.*\});/#)).output
        try folder.write(String(sample.2), to: String(sample.1))
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(!outcome.messages.contains("warning: "), "\(outcome.messages)")
        let list = try folder.read("out/site/index.html")
        let link = try #require(
            list.firstMatch(of: #/href="([^":]+\.html)"[^>]*>\s*(?:<[^>]+>\s*)*A First Article/#), "\(list.suffix(2000))")
        #expect(try folder.read("out/site/\(link.output.1)").contains("A First Article</h1>"))
    }

    @Test("for an API reads all pages", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping)) func api() async throws {
        let folder = try ScratchFolder()
        let origin = try await OriginServer.shared()
        _ = try await Program.run(["new", "api", "p.json"], in: folder.url)
        let outcome = try await Program.run(
            ["run", "p.json", "--set", "url=\(origin.base)/paging/link_header?run=\(UUID().uuidString)"], in: folder.url,
            environment: ["API_TOKEN": "any"])
        #expect(outcome.code == 0)
        #expect(outcome.messages.contains("read 437 = written 437 + filtered 0 + rejected 0"))
        #expect(try folder.names("out") == ["items.jsonl"])
    }

    @Test(
        "knows no other names",
        arguments: [
            (["aip"], #"no template is called "aip"; did you mean "api"?"#),
            (["contentfull"], #"no template is called "contentfull"; did you mean "contentful"?"#),
            (["markdown_site"], #"no template is called "markdown_site"; did you mean "markdown-site"?"#),
            (["plugins"], #"no template is called "plugins"; did you mean "plugin"?"#),
            (
                ["articles"],
                #"no template is called "articles"; there are markdown, threads, site, api, wordpress, feed, markdown-site, contentful, "#
                    + "notion, sanity, strapi, ghost; a file to write ends in .json"
            ),
            (["api", "a.json", "b.json"], #"one word too many: "b.json""#),
            (["markdown", "input.json"], "the pipeline reads input.json; choose another name for FILE"),
            (["./input.json"], "the pipeline reads input.json; choose another name for FILE"),
            (["markdown", "a.json", "--tabpipe", "x"], "--tabpipe is only for `new plugin NAME`"),
        ])
    func refuses(_ arguments: [String], _ message: String) async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run(["new"] + arguments, in: folder.url)
        #expect(outcome == .init(code: 2, output: "", messages: "error: \(message)\n  = help: tabpipe new --help\n"))
        #expect(try folder.names() == [])
    }
}
