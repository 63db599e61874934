internal import HTMLParsing

/// Finds the element that a mail program puts around a signature, by class and id.
enum SignatureElement {
    private static let classes: Set<Substring> = ["gmail_signature", "moz-signature", "front-signature", "protonmail_signature_block"]
    private static let identifiers = ["ms-outlook-mobile-signature", "applemailsignature"]
    /// An id of Outlook that forms have, too. It counts only at the end of the message, around the lines of a signature.
    private static let commonIdentifier = "signature"

    /// The first signature element with visible content; nil if there is none.
    ///
    /// - Parameters:
    ///   - document: The sender's own part.
    ///   - nodeLines: The lines of its nodes.
    ///   - lines: Its lines.
    static func first(in document: HTMLDocument, _ nodeLines: NodeLines, _ lines: [QuoteLine]) -> HTMLNode? {
        let bytes = document.textBytes
        let block = SignatureFinder.Tail(lines)
        return document.descendants(of: document.root).first { node in
            guard document.kind(of: node) == .element, let range = nodeLines.range(of: node) else { return false }
            let names = MarkedNames(of: node, in: document, bytes)
            if !names.classes.isDisjoint(with: classes) || names.hasIdentifier(among: identifiers) { return true }
            return names.hasIdentifier(among: [commonIdentifier]) && range.upperBound == lines.count
                && block.isSignature(from: range.lowerBound)
        }
    }
}
