import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("JSON on a terminal") struct TerminalColorTests {
    /// A record with every kind of value, and characters that a terminal must not get.
    private static let record = #"{"k":[null,true,false,1,"a\u009b\u202eé"],"o":{}}"#

    private static func colored(_ colors: [String]) -> String {
        func part(_ color: Int, _ text: String) -> String { "\u{1B}[\(colors[color])m\(text)\u{1B}[0m" }
        let comma = part(5, ",")
        return part(6, "{") + "\n  " + part(7, "\"k\"") + part(6, ":") + " " + part(5, "[") + "\n    "
            + [part(0, "null"), part(2, "true"), part(1, "false"), part(3, "1")].map { $0 + comma + "\n    " }.joined()
            + part(4, #""a\u009b\u202eé""#) + "\n  " + part(5, "]") + part(6, ",") + "\n  "
            + part(7, "\"o\"") + part(6, ":") + " " + part(6, "{}") + "\n" + part(6, "}") + "\n"
    }

    private static let standard = ["0;90", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39", "1;34"]
    private static let own = ["0;31", "0;32", "0;33", "0;34", "0;35", "0;36", "0;37", "1;31"]
    private static let plain =
        "{\n  \"k\": [\n    null,\n    true,\n    false,\n    1,\n    \"a\\u009b\\u202eé\"\n  ],\n  \"o\": {}\n}\n"

    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let environment: [String: String]
        let output: String
        var warning = ""
    }

    static let examples = [
        Example(testDescription: "jq's colors", environment: [:], output: colored(standard)),
        Example(
            testDescription: "those of JQ_COLORS", environment: ["JQ_COLORS": own.joined(separator: ":")], output: colored(own)),
        Example(
            testDescription: "jq's where JQ_COLORS has others", environment: ["JQ_COLORS": "red"], output: colored(standard),
            warning: "warning: JQ_COLORS is not used: it may hold digits, semicolons and colons\n"),
        Example(testDescription: "none with NO_COLOR", environment: ["NO_COLOR": "1"], output: plain),
        Example(testDescription: "none on a terminal that has none", environment: ["TERM": "dumb"], output: plain),
    ]

    @Test("has the same colors in peek and query", arguments: examples) func colors(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.record, to: "in.json")
        try folder.write(#"{"source":{"type":"json","from":"in.json"}}"#, to: "p.json")
        let query = try await TerminalProgram.run(["query", ".", "in.json"], in: folder.url, environment: example.environment)
        #expect(query == .init(code: 0, output: example.output, messages: example.warning))
        let peek = try await TerminalProgram.run(["peek", "p.json"], in: folder.url, environment: example.environment)
        let summary = "1 record after source json, of 1 read\n"
        #expect(peek == .init(code: 0, output: example.output, messages: example.warning + summary))
    }
}
