import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Functions for content in pipeline files") struct ContentFunctionCommandTests {
    @Test("give what the stages give") func same() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"""
            { "stages": [
              { "type": "html_to_text", "field": "body", "into": "text" },
              { "type": "html_to_markdown", "field": "body", "into": "markdown" },
              { "type": "blurb", "field": "body", "into": "blurb", "max_characters": 20 },
              { "type": "map", "to": "[.text == (.body | html_text), .markdown == (.body | html_markdown), .blurb == (.body | blurb(20))]" }
            ] }
            """#, to: "same.json")
        let bodies = [
            "<p>Fish &amp; <b>chips</b></p>", "plain *text*\\nin two lines", "<ul><li>one<li>two</ul><table><tr><th>a<tr><td>b</table>", "",
            "<div style='display:none'>hidden</div><p>A long paragraph with many words in it</p>", "a &lt; b",
        ]
        let input = bodies.map { #"{"body": "\#($0)"}"# + "\n" }.joined()
        let outcome = try await Program.run(["pipe", file, "--quiet"], input: input)
        #expect(outcome.output == String(repeating: "[true,true,true]\n", count: bodies.count))
    }

    @Test("are described with examples, limits and what is absent") func described() async throws {
        let page = try await Program.run(["describe", "jq"]).output
        for part in ["    slug(options)\n", "    html_text\n", "    url_join(base)\n", "steps: 100000000\n", "  not there:\n"] {
            #expect(page.contains(part))
        }
    }
}
