internal import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
internal import MailParsing
internal import Pipeline

#if canImport(FoundationEssentials)
private import FoundationEssentials
#else
private import Foundation
#endif

/// A message as a record, in the form that the stages for mail read.
struct MessageRecord {
    /// The limit of a blurb in characters, as that of the stage `blurb`.
    private static let blurbCharacters = 140
    /// The bytes at the beginning of a text, and of HTML, which may begin with styles, that have enough words for a blurb, as a rule.
    private static let blurbTextBytes = 1_000
    private static let blurbHTMLBytes = 16 << 10

    private let message: MIMEMessage
    private let options: MessageOptions
    /// The flags of a file in a maildir; nil for other messages.
    private let flags: [String]?

    init(_ message: MIMEMessage, _ options: MessageOptions, flags: [String]? = nil) {
        self.message = message
        self.options = options
        self.flags = flags
    }

    /// The record.
    ///
    /// - Parameter origin: The place of the message.
    func record(at origin: Origin) -> Record {
        var record = Record(.object(JSONObject(members)), origin: origin)
        if message.id.isGenerated { record.warnings.append("the message has no Message-ID; its id is made of its content") }
        return record
    }

    private var members: [(String, JSONValue)] {
        let body = message.html ?? message.text ?? ""
        var members: [(String, JSONValue)] = [
            ("id", .string(message.id.text)), ("thread", Self.text(message.headers.text("x-gm-thrid"))),
            ("subject", message.headers.text("subject").map { .string($0) } ?? .null),
            ("from", Self.text(message.addresses("from").first?.text)), ("to", Self.list(addresses("to"))),
            ("cc", Self.list(addresses("cc"))),
        ]
        for (name, header) in [("bcc", "bcc"), ("reply_to", "reply-to")] where message.headers.has(header) {
            members.append((name, Self.list(addresses(header))))
        }
        members += [
            ("date", Self.text(message.date?.text)), ("in_reply_to", Self.list(message.ids("in-reply-to"))),
            ("references", Self.list(message.ids("references"))),
        ]
        if let labels = message.gmailLabels ?? flags {
            members.append(("labels", Self.list(labels)))
            let roles = MailboxRole.all(of: labels)
            if !roles.isEmpty { members.append(("roles", Self.list(roles.map(\.rawValue)))) }
        }
        if let automatic = message.automatic { members.append(("automatic", .string(automatic))) }
        if let list = message.listID { members.append(("list_id", .string(list))) }
        members += [
            ("blurb", .string(blurb)), ("body", .string(body)),
            ("body_type", .string(message.html == nil ? "text/plain" : "text/html")),
            ("text", message.html == nil ? .null : Self.text(message.text)),
            ("content_loaded", .bool(true)), ("attachments", .array(message.attachments.map { .object(attachment($0)) })),
        ]
        if options.hasHeaders { members.append(("headers", .array(headers))) }
        if !message.problems.isEmpty { members.append(("problems", Self.list(message.problems))) }
        return members
    }

    private func addresses(_ header: String) -> [String] { message.addresses(header).map(\.text) }

    /// The first words of the body in one line.
    private var blurb: String {
        guard let html = message.html else {
            let text = message.text ?? ""
            let start = text.utf8.firstIndex { !$0.isFoldedSpace } ?? text.endIndex
            let end = text.utf8.index(start, offsetBy: Self.blurbTextBytes, limitedBy: text.endIndex) ?? text.endIndex
            return Self.blurb(of: HTMLDocument(plainText: String(text[start..<end])))
        }
        let bytes = html.utf8.span
        if bytes.count > Self.blurbHTMLBytes {
            let blurb = Self.blurb(of: HTMLDocument(parsing: bytes.extracting(0..<Self.blurbHTMLBytes)))
            // A short one may be all that stands in front of more styles.
            if blurb.hasSuffix("…") { return blurb }
        }
        return Self.blurb(of: HTMLDocument(parsing: bytes))
    }

    private static func blurb(of document: HTMLDocument) -> String {
        TextWriter().blurb(of: document, maxCharacters: blurbCharacters)
    }

    private func attachment(_ file: MailAttachment) -> JSONObject {
        var object: JSONObject = [
            "name": file.name.map { .string($0) } ?? .null, "type": .string(file.type), "bytes": .number(JSONNumber(file.count)),
            "sha256": .string(file.sha256), "content_id": Self.text(file.contentID), "inline": .bool(file.isInline),
        ]
        if options.keepsAttachments, let bytes = file.bytes {
            object["url"] = .string("data:\(file.mediaType);base64,\(Data(bytes).base64EncodedString())")
        }
        return object
    }

    private var headers: [JSONValue] {
        (0..<message.headers.count).map { place in
            ["name": .string(message.headers.name(at: place)), "value": .string(message.headers.decoded(at: place))]
        }.map { .object($0) }
    }

    /// A text that is null where nothing is known.
    private static func text(_ text: String?) -> JSONValue { text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null }

    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension MailAttachment {
    /// The media type for a `data:` URL; that of unknown bytes for a type that has other characters than types have.
    fileprivate var mediaType: String {
        let isPlain = type.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "/.+-_!#$&^".utf8.contains($0) }
        return isPlain ? type : "application/octet-stream"
    }
}
