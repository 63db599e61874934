internal import JSONParsing
internal import Pipeline
internal import TextMeasures

/// The stage `tokens`: counts the tokens of a text as a language model's tokenizer does.
struct TokensStage: Stage {
    static let name = "tokens"
    static let summary =
        "Counts the tokens of a text by the file of a tokenizer: tiktoken's, or a tokenizer.json of Hugging Face with byte pairs (BPE) over bytes."
    static let example = #"{ "type": "tokens", "file": "cl100k_base.tiktoken", "pattern": "cl100k", "field": "text" }"#

    /// The largest file of a tokenizer, in bytes. Those of 250,000 tokens have 35 MB.
    private static let maxFileBytes = 256 << 20

    private let tokenizer: Tokenizer?
    private var text: FieldOrQuery
    private let into: FieldPath

    init(options: inout OptionReader) {
        let file = options.read(
            "file", .fileContent(limit: Self.maxFileBytes),
            help: "The file of the tokenizer: X.tiktoken with a token in base64 and a rank on each line, or tokenizer.json.")
        let pattern = options.readIfPresent(
            "pattern", .tokenPattern,
            help:
                "How text is split in front of the byte pairs, which a file of tiktoken does not say: \(TokenPattern.names.joined(separator: ", ")), "
                + "or the regular expression of one of these.")
        text = options.read(
            "field", .fieldOrQuery,
            help:
                "The field with the text, or a jq program that gives a text or a list of texts, such as [.messages[].content]. Null has no tokens."
        )
        into = options.read(
            "into", .newField, default: FieldPath(name: "tokens"),
            help: "The field for the number of tokens. The tokens that a model puts around texts and messages are not counted.")
        tokenizer = Self.tokenizer(file, pattern, &options)
    }

    /// Reads the file; nil after it has reported a problem.
    private static func tokenizer(_ file: [UInt8], _ pattern: TokenPattern?, _ options: inout OptionReader) -> Tokenizer? {
        let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file[...]
        guard let first = start.first(where: { $0 > 0x20 }) else {
            options.report("the file is empty", option: "file")
            return nil
        }
        do {
            if first == UInt8(ascii: "{") {
                if pattern != nil { options.report("a tokenizer.json has its own pattern", option: "pattern") }
                return try Tokenizer(json: Array(start))
            }
            guard let pattern else {
                options.report(
                    "a file of tiktoken needs \"pattern\": one of \(TokenPattern.names.joined(separator: ", "))", option: "pattern")
                return nil
            }
            return try Tokenizer(tiktoken: file, pattern: pattern)
        } catch {
            options.report("this is no file of a tokenizer that is supported: \(error)", option: "file")
            return nil
        }
    }

    var hooks: Hooks { Hooks(changedFields: [into]) }

    func process(_ record: inout Record) throws -> Verdict {
        var count = 0
        if let value = try text.value(for: record), !value.isNull {
            switch try value.decoded() {
            case .array(let values):
                for (index, value) in values.enumerated() { count += try self.count(in: value, " in element \(index)") }
            case let value: count = try self.count(in: value, "")
            }
        }
        try record.set(into, to: .number(JSONNumber(count)))
        return .keep
    }

    private func count(in value: JSONValue, _ place: String) throws -> Int {
        guard case .string(let text) = try value.decoded() else {
            throw RecordError("field gives \(value.kind.phrase)\(place); a string was expected")
        }
        return tokenizer?.tokens(of: text).count ?? 0
    }

    func copyForWorker() -> TokensStage {
        var copy = self
        if case .query(let query) = text { copy.text = .query(query.recompiled()) }
        return copy
    }
}

extension OptionType where Value == TokenPattern {
    /// The name of a pattern, or its regular expression.
    fileprivate static var tokenPattern: Self {
        OptionType<String>.string.map(
            expecting: "one of \(TokenPattern.names.joined(separator: ", ")) or the regular expression of one of these", placeholder: .gpt2,
            written: \.name
        ) { TokenPattern($0) }
    }
}
