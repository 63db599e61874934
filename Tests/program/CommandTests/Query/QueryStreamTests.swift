import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Long texts, whose values are read one by one.
@Suite("query on long texts") struct QueryStreamTests {
    /// Texts of more than 1 MiB, which count as long, and short ones between them.
    private static let texts: String = {
        let padding = String(repeating: "x", count: 1_060_000)
        let items = (0..<15_000).map { #"{"id": \#($0), "name": "n\#($0)", "v": [\#($0), {"w": null, "x": "0123456789"}]}"# }.joined(
            separator: ",\n")
        return """
            {"meta": {"x": 1, "e": []}, "items": [\(items)], "tail": {"a": 5}}
            {"items": {"k": {"id": "in an object"}}, "pad": "\(padding)"} [1, 2]
            {"items": [], "pad": "\(padding)"}{"items": [7, "s", null, {"id": 3, "pad": "\(padding)"}]} {"pad": "\(padding)"}
            null

            """
    }()

    static let programs = [
        ".items[0]", ".items[14999].v[1]", ".items[15000]", ".items[3].id", ".items[0]?.name", ".items[]", ".items[].id", ".items[]?.id?",
        ".items[] | select(.id == 3 or .id == 14998) | .name", ".tail.a", ".meta", ".meta.e[]", ".meta.x.y", ".meta.x[]", ".meta[0]",
        ".nope", ".nope.x", ".nope[]", ".nope[]?", ".nope.x[0]", ".items.x", ".items[\"k\"]?", ".[]", ".[] | length", ".[0]", ".[1]?",
        ".items[] | if .id == 5 then error(\"x\") else .id end", ".items[-1]", ".items[1:3]", ".items[1.5]", ".items[], .meta",
        ".items[] | input_filename", ".items[].v[0] | select(. > 14990) | halt",
    ]

    @Test("gives what it gives on whole texts", arguments: zip(programs, programs.indices.map { $0 % 2 == 0 ? "1" : "3" })) func isEqual(
        _ program: String, _ jobs: String
    )
        async throws
    {
        let folder = try ScratchFolder()
        try folder.write(Self.texts, to: "in.json")
        let streamed = try await Program.run(["query", "-c", "--jobs", jobs, program, "in.json"], in: folder.url)
        // A program that begins with a variable has no path to stream at.
        let whole = try await Program.run(["query", "-c", "0 as $zero | \(program)", "in.json"], in: folder.url)
        #expect(streamed.output == whole.output)
        #expect(streamed.code == whole.code, "\(streamed.messages)")
        func reasons(_ messages: String) -> [String] {
            messages.split(separator: "\n").map { String($0).replacing(#/line \d+/#, with: "") }
        }
        #expect(reasons(streamed.messages) == reasons(whole.messages))
    }

    @Test("gives the values in front of invalid JSON, and its place") func invalid() async throws {
        let items = (0..<100_000).map { "{\"id\":\($0)}" }.joined(separator: ",\n")
        let outcome = try await Program.run(["query", "-c", ".items[] | select(.id > 99997)"], input: "{\"items\":[\(items)],\n]")
        #expect(
            outcome
                == .init(
                    code: 5, output: "{\"id\":99998}\n{\"id\":99999}\n",
                    messages: "error: standard input: line 100001, byte 1388901: expected a key in quotation marks, found \"]\"\n"))
    }

    @Test("names a key that stands twice") func duplicate() async throws {
        let padding = String(repeating: "x", count: 1_500_000)
        let outcome = try await Program.run(["query", ".a"], input: "{\"a\":1,\"pad\":\"\(padding)\",\"a\":2}")
        #expect(outcome.code == 5)
        #expect(outcome.output == "1\n")
        #expect(outcome.messages == "error: standard input: line 1, byte 1500016: the key \"a\" stands twice in one object\n")
    }

    @Test("ends well at a text without values behind one with an error", arguments: ["1", "2"]) func noValues(_ jobs: String) async throws {
        let padding = String(repeating: "x", count: 1_500_000)
        let outcome = try await Program.run(
            ["query", "--jobs", jobs, ".a[]"], input: "{\"a\":1,\"pad\":\"\(padding)\"} {\"a\":[],\"pad\":\"\(padding)\"}")
        #expect(
            outcome == .init(code: 0, output: "", messages: "error: standard input: line 1: Cannot iterate over number (1)\n"))
    }

    @Test("ends at the first output with --first") func first() async throws {
        let outcome = try await Program.run(
            ["query", "--first", ".items[1]"], input: "{\"items\":[1,2,\(String(repeating: "3,", count: 700_000)) no JSON")
        #expect(outcome == .init(code: 0, output: "2\n", messages: ""))
    }
}
