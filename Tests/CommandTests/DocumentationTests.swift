import Foundation
import Testing

@Suite("The documentation") struct DocumentationTests {
    /// The JSON blocks of a page.
    static func blocks(_ page: String) throws -> [String] {
        let text = try String(contentsOf: Program.root.appendingPathComponent(page), encoding: .utf8)
        return text.components(separatedBy: "```json\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    @Test("holds pipeline files that are right", arguments: ["README.md"]) func pipelines(_ page: String) throws {
        let folder = try ScratchFolder()
        let blocks = try Self.blocks(page)
        #expect(!blocks.isEmpty)
        for (index, block) in blocks.enumerated() {
            let outcome = try Program.run(["validate", folder.write(block, to: "\(index).json")])
            #expect(outcome.code == 0, "\(outcome.messages)")
        }
    }

    @Test("of every component has an example that is right") func examples() throws {
        let folder = try ScratchFolder()
        for (group, place) in [("sources", "source"), ("stages", "stages"), ("sinks", "sinks")] {
            let names = try Program.run(["list", group]).output.split(separator: "\n").map { String($0.split(separator: " ")[0]) }
            #expect(names.count >= 3)
            for name in names {
                let text = try Program.run(["describe", name]).output
                // A name may belong to a source and a sink.
                let own = text.components(separatedBy: "\(name) (\(group.dropLast()))").last ?? text
                let example = try #require(own.components(separatedBy: "example:\n").dropFirst().first?.split(separator: "\n").first)
                let step = place == "source" ? String(example) : "[\(example)]"
                var parts = ["source": #"{"type":"json","from":"-"}"#, "stages": "[]", "sinks": #"[{"type":"jsonl","to":"-"}]"#]
                parts[place] = step
                let file = "{" + parts.map { "\"\($0)\": \($1)" }.joined(separator: ",") + "}"
                let outcome = try Program.run(["validate", folder.write(file, to: "example.json")])
                #expect(outcome.code == 0, "\(name): \(outcome.messages)")
            }
        }
    }
}
