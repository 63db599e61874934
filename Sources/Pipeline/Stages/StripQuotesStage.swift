internal import HTMLParsing
internal import JSONParsing

/// Splits an e-mail's body into what its sender wrote, what it quotes, and the signature.
struct StripQuotesStage: ElementStage {
    static let name = "strip_quotes"
    static let summary =
        "Splits an e-mail's body, HTML or plain text, into its sender's own part, the quoted earlier messages and the signature. What is answered between its quotes, or passed on, stays whole."
    static let example: String? = #"{ "type": "strip_quotes", "field": "body", "into": "light_body" }"#

    /// What the body is.
    enum Format: String, CaseIterable, Sendable { case auto, html, text }
    /// Whether the own part ends with the signature.
    enum Signature: String, CaseIterable, Sendable { case keep, remove }

    let scope: FieldScope
    private let into: FieldPath
    private let quotedField: FieldPath
    private let signatureField: FieldPath
    private let subjectField: FieldPath
    private let signature: Signature
    private let format: Format

    init(options: inout OptionReader) {
        scope = options.elementField(
            "field", default: "body", help: "The field with the message's body: a name, or a path such as .messages[].body.")
        into = options.elementField(
            "into", default: "light_body", beside: scope,
            help: "The field that the sender's own part is put into. Without it and the next three, fields of these names beside the body.")
        quotedField = options.elementField(
            "quoted_into", default: "quoted", beside: scope,
            help: "The field for the quoted messages and what introduces them; null where nothing is quoted.")
        signatureField = options.elementField(
            "signature_into", default: "signature", beside: scope, help: "The field for the signature; null where there is none.")
        subjectField = options.elementField(
            "subject_field", default: "subject", beside: scope, isRead: true,
            help:
                "The field with the message's subject, if it has one: a subject that begins with Fwd:, FW:, WG:, TR: or the like marks a message that is passed on, which Outlook writes like a reply."
        )
        signature = options.choice("signature", default: Signature.keep, help: "Whether the own part keeps the signature.")
        format = options.choice(
            "format", default: Format.auto, help: "What the body is; auto takes a body with elements of HTML for HTML.")
    }

    func processElement(_ record: inout Record) throws -> Verdict {
        let field = scope.field
        guard let value = try record.get(field) else {
            throw RecordError("missing; a message's body was expected", at: field.description)
        }
        if value.isNull {
            try set(&record, own: .null, quoted: nil, signature: nil)
            return .keep
        }
        let isForward = try passesOn(record)
        let document = format == .text ? nil : try record.document(field)
        if let document, try format == .html || document.isHTML(record.string(field)) {
            let parts = HTMLMessageParts(document, isForward: isForward)
            let signed = parts.cutSignature()
            let own = signature == .keep ? parts.own : signed?.document ?? parts.own
            let isWhole = parts.quoted == nil && (signature == .keep || signed == nil)
            try set(
                &record, own: isWhole ? value : .string(own.serialized()), quoted: parts.quoted?.serialized(),
                signature: signed?.removed.serialized())
        } else {
            let parts = MessageParts(text: try record.string(field), isForward: isForward)
            let own = signature == .keep ? parts.own : parts.ownWithoutSignature
            try set(&record, own: .string(own), quoted: parts.quoted, signature: parts.signature)
        }
        return .keep
    }

    private func passesOn(_ record: Record) throws -> Bool {
        guard let subject = try record.get(subjectField)?.string else { return false }
        return QuoteWords.isForwardSubject(subject)
    }

    private func set(_ record: inout Record, own: JSONValue, quoted: String?, signature: String?) throws {
        try record.set(into, to: own)
        try record.set(quotedField, to: quoted.map { .string($0) } ?? .null)
        try record.set(signatureField, to: signature.map { .string($0) } ?? .null)
    }
}
