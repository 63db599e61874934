import JSONParsing
import Testing

@testable import TextMeasures

@Suite("Tokenizers") struct TokenizerTests {
    private static func pieces(_ text: String, _ pattern: TokenPattern) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var start = 0
        return TokenSplitter.ends(of: scalars, by: pattern).map { end in
            defer { start = end }
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: scalars[start..<end])
            return String(piece)
        }
    }

    /// The pieces are those of the regular expressions by Python's package `regex`.
    static let splitTexts: [(String, TokenPattern, [String])] = [
        ("I'm 1234  days\n\n old!", .gpt2, ["I", "'m", " 1234", " ", " days", "\n\n", " old", "!"]),
        ("I'M it's", .gpt2, ["I", "'", "M", " it", "'s"]),
        ("I'M 1234  days\n\n old!\n", .cl100k, ["I", "'M", " ", "123", "4", " ", " days", "\n\n", " old", "!\n"]),
        ("a\n  ", .cl100k, ["a", "\n  "]), ("a\n  ", .o200k, ["a", "\n", "  "]), ("  a", .cl100k, [" ", " a"]),
        ("-a-", .cl100k, ["-a", "-"]),
        ("HTTPServer camelCase don't", .o200k, ["HTTPServer", " camel", "Case", " don't"]),
        ("中A中AAB é://x", .o200k, ["中A中", "AAB", " é", "://", "x"]), ("e\u{301}E\u{301}", .o200k, ["e\u{301}", "E\u{301}"]),
        (" \u{301}A \u{301}", .o200k, [" \u{301}", "A", " \u{301}"]), ("'\u{17F}x", .cl100k, ["'\u{17F}", "x"]), ("", .gpt2, []),
        (" ", .gpt2, [" "]),
    ]

    @Test("split texts as their patterns say", arguments: splitTexts) func splits(
        _ text: String, _ pattern: TokenPattern, _ pieces: [String]
    ) {
        #expect(Self.pieces(text, pattern) == pieces)
    }

    @Test("know patterns by their names and regular expressions") func patterns() {
        #expect(TokenPattern.names.allSatisfy { TokenPattern($0)?.name == $0 })
        #expect(TokenPattern(#"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"#) == .gpt2)
        #expect(TokenPattern(#"\w+"#) == nil)
    }

    /// A file of tiktoken: all bytes, then these tokens.
    private static func tiktoken(_ tokens: [String]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        func base64(_ bytes: [UInt8]) -> [UInt8] {
            stride(from: 0, to: bytes.count, by: 3).flatMap { start -> [UInt8] in
                let group = Array(bytes[start..<min(start + 3, bytes.count)])
                let number = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < group.count ? UInt32(group[$1]) : 0) }
                return (0..<4).map { $0 <= group.count ? digits[Int(number >> (18 - 6 * UInt32($0)) & 63)] : UInt8(ascii: "=") }
            }
        }
        let all = (UInt8.min...UInt8.max).map { [$0] } + tokens.map { Array($0.utf8) }
        return all.enumerated().flatMap { base64($1) + Array(" \($0)\n".utf8) }
    }

    @Test("merge the pair of the lowest rank first, and of equals the first") func merges() throws {
        let tokenizer = try Tokenizer(tiktoken: Self.tiktoken(["bc", "ab", "abc", "aa", "aaa"]), pattern: .gpt2)
        let (b, c, bc, ab, abc, aa, aaa) = (98, 99, 256, 257, 258, 259, 260)
        for (text, tokens) in [
            ("abcd", [abc, 100]), ("abbc", [ab, bc]), ("abc", [abc]), ("abd", [ab, 100]), ("aaaa", [aa, aa]), ("aaa", [aaa]),
            ("aaaaa", [aa, aaa]),
            ("cb", [c, b]), ("", []), ("é", [0xC3, 0xA9]),
        ] { #expect(tokenizer.tokens(of: text) == tokens, "\(text)") }
        #expect(try Tokenizer(tiktoken: Self.tiktoken(["bc", "ab"]), pattern: .gpt2).tokens(of: "abc") == [97, bc])
    }

    /// The example of a tokenizer.json: all bytes, and the merges h+e and he+y.
    private static func json(_ replacements: [(String, String)] = []) -> [UInt8] {
        var letters: [String] = []
        var next: UInt32 = 256
        for byte: UInt32 in 0...255 {
            let isVisible = (0x21...0x7E).contains(byte) || (0xA1...0xAC).contains(byte) || byte >= 0xAE
            letters.append(Unicode.Scalar(isVisible ? byte : next).map { String($0) } ?? "")
            if !isVisible { next += 1 }
        }
        let vocabulary = (letters + ["he", "hey", "yy"]).enumerated().map { "\(JSONValue.string($1).compactText):\($0)" }
        var text = #"""
            {"added_tokens":[{"id":300,"content":"<|x|>","normalized":false,"special":true},{"id":301,"content":"<|x|>y","normalized":false}],\#
            "normalizer":null,"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,"use_regex":true},\#
            "model":{"type":"BPE","dropout":null,"unk_token":null,"vocab":{\#(vocabulary.joined(separator: ","))},"merges":["h e",["he","y"]]}}
            """#
        for (old, new) in replacements { text.replace(old, with: new) }
        return Array(text.utf8)
    }

    @Test("read a tokenizer.json") func reads() throws {
        let (he, hey) = (256, 257)
        let plain = try Tokenizer(json: Self.json())
        for (text, tokens) in [
            ("hey he", [hey, 32, he]), ("yy", [121, 121]), ("<|x|>he<|x|>y", [300, he, 301]), ("<|x|", [60, 124, 120, 124]), ("", []),
        ] { #expect(plain.tokens(of: text) == tokens, "\(text)") }
        let other = try Tokenizer(
            json: Self.json([
                ("\"normalizer\":null", #""normalizer":{"type":"NFC"}"#), ("\"add_prefix_space\":false", "\"add_prefix_space\":true"),
                ("\"unk_token\"", #""ignore_merges":true,"unk_token""#),
            ]))
        #expect(other.tokens(of: "e\u{301}") == [32, 0xC3, 0xA9])
        #expect(try Tokenizer(json: Self.json([("\"unk_token\"", #""ignore_merges":true,"unk_token""#)])).tokens(of: "yy") == [258])
    }

    static let faultyFiles: [(String, String, String)] = [
        (#""type":"BPE""#, #""type":"WordPiece""#, #"model.type: BPE was expected, found "WordPiece""#),
        (#""normalizer":null"#, #""normalizer":{"type":"Lowercase"}"#, #"normalizer.type: NFC was expected, found "Lowercase""#),
        (#""type":"ByteLevel""#, #""type":"Metaspace""#, #"pre_tokenizer.type: ByteLevel was expected, found "Metaspace""#),
        (#""dropout":null"#, #""dropout":0.1"#, "model.dropout: nothing was expected, found 0.1"),
        (#""dropout":null"#, #""byte_fallback":true"#, "model.byte_fallback: nothing or false was expected, found true"),
        (#""special":true"#, #""lstrip":true"#, "added_tokens[0].lstrip: false or nothing was expected, found true"),
        (#""id":300"#, #""id":-1"#, "added_tokens[0].id: the number of a token was expected, found -1"),
        (#"["he","y"]"#, #"["he"]"#, #"model.merges[1]: two tokens were expected, found ["he"]"#),
        (#"["he","y"]"#, #"["y","he"]"#, "model.merges[1] names a token that model.vocab lacks"),
        (#""a":97,"#, "", "model.vocab has no token for the byte 97"),
        (
            #"{"type":"ByteLevel""#,
            #"{"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"\\w"}},{"type":"ByteLevel"}]"#,
            #"pre_tokenizer.pretokenizers[0].pattern.Regex: a known regular expression was expected, found "\\w""#
        ),
    ]

    @Test("name the part that is not supported", arguments: faultyFiles) func faults(_ old: String, _ new: String, _ reason: String) {
        let error = #expect(throws: TokenizerError.self) { try Tokenizer(json: Self.json([(old, new)])) }
        #expect("\(error.map { "\($0)" } ?? "")".hasPrefix(reason))
    }

    @Test(
        "refuse a damaged file of tiktoken with its line",
        arguments: [
            ("YQ== 1 2\n", "line 257"), ("YQ== 300\n", "line 257: the token came before"), ("Y 300\n", "line 257"),
            ("YWI= x\n", "line 257"),
            ("Y*I= 300\n", "line 257"), (" 300\n", "line 257"), ("YWI= -1\n", "line 257"),
        ])
    func damaged(_ line: String, _ reason: String) {
        let error = #expect(throws: TokenizerError.self) {
            try Tokenizer(tiktoken: Self.tiktoken([]) + Array(line.utf8), pattern: .gpt2)
        }
        #expect("\(error.map { "\($0)" } ?? "")".hasPrefix(reason))
        #expect(throws: TokenizerError("the file has no token for the byte 0; only vocabularies of all bytes are supported")) {
            try Tokenizer(tiktoken: Array("YQ== 0\n".utf8), pattern: .gpt2)
        }
    }
}
