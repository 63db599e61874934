import Testing

@testable import MailParsing

/// Lines of mail, which end as the standard wants it.
func mail(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\r\n").utf8) }

/// Reads a message whole.
func message(_ bytes: [UInt8], limits: MIMELimits = .standard, keepsAttachments: Bool = false) -> MIMEMessage {
    var reader = MIMEReader(limits, keepsAttachments: keepsAttachments)
    reader.feed(bytes.span)
    return reader.finish()
}

/// Reads a message in two pieces.
func message(_ bytes: [UInt8], cutAt cut: Int) -> MIMEMessage {
    var reader = MIMEReader()
    reader.feed(Array(bytes[..<cut]).span)
    reader.feed(Array(bytes[cut...]).span)
    return reader.finish()
}

extension MIMEMessage {
    /// All that a message gives, to compare two readings.
    var everything: String {
        let fields = (0..<headers.count).map { "\(headers.name(at: $0)): \(headers.decoded(at: $0))" }
        let files = attachments.map { "\($0.name ?? "-") \($0.type) \($0.count) \($0.sha256) \($0.contentID ?? "-") \($0.isInline)" }
        return ([id.text, html ?? "-", text ?? "-"] + fields + files + problems).joined(separator: "\n")
    }
}

/// A header and what it means.
struct HeaderExample: CustomTestStringConvertible {
    let name: String
    let header: String
    let value: String
    var testDescription: String { name }
}
