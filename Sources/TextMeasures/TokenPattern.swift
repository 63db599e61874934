/// The pattern by which a tokenizer splits a text into pieces, such as words with the space in front of them.
///
/// Tokenizers give their patterns as regular expressions. The known ones are scanned by hand, in time linear to the text.
public struct TokenPattern: Sendable, Equatable {
    /// The form of words.
    enum Words {
        /// Letters behind a space.
        case spaced
        /// Letters behind any character that is neither letter nor digit.
        case prefixed
        /// As `prefixed`, and a capital letter begins a word.
        case cased
        /// None: each character with the property Number stands apart, or all in a row do.
        case digits(isEachApart: Bool)
    }

    /// The name of the pattern for options.
    public let name: String
    let words: Words
    /// The most digits of a piece; nil for digits behind a space, in any number.
    var maxDigits: Int?
    /// Bytes that may follow a piece of signs.
    var behindSigns: String = ""
    /// Whether a piece of white space ends with its last line break.
    var splitsAtLines = true
    /// Whether white space at the end of the text is one piece, whatever line breaks it has.
    var keepsEnd = false

    /// Compares the names.
    public static func == (left: TokenPattern, right: TokenPattern) -> Bool { left.name == right.name }

    /// The pattern of GPT-2 and GPT-3, which is that of the pre-tokenizer ByteLevel.
    public static let gpt2 = TokenPattern(name: "gpt2", words: .spaced, splitsAtLines: false)
    /// The pattern of GPT-3.5 and GPT-4.
    public static let cl100k = TokenPattern(name: "cl100k", words: .prefixed, maxDigits: 3, behindSigns: "\r\n", keepsEnd: true)
    /// The pattern of GPT-4o and later models.
    public static let o200k = TokenPattern(name: "o200k", words: .cased, maxDigits: 3, behindSigns: "\r\n/")
    private static let llama3 = TokenPattern(name: "llama3", words: .prefixed, maxDigits: 3, behindSigns: "\r\n")
    private static let qwen2 = TokenPattern(name: "qwen2", words: .prefixed, maxDigits: 1, behindSigns: "\r\n")

    /// The names of the patterns for options.
    public static let names = ["gpt2", "cl100k", "o200k", "llama3", "qwen2"]

    /// Finds a pattern.
    ///
    /// - Parameter text: One of ``names``, or the regular expression of one of these as tiktoken or a tokenizer.json has it.
    /// - Returns: nil for another one.
    public init?(_ text: String) {
        guard let pattern = Self.known[text] else { return nil }
        self = pattern
    }

    init(
        name: String, words: Words, maxDigits: Int? = nil, behindSigns: String = "", splitsAtLines: Bool = true, keepsEnd: Bool = false
    ) {
        self.name = name
        self.words = words
        self.maxDigits = maxDigits
        self.behindSigns = behindSigns
        self.splitsAtLines = splitsAtLines
        self.keepsEnd = keepsEnd
    }

    private static let known: [String: TokenPattern] = {
        var known = Dictionary(uniqueKeysWithValues: [gpt2, cl100k, o200k, llama3, qwen2].map { ($0.name, $0) })
        let end = #"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"#
        let words = #"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|"#
        let capitals = #"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"#
        let small = #"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"#
        let contraction = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        for (text, pattern) in [
            (#"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"#, gpt2),
            (#"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"#, gpt2),
            (#"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"#, gpt2),
            (#"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"#, gpt2),
            (
                #"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"#,
                cl100k
            ),
            (words + #"\p{N}{1,3}"# + end, llama3), (words + #"\p{N}"# + end, qwen2),
            (
                "\(capitals)*\(small)+\(contraction)|\(capitals)+\(small)*\(contraction)"
                    + #"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"#, o200k
            ),
        ] { known[text] = pattern }
        return known
    }()
}
