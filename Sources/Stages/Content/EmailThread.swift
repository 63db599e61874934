internal import HTMLParsing
public import JSONParsing
public import MailParsing
public import Pipeline

/// An e-mail thread in the JSON format of its API, validated.
public struct EmailThread {
    private static let senderName = RecordField("name", .string, help: "The name.")
    private static let senderAddress = RecordField("email", .string, help: "The address.")
    private static let otherAddress = RecordField("address", .string, help: "The address, where there is no email.")

    /// The field `from` of a message: its sender.
    public static let sender = RecordField(
        "from", .stringOrObject([senderName, senderAddress, otherAddress]),
        help: "The sender: a name, an address, \"Name <address>\", or an object with both.")
    /// The field `date` of a message.
    public static let date = RecordField(
        "date", .stringOrNumber, help: "When it was sent: ISO 8601, such as 2026-05-01T10:00:00Z, or the seconds since 1970.")
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

    /// A message of a thread.
    public struct Message: Sendable {
        /// The message after the programs in the options have set its fields.
        public let object: JSONObject
        /// The message as it came.
        public let source: JSONObject
        /// The path in the record, such as `.messages[2]`.
        public let path: String
        /// The format of the body.
        public let format: ContentFormat
    }

    private let subject: JSONValue?
    /// The messages, in their original order until ``arrange(_:)`` is called.
    public private(set) var messages: [Message]
    /// The change of the order of the messages.
    public private(set) var arrangement = MessageOrder.Arrangement.untouched

    /// Validates the members of a thread. Texts are not decoded yet.
    ///
    /// - Parameters:
    ///   - object: The thread: `subject` and `messages`.
    ///   - reading: The programs for the fields of messages; nil if all messages have the fields themselves.
    /// - Throws: ``RecordError`` with the path of the first member that is missing or of a wrong kind; the error of a program.
    public init(_ object: JSONObject, reading: MessageReading? = nil) throws {
        guard let value = object["messages"] else { throw RecordError("missing; a list of messages was expected", at: ".messages") }
        guard case .array(let list) = try value.decoded(at: ".messages") else {
            throw RecordError("expected a list of messages, found \(value.kind.phrase)", at: ".messages")
        }
        subject = object[Self.subject.name]
        messages = try list.enumerated().map { index, value in
            let path = ".messages[\(index)]"
            guard case .object(let source) = try value.decoded(at: path) else {
                throw RecordError("expected a message, found \(value.kind.phrase)", at: path)
            }
            let message = try reading?.applied(to: source) ?? source
            try RecordField.check(Self.messageFields, of: message, in: path)
            return Message(object: message, source: source, path: path, format: try reading?.format(of: source, at: path) ?? .auto)
        }
    }

    /// Puts the messages in order, the newest last.
    public mutating func arrange(_ order: MessageOrder) { (messages, arrangement) = order.arranged(messages) }

    /// The sender of a message; nil if none is named.
    ///
    /// - Parameter path: The path of the message in its record, for errors.
    /// - Throws: ``RecordError`` with the path of a value that has the wrong type or cannot be decoded.
    public static func sender(of message: JSONObject, at path: String) throws -> MessageSender? {
        guard case .object? = message[sender.name]?.kind else {
            guard let text = try sender.string(message[sender.name], in: path), !text.allSatisfy(\.isWhitespace) else { return nil }
            return MessageSender(text)
        }
        let place = "\(path).\(sender.name)"
        guard case .object(let object)? = try message[sender.name]?.decoded(at: place) else { return nil }
        func text(_ field: RecordField) throws -> String? { try field.string(object[field.name], in: place) }
        return try MessageSender(name: text(senderName) ?? "", address: text(senderAddress) ?? text(otherAddress) ?? "")
    }

    /// Builds the timeline: the subject, then sender and body of each message. Remarks are about content that is left out or detected.
    ///
    /// The blurb replaces a missing body, and a body whose `content_loaded` is false.
    ///
    /// - Throws: ``RecordError`` with the path of a text that cannot be decoded, or of a subject that is no string.
    func timeline() throws -> (document: HTMLDocument, remarks: [String]) {
        var document = HTMLDocument()
        var remarks: Set<String> = []
        let article = document.makeElement(.article)
        document.append(article, to: document.root)
        if let subject = try Self.subject.string(subject), !subject.isEmpty {
            document.appendElement(.h1, subject, to: article)
        }
        for message in messages {
            let object = message.object
            func text(_ field: RecordField) throws -> String? { try field.string(object[field.name], in: message.path) }
            let section = document.makeElement(.section)
            document.append(section, to: article)
            if let sender = try Self.sender(of: object, at: message.path) { document.appendElement(.h2, sender.text, to: section) }
            let isLoaded = object[Self.isLoaded.name]?.bool ?? true
            let blurb = try text(Self.blurb)
            if isLoaded || blurb?.isEmpty ?? true, let body = try text(Self.body) {
                let markup = message.format.markup(in: body)
                remarks.formUnion(message.format.remarks(on: markup))
                document.append(contentOf: markup?.document() ?? HTMLDocument(plainText: body), to: section)
            } else if let blurb {
                document.appendElement(.p, blurb, to: section)
            }
        }
        return (document, document.macroRemarks + remarks.sorted())
    }
}

extension HTMLDocument {
    fileprivate mutating func appendElement(_ tag: HTMLTag, _ text: String, to parent: HTMLNode) {
        let element = makeElement(tag)
        append(makeText(text), to: element)
        append(element, to: parent)
    }
}

/// The sender of a message: a display name, and an address if both are known.
public struct MessageSender: Equatable, Sendable {
    /// The display name; the address if it has none.
    public let name: String
    /// The address beside the name; nil if the name is all that is known, or is the address.
    public let address: String?
    /// Whether ``name`` is a display name, and not the address. A sender may write the address of someone else there.
    public let hasName: Bool

    /// - Parameter given: A name, an address, or both as `Name <address>`.
    public init(_ given: String) {
        let text = given.trimmingSpaces
        guard text.utf8.last == UInt8(ascii: ">"), let open = text.lastIndex(of: "<"),
            case let inner = String(text[text.index(after: open)...].dropLast()), Self.isAddress(inner)
        else {
            name = text
            address = nil
            hasName = !Self.isAddress(text)
            return
        }
        var display = text[..<open].trimmingSpaces
        if display.count > 1, let quote = display.first, quote == "\"" || quote == "'", display.last == quote {
            display = String(display.dropFirst().dropLast()).trimmingSpaces
        }
        name = display.isEmpty ? inner : display
        address = display.isEmpty ? nil : inner
        hasName = !display.isEmpty
    }

    /// - Returns: nil if both are blank.
    init?(name: String, address: String) {
        let (name, address) = (name.trimmingSpaces, address.trimmingSpaces)
        if name.isEmpty, address.isEmpty { return nil }
        self.name = name.isEmpty ? address : name
        self.address = name.isEmpty || address.isEmpty || name == address ? nil : address
        hasName = !name.isEmpty && name != address
    }

    /// Whether a text is an address alone: `ann@example.com`, `"ann lund"@example.com`.
    private static func isAddress(_ text: String) -> Bool {
        guard let at = text.lastIndex(of: "@") else { return false }
        func isPlain(_ part: Substring) -> Bool { !part.isEmpty && !part.contains { $0.isWhitespace || "<>\"".contains($0) } }
        let local = text[..<at]
        let isQuoted = local.count > 1 && local.first == "\"" && local.last == "\""
        return isPlain(text[text.index(after: at)...]) && (isQuoted || isPlain(local))
    }

    /// The sender in one line, as a mail has it: `Name <address>`.
    public var text: String { address.map { "\(name) <\($0)>" } ?? name }

    /// The address; nil if only a display name is known.
    public var mailAddress: String? { address ?? (hasName ? nil : name) }

    /// The key of the sender, equal in all of its messages: the address in lower case; the name if no address is known.
    public var person: String { mailAddress?.lowercased() ?? name }
}
