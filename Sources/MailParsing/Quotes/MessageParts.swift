/// The parts of a plain-text message body: the sender's own part, the quoted messages, and the signature.
public struct MessageParts: Equatable, Sendable {
    /// The sender's own part, including the signature.
    public var own: String
    /// The quoted earlier messages with their attribution lines; nil if nothing is quoted.
    public var quoted: String?
    /// The signature; nil if none was found.
    public var signature: String?
    /// The sender's own part without the signature.
    public var ownWithoutSignature: String
}

extension MessageParts {
    /// Splits a plain-text body. A body without a quote stays unchanged, including its white space.
    ///
    /// A forwarded message counts as content, not as a quote.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - isForward: Whether the subject marks a forward, so that nothing counts as quoted. Outlook writes forwards and replies alike;
    ///     only the subject differs.
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
    /// Returns whether a subject marks a forwarded message: `Fwd:`, `WG:` and the prefixes of other languages.
    ///
    /// - Parameter subject: The subject of the message.
    public static func isForwardSubject(_ subject: String) -> Bool {
        let start = String(subject.drop(while: \.isWhitespace).prefix(20)).lowercased()
        return QuoteWords.forwardSubjects.contains(where: start.hasPrefix)
    }
}
