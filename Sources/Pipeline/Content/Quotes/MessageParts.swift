/// A message's body in parts: what its sender wrote, what it quotes, and the signature.
public struct MessageParts: Equatable, Sendable {
    /// The sender's own part, with the signature.
    public var own: String
    /// The quoted earlier messages with what introduces them; nil if nothing is quoted.
    public var quoted: String?
    /// The signature; nil if none was found.
    public var signature: String?
    /// The sender's own part without the signature.
    public var ownWithoutSignature: String
}

extension MessageParts {
    /// Splits a body in plain text. What quotes nothing stays as it is, to the last space.
    ///
    /// A message that is passed on counts as content, not as a quote. Outlook writes nothing above such a message that it does not write
    /// above a reply, too; only the subject tells.
    ///
    /// - Parameter isForward: Whether the message is known to pass another one on: then nothing of it counts as quoted.
    public init(text: String, isForward: Bool = false) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var own = text
        if !isForward, let quote = QuoteFinder(lines).find() {
            let before =
                lines[..<quote.lines.lowerBound].map(String.init)
                + (quote.ownCharacters > 0 ? [Self.withoutDashes(lines[quote.lines.lowerBound].prefix(quote.ownCharacters))] : [])
            let after = lines[quote.lines.upperBound...].map(String.init)
            let kept = Self.joined(before, after)
            if !kept.isEmpty {
                own = kept
                var removed = lines[quote.lines]
                if let first = removed.first { removed[removed.startIndex] = first.dropFirst(quote.ownCharacters) }
                quoted = Self.trimmed(removed.map(String.init)).joined(separator: "\n")
            }
        }
        self.own = own
        ownWithoutSignature = own
        let ownLines = own.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if let start = SignatureFinder.find(in: ownLines) {
            signature = Self.trimmed(ownLines[start...].map(String.init)).joined(separator: "\n")
            ownWithoutSignature = Self.trimmed(ownLines[..<start].map(String.init)).joined(separator: "\n")
        }
    }

    /// Two runs of lines with one blank line between them, and none around.
    private static func joined(_ first: [String], _ second: [String]) -> String {
        let parts = [trimmed(first), trimmed(second)].filter { !$0.isEmpty }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// The lines without blank ones around them, and without white space behind the last.
    private static func trimmed(_ lines: [String]) -> [String] {
        let isBlank: (String) -> Bool = { $0.allSatisfy(\.isWhitespace) }
        var kept = Array(lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
        if let last = kept.popLast() { kept.append(String(last.reversed().drop(while: \.isWhitespace).reversed())) }
        return kept
    }

    /// The reply in the same line before an introduction, without the dashes that some programs put between the two.
    private static func withoutDashes(_ text: Substring) -> String {
        String(text.reversed().drop { $0 == "-" || $0.isWhitespace }.reversed())
    }
}
