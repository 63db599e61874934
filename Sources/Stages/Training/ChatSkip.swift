internal import JSONParsing
internal import MailParsing

/// A kind of message that is no part of a conversation.
enum ChatSkip: String, CaseIterable, Sendable {
    case drafts
    case spam
    case trash
    case automatic

    /// Finds out what a message is by its fields `labels` and `automatic`.
    ///
    /// - Parameter message: The message as it came.
    /// - Returns: nil for a message of the conversation.
    init?(_ message: JSONObject) {
        for label in message["labels"]?.array ?? [] {
            guard let role = label.string.flatMap({ MailboxRole(label: $0) }) else { continue }
            switch role {
            case .drafts: self = .drafts
            case .spam: self = .spam
            case .trash: self = .trash
            }
            return
        }
        let automatic = message["automatic"]
        guard automatic?.bool == true || automatic?.string.map({ !$0.isEmpty && $0 != "no" }) == true else { return nil }
        self = .automatic
    }

    /// The kind in sentences: "left out as drafts".
    var phrase: String {
        switch self {
        case .drafts, .spam, .trash: rawValue
        case .automatic: "automatic mail"
        }
    }
}
