internal import MailParsing
internal import Pipeline
import HTMLParsing

/// The content of a field.
enum Content {
    case html(HTMLDocument)
    case text(String)

    /// The content as a document, which shows a plain text as it is.
    var document: HTMLDocument {
        switch self {
        case .html(let document): document
        case .text(let text): HTMLDocument(plainText: text)
        }
    }
}
