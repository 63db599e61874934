internal import WebAddresses

/// An error in the file of a tokenizer.
public struct TokenizerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong or not supported, with its place in the file.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Splits texts into the tokens of a language model: byte pair encoding over bytes, as tiktoken and Hugging Face's tokenizers do it.
public struct Tokenizer: Sendable {
    /// A token that a text can contain as it is, such as `<|endoftext|>`.
    struct AddedToken: Sendable {
        let text: [Unicode.Scalar]
        let id: Int
        /// Whether it is looked for behind the normalization of the text.
        let isNormalized: Bool
    }

    private let pairs: BytePairs
    /// The patterns, each of which splits the pieces of the one before it.
    private let patterns: [TokenPattern]
    private let isComposed: Bool
    private let addsSpace: Bool
    /// The added tokens by their first character, the longest first.
    private let raw: [Unicode.Scalar: [AddedToken]]
    private let normalized: [Unicode.Scalar: [AddedToken]]

    init(_ pairs: BytePairs, _ patterns: [TokenPattern], isComposed: Bool = false, addsSpace: Bool = false, added: [AddedToken] = []) {
        self.pairs = pairs
        self.patterns = patterns
        self.isComposed = isComposed
        self.addsSpace = addsSpace
        func table(_ tokens: [AddedToken]) -> [Unicode.Scalar: [AddedToken]] {
            Dictionary(grouping: tokens.filter { !$0.text.isEmpty }) { $0.text[0] }.mapValues {
                $0.sorted { $0.text.count > $1.text.count }
            }
        }
        raw = table(added.filter { !$0.isNormalized })
        normalized = table(added.filter(\.isNormalized))
    }

    /// Returns the tokens of a text, without those that mark its start and end.
    public func tokens(of text: String) -> [Int] {
        var tokens: [Int] = []
        Self.split(Array(text.unicodeScalars)[...], at: raw, into: &tokens) { part, tokens in
            var part = part
            if isComposed {
                var string = String.UnicodeScalarView()
                string.append(contentsOf: part)
                part = Array(UnicodeNormalization.composed(String(string)).unicodeScalars)[...]
            }
            Self.split(part, at: normalized, into: &tokens, encode)
        }
        return tokens
    }

    /// Calls a function for each part of a text between added tokens, and appends these.
    private static func split(
        _ text: ArraySlice<Unicode.Scalar>, at added: [Unicode.Scalar: [AddedToken]], into tokens: inout [Int],
        _ encode: (ArraySlice<Unicode.Scalar>, inout [Int]) -> Void
    ) {
        var start = text.startIndex
        var place = start
        while place < text.endIndex, !added.isEmpty {
            guard let found = added[text[place]]?.first(where: { text[place...].starts(with: $0.text) }) else {
                place += 1
                continue
            }
            if start < place { encode(text[start..<place], &tokens) }
            tokens.append(found.id)
            place += found.text.count
            start = place
        }
        if start < text.endIndex { encode(text[start...], &tokens) }
    }

    private func encode(_ text: ArraySlice<Unicode.Scalar>, into tokens: inout [Int]) {
        var pieces = [Array(text)]
        if addsSpace, text.first != " " { pieces[0].insert(" ", at: 0) }
        for pattern in patterns {
            pieces = pieces.flatMap { piece in
                var start = 0
                return TokenSplitter.ends(of: piece, by: pattern).map { end in
                    defer { start = end }
                    return Array(piece[start..<end])
                }
            }
        }
        for piece in pieces { pairs.encode(piece.flatMap { UTF8.encode($0).map(Array.init) ?? [] }, into: &tokens) }
    }
}
