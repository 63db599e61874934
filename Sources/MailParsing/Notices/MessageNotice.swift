/// A part of a message that its sender has not written: programs on the way have added it.
public struct MessageNotice<Content: Sendable>: Sendable {
    /// What the part is.
    public let kind: MessageNoticeKind
    /// The part itself.
    public let content: Content
}

extension MessageNotice: Equatable where Content: Equatable {}

/// The kinds of parts that programs add to messages.
public enum MessageNoticeKind: String, CaseIterable, Sendable {
    /// The warning of a mail gateway at the start: `CAUTION: This email originated from outside of the organization.`
    case banner
    /// The line of a help desk above which the reply belongs: `##- Please type your reply above this line -##`.
    case replyMarker = "reply_marker"
    /// A notice of confidentiality at the end.
    case disclaimer
    /// What a mailing list adds at the end: `You received this message because you are subscribed to …`.
    case listFooter = "list_footer"
}
