/// The subject of a message without what replies and forwards add to it.
///
/// - SeeAlso: [RFC 5256 2.1, Base Subject](https://www.rfc-editor.org/rfc/rfc5256#section-2.1)
public struct BaseSubject: Equatable, Sendable {
    /// The base subject in lower case, with single spaces: equal for a message and the replies to it. Empty if nothing is left.
    public let key: String
    /// Whether the subject marks a reply or a forwarded message.
    public let isReply: Bool

    /// - Parameter subject: The subject, with encoded words decoded. Prefixes of other languages than English count, too.
    public init(_ subject: String) {
        var rest = subject.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()[...]
        var isReply = false
        while true {
            while rest.removeForwardTrailer() { isReply = true }
            while true {
                rest = rest.drop { $0 == " " }
                if rest.removeReplyPrefix() {
                    isReply = true
                } else if let after = rest.afterBlob, !after.isEmpty {
                    rest = after
                } else {
                    break
                }
            }
            guard rest.hasPrefix("[fwd:"), rest.hasSuffix("]") else { break }
            isReply = true
            rest.removeFirst(5)
            rest.removeLast()
        }
        key = String(rest.drop { $0 == " " })
        self.isReply = isReply
    }

    /// Returns a subject without the prefixes of replies and forwards, for readers. Labels in square brackets stay.
    ///
    /// - Returns: The trimmed subject itself if it has nothing but prefixes.
    public static func heading(_ subject: String) -> String {
        let whole = subject.trimmingWhitespace
        var rest = whole
        var labels = ""
        while true {
            if rest.removeReplyPrefix() {
                rest = rest.trimmingWhitespace
                continue
            }
            // A list puts its label in front of the prefix, and the answers put further prefixes in front of the label.
            let after = rest.behindBlobs
            guard after.startIndex > rest.startIndex, after.afterReplyPrefix != nil else { break }
            labels += rest[..<after.startIndex]
            rest = after
        }
        return rest.isEmpty ? String(whole) : labels + rest
    }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate var trimmingWhitespace: Substring {
        var rest = self[...]
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        return rest.drop(while: \.isWhitespace)
    }
}

extension Substring {
    /// The longest prefix of a reply, in characters. Longer words are no prefix.
    private static let maxPrefix = 12

    /// Removes `Re:`, `Fwd:`, `AW:` and the like from the start, also with a count, as in `Re[2]:`.
    fileprivate mutating func removeReplyPrefix() -> Bool {
        guard let after = afterReplyPrefix else { return false }
        self = after
        return true
    }

    fileprivate var afterReplyPrefix: Substring? {
        let word = prefix { $0.isLetter }.prefix(Self.maxPrefix + 1)
        guard !word.isEmpty, word.count <= Self.maxPrefix else { return nil }
        let name = word.lowercased()
        guard QuoteWords.replySubjects.contains(name) || QuoteWords.forwardSubjects.contains(name) else { return nil }
        var rest = self[word.endIndex...].drop(while: \.isWhitespace)
        rest = rest.afterBlob ?? rest.afterCount ?? rest
        guard let colon = rest.popFirst(), colon == ":" || colon == "：" else { return nil }
        return rest
    }

    /// What follows a count of replies, such as `(2)` or `^2`.
    private var afterCount: Substring? {
        if first == "^" { return dropFirst().drop(while: \.isNumber) }
        guard first == "(" else { return nil }
        let rest = dropFirst().drop(while: \.isNumber)
        return rest.first == ")" ? rest.dropFirst() : nil
    }

    /// What follows a label in square brackets and the space behind it; nil without a label.
    fileprivate var afterBlob: Substring? {
        guard first == "[", let end = dropFirst().firstIndex(where: { $0 == "[" || $0 == "]" }), self[end] == "]" else { return nil }
        return self[index(after: end)...].drop(while: \.isWhitespace)
    }

    /// What follows all labels in square brackets.
    fileprivate var behindBlobs: Substring {
        var rest = self
        while let after = rest.afterBlob { rest = after }
        return rest
    }

    /// Removes `(fwd)` and spaces from the end.
    fileprivate mutating func removeForwardTrailer() -> Bool {
        while last == " " { removeLast() }
        guard hasSuffix("(fwd)") else { return false }
        removeLast(5)
        return true
    }
}
