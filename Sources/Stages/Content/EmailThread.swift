internal import HTMLParsing
public import JSONParsing
internal import MailParsing
public import Pipeline

/// An e-mail thread as the API delivers it, checked: messages in order, the newest last.
public struct EmailThread {
    /// `from` of a message.
    public static let sender = RecordField("from", .string, help: "The sender.")
    /// `body` of a message.
    public static let body = RecordField("body", .string, help: "HTML or plain text.")
    /// `blurb` of a message.
    public static let blurb = RecordField(
        "blurb", .string, help: "The beginning in one line, which stands for a body that is not loaded.")
    /// `content_loaded` of a message.
    public static let isLoaded = RecordField(
        "content_loaded", .boolean, help: "Whether the body is shown from the start; the default is true.")
    /// What is read of a message.
    public static let messageFields = [sender, body, blurb, isLoaded]

    private static let subject = RecordField("subject", .string, help: "The heading.")

    private let subject: JSONValue?
    /// The messages, the newest last.
    public let messages: [JSONObject]

    /// Checks the members of a thread. Texts are decoded by those who read them.
    ///
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

    /// The subject, then sender and body of each message, which is HTML or plain text; the blurb where there is no body. Where the body is
    /// said not to be loaded, the blurb stands for it, if there is one.
    ///
    /// - Parameter format: What the bodies are.
    /// - Throws: ``RecordError`` with the path of a text that cannot be decoded, or of a subject that is none.
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
