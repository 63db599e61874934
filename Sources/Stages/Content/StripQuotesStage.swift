internal import MailParsing
internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The stage `strip_quotes`: splits an e-mail's body into the sender's own part, the quoted messages, and the signature.
struct StripQuotesStage: ElementStage {
    static let name = "strip_quotes"
    static let summary =
        "Splits an e-mail's body, HTML or plain text, into its sender's own part, the quoted earlier messages and the signature. A message with answers between its quotes stays whole, and so does a forwarded one."
    static let example: String? = #"{ "type": "strip_quotes", "field": "body", "into": "light_body" }"#

    /// Whether the sender's own part keeps the signature.
    enum Signature: String, CaseIterable, Sendable { case keep, remove }

    let scope: FieldScope
    private let into: FieldPath
    private let quotedField: FieldPath
    private let signatureField: FieldPath
    private let subjectField: FieldPath
    private let signature: Signature
    private let format: ContentFormat

    init(options: inout OptionReader) {
        scope = options.elementField(
            "field", default: "body", help: "The field with the message's body: a name, or a path such as .messages[].body.")
        into = options.elementField(
            "into", default: "light_body", beside: scope,
            help: "The field that the sender's own part is put into. Without it and the next three, fields of these names beside the body.")
        quotedField = options.elementField(
            "quoted_into", default: "quoted", beside: scope,
            help: "The field for the quoted messages with their attribution lines; null where nothing is quoted.")
        signatureField = options.elementField(
            "signature_into", default: "signature", beside: scope, help: "The field for the signature; null where there is none.")
        subjectField = options.elementField(
            "subject_field", default: "subject", beside: scope, isRead: true,
            help:
                "The field with the message's subject, if it has one: a subject that begins with Fwd:, FW:, WG:, TR: or the like marks a forwarded message, which Outlook writes like a reply."
        )
        signature = options.choice("signature", default: Signature.keep, help: "Whether the own part keeps the signature.")
        format = ContentFormat(options: &options)
    }

    func processElement(_ record: inout Record) throws -> Verdict {
        let field = scope.field
        let isForward = try isForwarded(record)
        switch try record.content(field, format) {
        case .html(let document)?:
            let parts = HTMLMessageParts(document, isForward: isForward)
            let signed = parts.splitSignature()
            let own = signature == .keep ? parts.own : signed?.own ?? parts.own
            // An unchanged body is copied as it was written, not serialized again.
            if parts.quoted == nil, signature == .keep || signed == nil {
                try record.copyContent(of: field, to: into)
            } else {
                try set(into, of: &record, to: .html(own))
            }
            try set(quotedField, of: &record, to: parts.quoted.map { .html($0) })
            try set(signatureField, of: &record, to: signed.map { .html($0.signature) })
        case .text(let text)?:
            let parts = MessageParts(text: text, isForward: isForward)
            try set(into, of: &record, to: .text(signature == .keep ? parts.own : parts.ownWithoutSignature))
            try set(quotedField, of: &record, to: parts.quoted.map { .text($0) })
            try set(signatureField, of: &record, to: parts.signature.map { .text($0) })
        case nil:
            for field in [into, quotedField, signatureField] { try record.set(field, to: .null) }
        }
        return .keep
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
