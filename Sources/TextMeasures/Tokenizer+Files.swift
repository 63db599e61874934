internal import JSONParsing
internal import WebAddresses

// The files of tokenizers.
extension Tokenizer {
    /// Reads a file of tiktoken: on each line, the bytes of a token in base64 and its rank.
    ///
    /// - Parameter pattern: The pattern, which such a file lacks.
    /// - Throws: ``TokenizerError`` with the number of the first line that is wrong; if a byte has no token.
    public init(tiktoken bytes: [UInt8], pattern: TokenPattern) throws(TokenizerError) {
        var tokens: [[UInt8]: UInt32] = [:]
        var line = 0
        for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            let text = text.last == UInt8(ascii: "\r") ? text.dropLast() : text
            if text.isEmpty { continue }
            let parts = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            guard parts.count == 2, let token = Self.base64(parts[0]), let rank = UInt32(String(decoding: parts[1], as: UTF8.self)),
                rank < UInt32.max, !token.isEmpty
            else { throw TokenizerError("line \(line): expected a token in base64, a space and a rank") }
            guard tokens.updateValue(rank, forKey: token) == nil else { throw TokenizerError("line \(line): the token came before") }
        }
        self.init(try BytePairs(ranked: tokens), [pattern])
    }

    /// Decodes base64; nil for a text that is none.
    ///
    /// - SeeAlso: RFC 4648, section 4
    private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
        let text = text.dropLast(padding)
        var bytes: [UInt8] = []
        var digits = Base64Digits()
        guard digits.decode(text.span, from: 0, into: &bytes) == text.count, digits.finish(into: &bytes) else { return nil }
        return bytes
    }

    /// Reads a `tokenizer.json` of Hugging Face: a model BPE over bytes, with a known pre-tokenizer.
    ///
    /// - Throws: ``TokenizerError`` with the part that is wrong or not supported; ``JSONError`` if the file is no JSON.
    public init(json bytes: [UInt8]) throws {
        let file = try FilePart(JSONValue(parsing: bytes), "")
        let model = file["model"]
        try model["type"].expect(["BPE"])
        for (name, allowed) in [
            ("dropout", [""]), ("continuing_subword_prefix", [""]), ("end_of_word_suffix", [""]), ("byte_fallback", ["", "false"]),
        ] { try model[name].expect(allowed) }
        let (patterns, addsSpace) = try Self.patterns(of: file["pre_tokenizer"])
        self.init(
            try Self.pairs(of: model), patterns, isComposed: try Self.isComposed(file["normalizer"]), addsSpace: addsSpace,
            added: try Self.addedTokens(of: file["added_tokens"]))
    }

    private static func isComposed(_ part: FilePart) throws(TokenizerError) -> Bool {
        if part.isMissing { return false }
        if part["type"].text == "Sequence" {
            var isComposed = false
            for inner in try part["normalizers"].elements() where try Self.isComposed(inner) { isComposed = true }
            return isComposed
        }
        try part["type"].expect(["NFC"])
        return true
    }

    private static func patterns(of part: FilePart) throws(TokenizerError) -> (patterns: [TokenPattern], addsSpace: Bool) {
        let isSequence = part["type"].text == "Sequence"
        let parts = isSequence ? try part["pretokenizers"].elements() : [part]
        var patterns: [TokenPattern] = []
        var addsSpace = false
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            try part["type"].expect(isLast ? ["ByteLevel"] : ["Split", "Digits"])
            switch part["type"].text {
            case "Split":
                let regex = part["pattern"]["Regex"]
                guard let pattern = TokenPattern(regex.text) else { throw regex.fault("a known regular expression was expected") }
                // The pattern matches all of a text, so that its matches are the pieces, whether they or what is between them is removed.
                let isInverted = part["invert"].text == "true"
                try part["behavior"].expect(isInverted ? ["Removed", "Isolated"] : ["Isolated"])
                patterns.append(pattern)
            case "Digits":
                let isEachApart = part["individual_digits"].text == "true"
                patterns.append(TokenPattern(name: "digits", words: .digits(isEachApart: isEachApart)))
            default:
                if part["use_regex"].text != "false" { patterns.append(.gpt2) }
                addsSpace = part["add_prefix_space"].text == "true"
                // In a sequence, each piece would get a space.
                if isSequence { try part["add_prefix_space"].expect(["false", ""]) }
            }
        }
        return (patterns, addsSpace)
    }

    private static func addedTokens(of part: FilePart) throws(TokenizerError) -> [AddedToken] {
        if part.isMissing { return [] }
        return try part.elements().map { token throws(TokenizerError) in
            for name in ["single_word", "lstrip", "rstrip"] { try token[name].expect(["false", ""]) }
            return AddedToken(
                text: Array(token["content"].text.unicodeScalars), id: Int(try token["id"].number()),
                isNormalized: token["normalized"].text == "true")
        }
    }

    private static func pairs(of model: FilePart) throws(TokenizerError) -> BytePairs {
        var tokens: [[UInt8]: UInt32] = [:]
        for (name, id) in try model["vocab"].members() {
            // Tokens with other characters are added tokens.
            if let bytes = ByteLetters.bytes(of: name) { tokens[bytes] = try id.number() }
        }
        let merges = model["merges"]
        let pairs = try merges.elements().map { merge throws(TokenizerError) in
            // Older files have both tokens in one text.
            let names = merge.isList ? try merge.elements().map(\.text) : merge.text.split(separator: " ").map(String.init)
            guard names.count == 2, let left = ByteLetters.bytes(of: names[0]), let right = ByteLetters.bytes(of: names[1]) else {
                throw merge.fault("two tokens were expected")
            }
            return (left, right)
        }
        return try BytePairs(tokens, merging: pairs, keepsWholes: model["ignore_merges"].text == "true")
    }
}

/// A part of a `tokenizer.json`, with its path for messages.
private struct FilePart {
    private let value: JSONValue?
    private let path: String

    init(_ value: JSONValue?, _ path: String) {
        self.value = value
        self.path = path
    }

    /// A member; a missing one, if the part is no object.
    subscript(name: String) -> FilePart {
        let member = (try? value?.member(name)) ?? nil
        return FilePart(member, path.isEmpty ? name : "\(path).\(name)")
    }

    var isMissing: Bool { value?.isNull ?? true }
    var isList: Bool { value?.kind == .array }

    /// A text; a truth value as a word; empty for everything else.
    var text: String {
        guard let value, let decoded = try? value.decoded() else { return "" }
        return decoded.string ?? decoded.bool.map { $0 ? "true" : "false" } ?? ""
    }

    func fault(_ expectation: String) -> TokenizerError {
        let found = value.map { String($0.compactText.prefix(200)) } ?? "nothing"
        return TokenizerError("\(path): \(expectation), found \(found); other tokenizers are not supported")
    }

    /// Checks that the part is missing, if `allowed` has an empty text, or one of these texts.
    func expect(_ allowed: [String]) throws(TokenizerError) {
        if isMissing, allowed.contains("") { return }
        let isText = value.map { $0.kind == .string || $0.bool != nil } ?? false
        guard isText, allowed.contains(text) else {
            throw fault("\(allowed.map { $0.isEmpty ? "nothing" : $0 }.joined(separator: " or ")) was expected")
        }
    }

    func elements() throws(TokenizerError) -> [FilePart] {
        guard let elements = value?.array else { throw fault("a list was expected") }
        return elements.enumerated().map { FilePart($1, "\(path)[\($0)]") }
    }

    func members() throws(TokenizerError) -> [(name: String, value: FilePart)] {
        guard let members = value?.object else { throw fault("an object was expected") }
        return members.map { ($0.key, FilePart($0.value, "\(path).\($0.key)")) }
    }

    func number() throws(TokenizerError) -> UInt32 {
        guard let number = value?.number?.int64.flatMap({ UInt32(exactly: $0) }), number < UInt32.max else {
            throw fault("the number of a token was expected")
        }
        return number
    }
}

/// The characters that stand for bytes in a `tokenizer.json`, so that all bytes are visible.
///
/// - SeeAlso: [GPT-2, bytes_to_unicode](https://github.com/openai/gpt-2/blob/master/src/encoder.py)
enum ByteLetters {
    private static let bytes: [UInt32: UInt8] = {
        var bytes: [UInt32: UInt8] = [:]
        var next: UInt32 = 256
        for byte in UInt8.min...UInt8.max {
            switch byte {
            case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: bytes[UInt32(byte)] = byte
            default:
                bytes[next] = byte
                next += 1
            }
        }
        return bytes
    }()

    /// The bytes of a token; nil for one with other characters.
    static func bytes(of name: String) -> [UInt8]? {
        var found: [UInt8] = []
        for scalar in name.unicodeScalars {
            guard let byte = bytes[scalar.value] else { return nil }
            found.append(byte)
        }
        return found
    }
}
