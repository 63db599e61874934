/// The limits of one message. What exceeds one is left out, and a sentence in ``MIMEMessage/problems`` says so.
package struct MIMELimits: Sendable {
    /// How deep multiparts may nest. A deeper one is read as text.
    package var maxDepth = 50
    /// The number of parts.
    package var maxParts = 1_000
    /// The bytes of all headers of a message together.
    package var maxHeaderBytes = 1 << 20
    /// The decoded bytes of all texts of a message.
    package var maxTextBytes = 16 << 20
    /// The decoded bytes of all attachments of a message whose bytes are kept.
    package var maxKeptBytes = 64 << 20

    /// The limits that suit mail as it is sent.
    package static let standard = MIMELimits()

    /// Creates the standard limits.
    package init() {}
}

/// The faults of a message. Each sentence stands once, and the last one says where others are left out.
package struct MIMEProblems: Sendable {
    /// The number of sentences that are kept.
    private static let maxCount = 20

    private(set) var sentences: [String] = []

    mutating func add(_ sentence: String) {
        guard sentences.count <= Self.maxCount, !sentences.contains(sentence) else { return }
        sentences.append(sentences.count < Self.maxCount ? sentence : "the message has more faults")
    }
}
