/// A part of a message: its header, and its parts or its content.
struct MIMEPart: Sendable {
    /// The media type in lower case, such as `text/plain`.
    private(set) var type: String
    /// The name of the multipart, such as `alternative`; nil for a part with content of its own.
    private(set) var multipart: String?
    /// The parts of a multipart, as indices of ``MIMEMessage``.
    var children: [Int] = []
    /// The charset of a text; nil if none is declared.
    let charset: String?
    /// Whether the lines of the text are flowed.
    let isFlowed: Bool
    /// Whether a flowed line loses its last space.
    let dropsSpace: Bool
    /// The disposition in lower case, such as `attachment`; empty if none is declared.
    let disposition: String
    /// The name of the file; nil without one.
    let name: String?
    /// The content ID without angle brackets; nil without one.
    let contentID: String?
    /// The content; nil for a multipart.
    var content: PartContent?

    /// The part that a header describes.
    ///
    /// - Parameters:
    ///   - headers: The header.
    ///   - isInDigest: Whether messages are the parts that declare no type.
    init(_ headers: MailHeaders, isInDigest: Bool) {
        let declared = headers.value("content-type").map(HeaderParameters.init)
        let written = declared?.value ?? ""
        let slash = written.utf8.firstIndex(of: UInt8(ascii: "/"))
        let isType = slash.map { $0 > written.startIndex && written.utf8.index(after: $0) < written.endIndex } ?? false
        type = isType ? written : isInDigest ? "message/rfc822" : "text/plain"
        let disposition = headers.value("content-disposition").map(HeaderParameters.init)
        self.disposition = disposition?.value ?? ""
        charset = declared?.text("charset")
        isFlowed = type == "text/plain" && declared?.text("format")?.lowercased() == "flowed"
        dropsSpace = declared?.text("delsp")?.lowercased() == "yes"
        let names = [disposition?.text("filename"), disposition?.text("name"), declared?.text("name"), declared?.text("filename")]
        name = names.lazy.compactMap { $0 }.first { !$0.isEmpty }
        contentID = headers.value("content-id").flatMap { MessageIDs.inHeader($0, isLenient: true).first }
        if type.hasPrefix("multipart/") { multipart = String(type.dropFirst("multipart/".count)) }
    }

    /// Makes a text of a multipart without parts.
    mutating func becomeText() {
        multipart = nil
        type = "text/plain"
    }

    /// Whether the content is a text that can be shown.
    var isText: Bool { type.hasPrefix("text/") && disposition != "attachment" }

    /// Whether the content is shown as it is, beside the text.
    var isMedia: Bool { type.hasPrefix("image/") || type.hasPrefix("audio/") || type.hasPrefix("video/") }

    /// Whether the content is a whole message.
    var isMessage: Bool { type == "message/rfc822" || type == "message/global" }

    /// Whether a mail program shows the part inside of the text.
    var isInline: Bool { disposition != "attachment" && (disposition == "inline" || contentID != nil) }

    /// Names for parts without one whose type says what they are.
    private static let typeNames = [
        "message/delivery-status": "delivery-status.txt", "message/disposition-notification": "disposition-notification.txt",
        "message/feedback-report": "feedback-report.txt", "text/rfc822-headers": "headers.txt", "message/rfc822-headers": "headers.txt",
        "application/pgp-signature": "signature.asc", "application/pgp-encrypted": "pgp-version.txt", "application/pgp-keys": "key.asc",
        "application/pkcs7-signature": "smime.p7s", "application/x-pkcs7-signature": "smime.p7s", "application/pkcs7-mime": "smime.p7m",
        "application/x-pkcs7-mime": "smime.p7m", "application/ms-tnef": "winmail.dat", "text/calendar": "invite.ics",
    ]

    /// The name of the part as an attachment; nil if nothing names it.
    var attachmentName: String? {
        if let name { return name }
        guard isMessage, let content else { return Self.typeNames[type] }
        var headers = MIMEReader(MIMELimits.standard)
        headers.feed(content.kept.span)
        return headers.headers.text("subject").flatMap { $0.isEmpty ? nil : $0 }
    }
}
