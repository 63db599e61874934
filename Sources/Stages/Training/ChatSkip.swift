internal import JSONParsing
internal import MailParsing

/// A kind of message that is no part of a conversation.
enum ChatSkip: String, CaseIterable, Sendable {
    case drafts
    case spam
    case trash
    case automatic

    /// Finds out all that a message is by its fields `roles`, `labels` and `automatic`.
    ///
    /// - Parameter message: The message as it came.
    /// - Returns: Each kind once; none for a message of the conversation.
    static func all(of message: JSONObject) -> [ChatSkip] {
        // The sources of mail write roles. Messages from elsewhere may have labels alone.
        let labels = ["roles", "labels"].flatMap { message[$0]?.array ?? [] }.compactMap(\.string)
        let automatic = message["automatic"]
        let isAutomatic = automatic?.bool == true || automatic?.string.map { !$0.isEmpty && $0 != "no" } == true
        return MailboxRole.all(of: labels).map { ChatSkip($0) } + (isAutomatic ? [.automatic] : [])
    }

    private init(_ role: MailboxRole) {
        switch role {
        case .drafts: self = .drafts
        case .spam: self = .spam
        case .trash: self = .trash
        }
    }

    /// The kind in sentences: "left out as drafts".
    var phrase: String {
        switch self {
        case .drafts, .spam, .trash: rawValue
        case .automatic: "automatic mail"
        }
    }
}
