internal import MailParsing
internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The stage `strip_quotes`: splits an e-mail's body into the sender's own part, the quoted messages, and the signature.
struct StripQuotesStage: ElementStage {
    static let name = "strip_quotes"
    static let summary =
        "Splits an e-mail's body, HTML or plain text, into its sender's own part, the quoted earlier messages and the signature. What may be the sender's own text stays. A message with answers between its quotes stays whole, and so does a forwarded one."
    static let example = #"{ "type": "strip_quotes", "field": "body", "into": "light_body" }"#

    /// Whether the sender's own part keeps the signature.
    enum KeepOrRemove: String, CaseIterable, Sendable { case keep, remove }

    /// The option `parts`: the field for the list of notices, and the kinds of notices that the own part omits. Mail gateways, help desks
    /// and mailing lists add such notices.
    private struct Parts {
        let into: FieldPath
        let removed: Set<MessageNoticeKind>

        init(options: inout OptionReader, beside scope: FieldScope) {
            into = options.read(
                "into", .field(beside: scope, default: "parts"),
                help: #"The field for the list of the parts: {"part": NAME, "content": …}. A part is there also if it is removed."#)
            var removed: Set<MessageNoticeKind> = []
            for (kind, help) in Self.kinds where options.read(kind.rawValue, .choice, default: KeepOrRemove.keep, help: help) == .remove {
                removed.insert(kind)
            }
            self.removed = removed
        }

        private static let kinds: [(MessageNoticeKind, String)] = [
            (.banner, "The warning of a mail gateway at the start: [EXTERNAL], CAUTION: This email originated from outside."),
            (.replyMarker, "The line of a help desk above which replies belong. With a reply above it, it begins the quoted part."),
            (.disclaimer, "The notice of confidentiality at the end."),
            (.listFooter, "What a mailing list adds at the end. With \"signature\": \"remove\" it is a part of the signature."),
        ]
    }

    let scope: FieldScope
    private let into: FieldPath
    private let quotedField: FieldPath
    private let signatureField: FieldPath
    private let messagesField: FieldPath?
    private let answersField: FieldPath?
    private let subjectField: FieldPath
    private let signature: KeepOrRemove
    private let parts: Parts?
    private var format: RecordChoice<ContentFormat>

    init(options: inout OptionReader) {
        scope = options.read(
            "field", .elementField, default: FieldScope(name: "body"),
            help: "The field with the message's body: a name, or a path such as .messages[].body.")
        into = options.read(
            "into", .field(beside: scope, default: "light_body"),
            help: "The field that the sender's own part is put into. Without it and the next three, fields of these names beside the body.")
        quotedField = options.read(
            "quoted_into", .field(beside: scope, default: "quoted"),
            help: "The field for the quoted messages with their attribution lines; null where nothing is quoted.")
        signatureField = options.read(
            "signature_into", .field(beside: scope, default: "signature"), help: "The field for the signature; null where there is none.")
        let beside = scope
        messagesField = options.readIfPresent(
            "messages_into", .field(beside: beside, default: "messages"),
            help:
                #"The field for the list of the quoted messages, the newest first: {"from": …, "date": …, "subject": …, "body": …}. The body is plain text; what the quote does not tell is null."#
        )
        answersField = options.readIfPresent(
            "answers_into", .field(beside: beside, default: "answers"),
            help:
                #"The field for the list of what the sender has written between quotes: {"quoted": LINES, "own": LINES}, as plain text. It is empty if nothing is below a quote. The own part keeps the whole body then."#
        )
        subjectField = options.read(
            "subject_field", .field(beside: scope, default: "subject", isRead: true),
            help:
                "The field with the message's subject, if it has one: a subject that begins with Fwd:, FW:, WG:, TR: or the like marks a forwarded message, which Outlook writes like a reply."
        )
        signature = options.read(
            "signature", .choice, default: KeepOrRemove.keep,
            help:
                "Whether the own part keeps the signature. Certain is only what follows the line \"-- \"; other signatures need a closing phrase or dashes, a name, and contact details."
        )
        let scope = scope
        parts = options.readIfPresent(
            "parts", .object { Parts(options: &$0, beside: scope) },
            help: "Lists what gateways, help desks and mailing lists have added, and says which of it the own part omits.")
        format = RecordChoice(options: &options, in: scope)
    }

    var hooks: Hooks { .none }

    func processElement(_ record: inout Record) throws -> Verdict {
        let field = scope.field
        let isForward = try isForwarded(record)
        let format = try format.format(for: record)
        switch try record.content(field, format) {
        case .html(let document)?:
            let message = HTMLMessageParts(document, isForward: isForward)
            let split = message.ownParts(removing: parts?.removed ?? [])
            // An unchanged body is copied as it was written, not serialized again.
            if message.quoted == nil, !split.isShortened, signature == .keep || split.signature == nil {
                try record.copyContent(of: field, format, to: into)
            } else {
                try set(into, of: &record, to: .html(signature == .keep ? split.own : split.ownWithoutSignature))
            }
            try set(quotedField, of: &record, to: message.quoted.map { .html($0) })
            try set(signatureField, of: &record, to: split.signature.map { .html($0) })
            try list(split.notices.map { ($0.kind, $0.content.serialized()) }, in: &record)
            if let messagesField { try list(message.quoted.map { QuotedMessage.all(in: $0) } ?? [], messagesField, &record) }
            if let answersField {
                try list(message.quoted == nil && !isForward ? MessageAnswer.all(in: document) : [], answersField, &record)
            }
        case .text(let text)?:
            let message = MessageParts(text: text, isForward: isForward, removing: parts?.removed ?? [])
            try set(into, of: &record, to: .text(signature == .keep ? message.own : message.ownWithoutSignature))
            try set(quotedField, of: &record, to: message.quoted.map { .text($0) })
            try set(signatureField, of: &record, to: message.signature.map { .text($0) })
            try list(message.notices.map { ($0.kind, $0.content) }, in: &record)
            if let messagesField { try list(message.quoted.map { QuotedMessage.all(in: $0) } ?? [], messagesField, &record) }
            if let answersField { try list(message.quoted == nil && !isForward ? MessageAnswer.all(in: text) : [], answersField, &record) }
        case nil:
            for field in [into, quotedField, signatureField] { try record.set(field, to: .null) }
            try list([], in: &record)
            for field in [messagesField, answersField] { if let field { try record.set(field, to: .array([])) } }
        }
        return .keep
    }

    func copyForWorker() -> StripQuotesStage {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }

    /// Puts the list of notices into its field, if the pipeline has the option `parts`.
    private func list(_ notices: [(kind: MessageNoticeKind, content: String)], in record: inout Record) throws {
        guard let parts else { return }
        let list = notices.map { JSONValue.object(["part": .string($0.kind.rawValue), "content": .string($0.content)]) }
        try record.set(parts.into, to: .array(list))
    }

    private func list(_ messages: [QuotedMessage], _ field: FieldPath, _ record: inout Record) throws {
        let list = messages.map { message in
            JSONValue.object([
                "from": message.from.map { .string($0) } ?? .null, "date": message.date.map { .string($0) } ?? .null,
                "subject": message.subject.map { .string($0) } ?? .null, "body": .string(message.body),
            ])
        }
        try record.set(field, to: .array(list))
    }

    private func list(_ answers: [MessageAnswer], _ field: FieldPath, _ record: inout Record) throws {
        let list = answers.map { answer in
            JSONValue.object(["quoted": answer.quoted.map { .string($0) } ?? .null, "own": .string(answer.own)])
        }
        try record.set(field, to: .array(list))
    }

    private func isForwarded(_ record: Record) throws -> Bool {
        guard let subject = try record.get(subjectField)?.string else { return false }
        return MessageParts.isForwardSubject(subject)
    }

    /// Puts a part into a field. HTML stays a document, so that the next stage does not have to parse it or detect its format.
    private func set(_ field: FieldPath, of record: inout Record, to part: FieldContent?) throws {
        switch part {
        case .html(let document)?: try record.setDocument(document, in: field)
        case .text(let text)?: try record.set(field, to: .string(text))
        case nil: try record.set(field, to: .null)
        }
    }
}
