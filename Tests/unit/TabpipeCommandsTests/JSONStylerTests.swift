import JSONParsing
import JSONStyling
import Testing

@testable import TabpipeCommands

@Suite("JSON for people") struct JSONStylerTests {
    private static let value: JSONValue = ["a": 1, "b": ["x", nil, true], "c": [:], "d\"e": "\\\""]

    private static func text(_ value: JSONValue, _ style: OutputStyle, jqColors: String? = nil) -> String {
        let colors = JSONColors.named(in: jqColors.map { ["JQ_COLORS": $0] } ?? [:]).colors
        return String(decoding: JSONStyler(style, colors).line(value), as: UTF8.self)
    }

    @Test("is indented JSON where the output is a file") func plain() {
        #expect(Self.text(Self.value, .plain) == Self.value.indentedText)
        #expect(Self.text("\u{9B}31m\u{202E}", .plain) == "\"\u{9B}31m\u{202E}\"\n")
    }

    @Test("is the same with colors around its tokens") func colored() {
        let text = Self.text(Self.value, .colored)
        #expect(text.replacing(#/\x1B\[[0-9;]*m/#, with: "") == Self.value.indentedText)
        let colon = "\u{1B}[1;39m:\u{1B}[0m "
        #expect(text.contains("\u{1B}[1;34m\"a\"\u{1B}[0m\(colon)\u{1B}[0;39m1\u{1B}[0m"))
        #expect(text.contains("\u{1B}[0;90mnull\u{1B}[0m"))
        #expect(text.contains("\u{1B}[1;34m\"d\\\"e\"\u{1B}[0m\(colon)\u{1B}[0;32m\"\\\\\\\"\"\u{1B}[0m\n"))
    }

    @Test("has the colors of JQ_COLORS") func ownColors() {
        #expect(Self.text(nil, .colored, jqColors: "4;31") == "\u{1B}[4;31mnull\u{1B}[0m\n")
        #expect(Self.text(nil, .terminal, jqColors: "4;31") == "null\n")
    }

    @Test("has no characters on a terminal that control it", arguments: [OutputStyle.terminal, .colored]) func controls(
        _ style: OutputStyle
    ) {
        let value: JSONValue = ["k\u{9B}": "\u{7F}\u{85}\u{202E}\u{61C}\u{2066}é\u{2014}\u{62A}\u{1B}"]
        let text = Self.text(value, style).replacing(#/\x1B\[[0-9;]*m/#, with: "")
        #expect(text == "{\n  \"k\\u009b\": \"\\u007f\\u0085\\u202e\\u061c\\u2066é\u{2014}\u{62A}\\u001b\"\n}\n")
    }
}
