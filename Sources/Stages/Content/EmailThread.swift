internal import HTMLParsing
public import JSONParsing
internal import MailParsing
public import Pipeline

/// An e-mail thread in the JSON format of its API, validated.
public struct EmailThread {
    /// The field `from` of a message: its sender.
    public static let sender = RecordField("from", .string, help: "The sender.")
    /// The field `body` of a message: HTML or plain text.
    public static let body = RecordField("body", .string, help: "HTML or plain text.")
    /// The field `blurb` of a message: the beginning of its body.
    public static let blurb = RecordField(
        "blurb", .string, help: "The beginning in one line, which replaces a body that is not loaded.")
    /// The field `content_loaded` of a message: whether the body is shown from the start.
    public static let isLoaded = RecordField(
        "content_loaded", .boolean, help: "Whether the body is shown from the start; the default is true.")
    /// The fields that are read from a message.
    public static let messageFields = [sender, body, blurb, isLoaded]

    private static let subject = RecordField("subject", .string, help: "The heading.")

    private let subject: JSONValue?
    /// The messages in chronological order.
    public let messages: [JSONObject]

    /// Validates the members of a thread. Texts are not decoded yet.
    ///
    /// - Parameter object: The thread: `subject` and `messages`.
    /// - Throws: ``RecordError`` with the path of the first member that is missing or of a wrong kind.
    public init(_ object: JSONObject) throws {
        guard let value = object["messages"] else { throw RecordError("missing; a list of messages was expected", at: ".messages") }
        guard case .array(let list) = try value.decoded(at: ".messages") else {
            throw RecordError("expected a list of messages, found \(value.kind.phrase)", at: ".messages")
        }
        subject = object[Self.subject.name]
        messages = try list.enumerated().map { index, value in
            let path = ".messages[\(index)]"
            guard case .object(let message) = try value.decoded(at: path) else {
                throw RecordError("expected a message, found \(value.kind.phrase)", at: path)
            }
            try RecordField.check(Self.messageFields, of: message, in: path)
            return message
        }
    }

    /// Builds the timeline: the subject, then sender and body of each message.
    ///
    /// The blurb replaces a missing body, and a body whose `content_loaded` is false.
    ///
    /// - Parameter format: The format of the bodies.
    /// - Throws: ``RecordError`` with the path of a text that cannot be decoded, or of a subject that is no string.
    func timeline(bodies format: ContentFormat = .auto) throws -> HTMLDocument {
        var document = HTMLDocument()
        let article = document.makeElement(.article)
        document.append(article, to: document.root)
        if let subject = try Self.subject.string(subject), !subject.isEmpty {
            document.appendElement(.h1, subject, to: article)
        }
        for (index, message) in messages.enumerated() {
            func text(_ field: RecordField) throws -> String? {
                try field.string(message[field.name], in: ".messages[\(index)]")
            }
            let section = document.makeElement(.section)
            document.append(section, to: article)
            if let sender = try text(Self.sender) { document.appendElement(.h2, sender, to: section) }
            let isLoaded = message[Self.isLoaded.name]?.bool ?? true
            let blurb = try text(Self.blurb)
            if isLoaded || blurb?.isEmpty ?? true, let body = try text(Self.body) {
                let content = HTMLDocument(body: body, format)
                for node in content.children(of: content.root) {
                    document.append(document.copy(node, from: content), to: section)
                }
            } else if let blurb {
                document.appendElement(.p, blurb, to: section)
            }
        }
        return document
    }
}

extension HTMLDocument {
    fileprivate mutating func appendElement(_ tag: HTMLTag, _ text: String, to parent: HTMLNode) {
        let element = makeElement(tag)
        append(makeText(text), to: element)
        append(element, to: parent)
    }
}
