internal import HTMLWriting
internal import MailParsing
internal import Pipeline
import HTMLParsing

/// The content of a field: HTML as a document, or plain text.
enum FieldContent {
    case html(HTMLDocument)
    case text(String)

    /// The content as a document. Plain text becomes a block that preserves its lines and spaces.
    var document: HTMLDocument {
        switch self {
        case .html(let document): document
        case .text(let text): HTMLDocument(plainText: text)
        }
    }

    /// Makes the relative addresses of HTML absolute. Plain text has none.
    mutating func resolve(_ addresses: RelativeAddresses, from base: BaseAddress) {
        guard case .html(var document) = self else { return }
        addresses.resolve(in: &document, from: base)
        self = .html(document)
    }

    /// The content as plain text. Plain text without wrapping needs no conversion.
    func text(by writer: TextWriter) -> String {
        if case .text(let text) = self, writer.options.wrapWidth == nil { return text }
        return writer.string(of: document)
    }
}
