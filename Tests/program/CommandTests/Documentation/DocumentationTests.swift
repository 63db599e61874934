import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The documentation") struct DocumentationTests {
    @Test("shows pictures that are there, are small, and are said in words") func pictures() throws {
        let text = try DocumentPage("docs/pages.md").text
        let pictures = text.matches(of: /!\[([^\]]*)\]\(([^)]*)\)/)
        #expect(pictures.count == 4)
        var bytes = 0
        for picture in pictures {
            #expect(picture.1.count > 40, "\(picture.2)")
            bytes += try Data(contentsOf: Program.root.appendingPathComponent("docs/\(picture.2)")).count
        }
        #expect(bytes < 400_000)
    }

    @Test("`tabpipe new` prints a pipeline that runs on what it says is missing") func new() async throws {
        let folder = try ScratchFolder()
        let new = try await Program.run(["new"])
        try folder.write(new.output, to: "new.json")
        let items = try #require(new.messages.firstMatch(of: #/\{"items".*\]\}/#)).output
        try folder.write(String(items), to: "input.json")
        let outcome = try await Program.run(["run", "new.json", "--quiet"], in: folder.url)
        #expect(outcome == .init(code: 0, output: "{\"title\":\"A First Item\",\"slug\":\"a-first-item\"}\n", messages: ""))
    }

    @Test("`tabpipe schema` says what validate says") func schema() async throws {
        func schema(_ arguments: [String]) async throws -> [String: Any] {
            let text = try await Program.run(["schema"] + arguments).output
            return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
        func value(_ object: [String: Any], _ path: String...) -> Any? {
            path.reduce(object as Any?) { value, key in
                if let index = Int(key) { return (value as? [Any])?[index] }
                return (value as? [String: Any])?[key]
            }
        }
        let whole = try await schema([])
        #expect(value(whole, "required") as? [String] == ["source", "sinks"])
        #expect(value(try await schema(["--stages-only"]), "required") as? [String] == [])
        let header = try ["$schema", "name", "description", "rejects"].map { name in
            let option = try #require(value(whole, "properties", name) as? [String: Any])
            let kind = try #require((option["anyOf"] as? [[String: Any]])?.first)
            return [
                option["description"] as? String ?? "", kind["type"] as? String ?? "", (kind["minLength"] as? Int).map(String.init) ?? "",
            ]
        }
        #expect(
            header == [
                ["The schema that an editor checks the file with.", "string", ""],
                ["What messages call the pipeline; without it, the name of the file. It takes {{$parameter}}.", "string", ""],
                ["What the pipeline is for.", "string", ""],
                ["The file that rejected records go to. It takes {{$parameter}}.", "string", "1"],
            ])
        #expect(value(whole, "properties", "stages", "anyOf", "0", "items", "anyOf", "1", "$ref") as? String == "#/$defs/value_node")
        #expect(value(whole, "$defs", "stage", "properties", "type", "anyOf", "1", "$ref") as? String == "#/$defs/value_node")
        func option(_ kind: String, _ type: String, _ name: String) -> Any? {
            let cases = value(whole, "$defs", kind, "allOf") as? [[String: Any]] ?? []
            let step = cases.first { value($0, "if", "properties", "type", "const") as? String == type }
            return step.flatMap { value($0, "then", "properties", name, "anyOf", "0") }
        }
        func fewestFields(_ type: String) -> Int? {
            (option("stage", type, "fields") as? [String: Any]).flatMap { value($0, "anyOf", "1", "minItems") as? Int }
        }
        #expect(fewestFields("select") == 1)
        #expect(fewestFields("remove") == 1)
        #expect((option("sink", "csv", "fields") as? [String: Any])?["minItems"] as? Int == nil)
        #expect((option("sink", "markdown", "to") as? [String: Any])?["minLength"] as? Int == 1)
        #expect((option("sink", "jsonl", "to") as? [String: Any])?["minLength"] as? Int == 1)
    }

    @Test("of lists from APIs names every option of `http`") func options() async throws {
        let page = try ["http", "incremental"].map { try DocumentPage("docs/\($0).md").text }.joined()
        let lines = try await Program.run(["describe", "http"]).output.split(separator: "\n")
        let names = lines.compactMap { $0.firstMatch(of: /^ +(?:type "([a-z0-9_]+)"|([a-z_]+) \(.*\))$/) }.map {
            String($0.1 ?? $0.2 ?? "")
        }
        #expect(names.count > 80)
        for name in Set(names).subtracting(["description"]) {
            #expect(try page.contains(Regex("[`\"._]\(name)[`\".]")), "\(name)")
        }
    }

    @Test("of promises names tests and scripts that are there") func promises() throws {
        let page = try DocumentPage("docs/promises.md").text
        let tests = Program.root.appendingPathComponent("Tests")
        let paths = (FileManager.default.subpaths(atPath: tests.path) ?? []).filter { $0.hasSuffix(".swift") }
        let sources = try paths.map { try String(contentsOf: tests.appendingPathComponent($0), encoding: .utf8) }
        let promises = page.matches(of: /\*(\w+Tests)\*(?:: ("[^"]*"(?:, "[^"]*")*))?/)
        #expect(promises.count > 30)
        for promise in promises {
            let suite = sources.filter { $0.contains("struct \(promise.1)") || $0.contains("extension \(promise.1)") }
            #expect(!suite.isEmpty, "\(promise.1)")
            for name in (promise.2 ?? "").split(separator: "\"") where name != ", " {
                #expect(suite.contains { $0.contains("\"\(name)\"") }, "\(promise.1): \(name)")
            }
        }
        for script in page.matches(of: /`(\w+\.py)`/) {
            #expect(FileManager.default.fileExists(atPath: tests.appendingPathComponent("slow/\(script.1)").path), "\(script.1)")
        }
    }

    @Test("of every component has an example that is right") func examples() async throws {
        let folder = try ScratchFolder()
        // The example of the stage tokens names the file of a tokenizer, which is read with the pipeline file.
        let bytes = (UInt8.min...UInt8.max).map { "\(Data([$0]).base64EncodedString()) \($0)" }
        try folder.write(bytes.joined(separator: "\n"), to: "cl100k_base.tiktoken")
        for (group, place) in [("sources", "source"), ("stages", "stages"), ("sinks", "sinks")] {
            let names = try await Program.run(["list", group]).output.split(separator: "\n").map { String($0.split(separator: " ")[0]) }
            #expect(names.count >= 3)
            for name in names {
                let text = try await Program.run(["describe", name]).output
                // A source and a sink may have the same name.
                let own = text.components(separatedBy: "\(name) (\(group.dropLast()))").last ?? text
                let example = try #require(own.components(separatedBy: "example:\n").dropFirst().first?.split(separator: "\n").first)
                let step = place == "source" ? String(example) : "[\(example)]"
                var parts = ["source": #"{"type":"json","from":"-"}"#, "stages": "[]", "sinks": #"[{"type":"jsonl","to":"-"}]"#]
                parts[place] = step
                let file = "{" + parts.map { "\"\($0)\": \($1)" }.joined(separator: ",") + "}"
                let outcome = try await Program.run(["validate", folder.write(file, to: "example.json")])
                #expect(outcome.code == 0, "\(name): \(outcome.messages)")
            }
        }
    }
}
