import Foundation
import HTMLParsing
import SiteSupport
import TestSupport
import Testing

@Suite("A theme") struct ThemeTests {
    private static func pipeline(_ theme: String) -> String {
        """
        { "parameters": { "from": {}, "to": {} }, "source": { "type": "json", "from": { "$param": "from" }, "items": ".[]" },
          "sinks": [ { "type": "site", "to": { "$param": "to" }, "theme": \(theme) } ] }
        """
    }
    private static let articles =
        #"[{"slug":"a","title":"A","html":"x"},{"slug":"b/c","title":"B","html":"x"},{"slug":"t","subject":"T","messages":[{"body":"x"}]}]"#

    /// What a run has written.
    private struct Outcome {
        let code: Int32
        let output: String
        /// The pages by their paths.
        let pages: [String: String]
    }

    /// Runs a pipeline in a folder that has files beside it.
    private func run(_ theme: String, files: [String: String] = [:]) async throws -> Outcome {
        let folder = try ScratchFolder()
        for (name, text) in files { _ = try folder.write(text, to: name) }
        let from = try folder.write(Self.articles, to: "articles.json")
        let file = try folder.write(Self.pipeline(theme), to: "pipelines/p.json")
        let outcome = try await Tabpipe.run(["run", file, "--set", "from=\(from)", "--set", "to=\(folder.path)/site/{{.slug}}.html"])
        var pages: [String: String] = [:]
        for name in ["a.html", "b/c.html", "t.html"] where outcome.code == 0 { pages[name] = try folder.read("site/\(name)") }
        return Outcome(code: outcome.code, output: outcome.text, pages: pages)
    }

    @Test("of the samples has icon, logo, header, footer, fonts, colors, and its style sheet in the policy") func sample() async throws {
        let site = try await Site("site-themed", String(contentsOf: Site.sampleStudies, encoding: .utf8))
        #expect(site.code == 0, "\(site.messages)")
        for name in ["index", "1-harbour-ferries", "404"] {
            let page = try site.text(name)
            #expect(page.contains(#"<link rel="icon" href="data:image/svg+xml,%3Csvg"#))
            #expect(page.contains(#"<img src="data:image/svg+xml,%3Csvg"#))
            #expect(page.contains("Harbour Studio, Pier 4."))
            #expect(page.contains("--accent: #0b5c63;") && page.contains("--accent: #7fd6d3;"))
            #expect(page.contains(#":root { font-family: "Source Serif 4", "Charter", "Georgia", serif; }"#))
            #expect(page.contains("text-decoration-color: var(--line)"))
            #expect(page.matches(of: /<style>/).count == 2)
        }
        #expect(try Outline(site.text("404")).links.contains(.init(address: "https://www.example.org/studies/index.html", text: "Work")))
        #expect(try HeadTags(site.text("1-harbour-ferries")).meta["article:published_time"] == "2024-01-02T00:00:00Z")
    }

    @Test("can be in a file or in the pipeline, with paths relative to where they stand") func places() async throws {
        let header =
            "<nav><a href='b/c.html?x#y'>B</a> <a href='/'>root</a> <a href='#m'>m</a></nav><script>alert(1)</script><main>m</main>"
        let own = try await run(
            #""look/theme.json""#, files: ["pipelines/look/theme.json": #"{"header":"h.html"}"#, "pipelines/look/h.html": header])
        let inline = try await run(#"{"header":"look/h.html"}"#, files: ["pipelines/look/h.html": header])
        let content = try await run(
            #"{"$file":"theme.json"}"#, files: ["pipelines/theme.json": #"{"header":"h.html"}"#, "pipelines/h.html": header])
        for site in [own, inline, content] {
            #expect(site.code == 0, "\(site.output)")
            let page = try #require(site.pages["b/c.html"])
            let links = Outline(page).links.map(\.address)
            #expect(links.contains("../b/c.html?x#y") && links.contains("/") && links.contains("#m"))
            #expect(!page.contains("alert(1)") && page.matches(of: /<main/).count == 1)
            let thread = try #require(site.pages["t.html"])
            #expect(Outline(thread).links.map(\.address).contains("b/c.html?x#y"))
        }
    }

    @Test("gives the browser's hash of its style sheet, whatever its line breaks") func lineBreaks() async throws {
        let site = try await run(#"{"style":"s.css"}"#, files: ["pipelines/s.css": "\u{FEFF}p { color: red }\r\nb { color: blue }\r"])
        #expect(site.code == 0, "\(site.output)")
        let page = try #require(site.pages["a.html"])
        #expect(page.contains("<style>p { color: red }\nb { color: blue }\n</style>"))
    }

    @Test("does not concern sites without one") func usual() async throws {
        let site = try await Site("site-threads", String(contentsOf: Site.sampleThreads, encoding: .utf8))
        let page = try site.text("index")
        #expect(page.contains(#"<link rel="icon" href="data:image/svg+xml,%3Csvg"#))
        #expect(page.matches(of: /<style>/).count == 1 && !page.contains("site-header"))
    }

    @Test(
        "is checked, and faults are shown in their file",
        arguments: [
            (
                #"{"colors":{"light":{"ink":"nay"}}}"#, [:], "sinks[0].theme.colors.light.ink",
                #"or "navy", found "nay"; did you mean "navy"?"#
            ),
            (
                ##"{"colors":{"light":{"soft":"#999"}}}"##, [:], "sinks[0].theme.colors.light",
                "soft #999999 on paper #f6f5f2 has a contrast of 2.61:1; text needs 4.5:1"
            ),
            (
                ##"{"colors":{"dark":{"paper":"#fff"}}}"##, [:], "sinks[0].theme.colors.dark",
                "ink #e9e7e3 on paper #ffffff has a contrast of 1.23:1"
            ),
            (#"{"font":["a;b"]}"#, [:], "sinks[0].theme.font", #""-" and "_", found "a;b""#),
            (#"{"style":"no.css"}"#, [:], "sinks[0].theme.style", "no.css"),
            (
                #"{"style":"s.css"}"#, ["pipelines/s.css": "a{}\n</STYLE>"], "sinks[0].theme.style",
                "expected a style sheet without \"</style\", found it in line 2"
            ),
            (
                #"{"logo":"l.png"}"#, ["pipelines/l.png": "text"], "sinks[0].theme.logo",
                "expected an image as SVG, PNG, JPEG, WebP, GIF or AVIF, found a file of another format"
            ),
            (
                #"{"logo":"l.png"}"#, ["pipelines/l.png": String(repeating: "x", count: 70_000)], "sinks[0].theme.logo",
                "is longer than the limit"
            ),
            (#"{"colour":{}}"#, [:], "sinks[0].theme.colour", "unknown option"),
            (#""theme.json""#, ["pipelines/theme.json": "{\n \"colours\": {} }"], "theme.json:2:2: error:", "unknown option \"colours\""),
            (#""theme.json""#, ["pipelines/theme.json": "{\n \"colors\": }"], "theme.json:2:12: error:", "expected"),
            (#""theme.json""#, ["pipelines/theme.json": "[]"], "theme.json:1:1: error:", "expected an object"),
            (#""none.json""#, [:], "sinks[0].theme", "none.json"),
        ] as [(String, [String: String], String, String)])
    func faults(_ theme: String, _ files: [String: String], _ place: String, _ message: String) async throws {
        let site = try await run(theme, files: files)
        #expect(site.code == 78)
        #expect(site.output.contains(place) && site.output.contains(message), "\(site.output)")
    }

    @Test("has no header or footer in another encoding than UTF-8", arguments: ["header", "footer"]) func encoding(_ name: String)
        async throws
    {
        let folder = try ScratchFolder()
        let file = try folder.write(Self.pipeline(#"{"\#(name)":"latin.html"}"#), to: "pipelines/p.json")
        try Data([0x41, 0xE4]).write(to: folder.url.appendingPathComponent("pipelines/latin.html"))
        let outcome = try await Tabpipe.run(["validate", file, "--set", "from=a.json", "--set", "to=site/{{.slug}}.html"])
        #expect(outcome.code == 78)
        #expect(outcome.messages.contains("sinks[0].theme.\(name)"))
        #expect(outcome.messages.contains("expected HTML in UTF-8, found a file in another encoding"))
    }
}
