import JSONParsing
import Testing

@testable import TabpipeCommands

@Suite("JSON for people") struct ColoredJSONTests {
    private static let value: JSONValue = ["a": 1, "b": ["x", nil, true], "c": [:], "d\"e": "\\\""]

    @Test("is indented JSON where the output is a file") func plain() {
        #expect(ColoredJSON.text(of: Self.value, style: .plain) == Self.value.indentedText)
        #expect(ColoredJSON.text(of: "\u{9B}31m\u{202E}", style: .plain) == "\"\u{9B}31m\u{202E}\"\n")
    }

    @Test("is the same with colors around its tokens") func colored() {
        let text = ColoredJSON.text(of: Self.value, style: .colored)
        #expect(text.replacing(#/\x1B\[[0-9;]*m/#, with: "") == Self.value.indentedText)
        #expect(text.contains("\u{1B}[34;1m\"a\"\u{1B}[0m: \u{1B}[0;39m1\u{1B}[0m,\n"))
        #expect(text.contains("\u{1B}[1;30mnull\u{1B}[0m"))
        #expect(text.contains("\u{1B}[34;1m\"d\\\"e\"\u{1B}[0m: \u{1B}[0;32m\"\\\\\\\"\"\u{1B}[0m\n"))
    }

    @Test("has no characters on a terminal that control it", arguments: [OutputStyle.terminal, .colored]) func controls(
        _ style: OutputStyle
    ) {
        let text = ColoredJSON.text(of: ["k\u{9B}": "\u{7F}\u{85}\u{202E}é\u{1B}"], style: style).replacing(#/\x1B\[[0-9;]*m/#, with: "")
        #expect(text.lowercased() == "{\n  \"k\\u009b\": \"\\u007f\\u0085\\u202eé\\u001b\"\n}\n")
    }
}
