/// The parts of a plain-text message body: the sender's own part, the quoted messages, the signature, and the notices that programs have
/// added.
public struct MessageParts: Equatable, Sendable {
    /// The sender's own part, including the signature.
    public var own: String
    /// The quoted earlier messages with their attribution lines; nil if nothing is quoted.
    public var quoted: String?
    /// The signature; nil if none was found.
    public var signature: String?
    /// The sender's own part without the signature.
    public var ownWithoutSignature: String
    /// The notices of gateways, help desks and lists in the sender's part, also those that were removed from it.
    public var notices: [MessageNotice<String>]
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
    ///   - removed: The kinds of notices that the own part omits.
    public init(text: String, isForward: Bool = false, removing removed: Set<MessageNoticeKind> = []) {
        let message = MessageLines(Array(text.utf8))
        let split = Self.split(message, isForward)
        let own = split?.own ?? message
        quoted = split?.quoted
        let found = NoticeFinder(own.lines, eachLineIsParagraph: false).find()
        notices = found.map { MessageNotice(kind: $0.kind, content: own.text($0.lines)) }
        let gone = found.filter { removed.contains($0.kind) }.map(\.lines)
        let isLeft = own.hasText(outside: gone)
        self.own = gone.isEmpty || !isLeft ? own.text : own.text(outside: gone)
        ownWithoutSignature = self.own
        let signed = SignatureFinder.find(in: own.lines, notices: found)
        let omitted = (isLeft ? gone : []) + signed
        if !signed.isEmpty, own.hasText(outside: omitted) {
            signature = own.text(of: signed)
            ownWithoutSignature = own.text(outside: omitted)
        }
    }

    /// Returns the sender's own part and the quoted messages of a plain-text body, as the initializer does, without a search for the
    /// signature.
    public static func ownAndQuoted(text: String, isForward: Bool = false) -> (own: String, quoted: String?) {
        guard let split = split(MessageLines(Array(text.utf8)), isForward) else { return (text, nil) }
        return (split.own.text, split.quoted)
    }

    /// The sender's own part and the quote; nil if nothing is quoted, or if only notices of programs would be left.
    private static func split(_ message: MessageLines, _ isForward: Bool) -> (own: MessageLines, quoted: String)? {
        guard !isForward, let quote = QuoteFinder(message.lines).find(), let own = message.without(quote).map(MessageLines.init) else {
            return nil
        }
        if NoticeFinder.isAll(of: own.lines, eachLineIsParagraph: false, isBlank: { own.lines[$0].isBlank }) { return nil }
        return (own, message.text(quote.lines, from: quote.ownCharacters))
    }
}

extension MessageParts {
    /// Returns whether a subject marks a forwarded message: `Fwd:`, `WG:` and the prefixes of other languages.
    ///
    /// Words in brackets and labels in capitals, as gateways, lists and help desks write them, may precede the prefix:
    /// `[EXTERNAL] FW: x`, `EXT: FW: x`. A reply to a forwarded message is a reply: `RE: FW: x`.
    ///
    /// - Parameter subject: The subject of the message.
    public static func isForwardSubject(_ subject: String) -> Bool {
        var rest = subject.prefix(maximumPrefixes)
        while true {
            rest = rest.drop(while: \.isWhitespace)
            if let first = rest.first, let close = brackets[first] {
                guard let end = rest.firstIndex(of: close) else { return false }
                rest = rest[rest.index(after: end)...]
                continue
            }
            let label = rest.prefix(while: \.isLetter)
            rest = rest[label.endIndex...].drop(while: \.isWhitespace)
            guard let colon = rest.popFirst(), colon == ":" || colon == "：" else { return false }
            let word = label.lowercased()
            if QuoteWords.forwardSubjects.contains(word) { return true }
            guard !label.isEmpty, label.count <= maximumLabel, label.allSatisfy(\.isUppercase), !QuoteWords.replySubjects.contains(word)
            else { return false }
        }
    }

    /// The limit of what may precede the prefix of a forward, in characters.
    private static let maximumPrefixes = 200
    /// The limit of a label before the prefix of a forward, in letters.
    private static let maximumLabel = 12
    private static let brackets: [Character: Character] = ["[": "]", "(": ")", "{": "}", "<": ">", "【": "】"]
}
