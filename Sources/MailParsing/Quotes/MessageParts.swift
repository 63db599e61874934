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
        let message = MessageLines(Array(text.utf8))
        var own = message
        if !isForward, let quote = QuoteFinder(message.lines).find(), let rest = message.without(quote) {
            own = rest
            quoted = message.text(quote.lines, from: quote.ownCharacters)
        }
        self.own = quoted == nil ? text : own.text
        ownWithoutSignature = self.own
        if let start = SignatureFinder.find(in: own.lines) {
            signature = own.text(start..<own.lines.count)
            ownWithoutSignature = own.text(0..<start)
        }
    }
}

extension MessageParts {
    /// Whether a message with this subject forwards another one, in any language that ``QuoteWords`` lists.
    public static func isForwardSubject(_ subject: String) -> Bool {
        let start = String(subject.drop(while: \.isWhitespace).prefix(20)).lowercased()
        return QuoteWords.forwardSubjects.contains(where: start.hasPrefix)
    }
}
