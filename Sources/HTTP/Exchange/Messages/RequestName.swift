package import Pipeline

/// The name of a request in messages. It contains no secrets.
package struct RequestName: Sendable {
    private let address: WebAddress
    /// The node that a secret URL came from.
    private let secretName: String?
    private let label: String?

    /// - Parameters:
    ///   - request: The request.
    ///   - label: The request among others, such as `page 3`.
    package init(_ request: HTTPRequest, label: String? = nil) {
        address = request.address
        secretName = request.secretName
        self.label = label
    }

    /// The name of the request for a document; nil for an invalid URL.
    package init?(_ url: MaskedText) {
        guard let address = WebAddress(url.value) else { return nil }
        self.address = address
        secretName = url.isSecret ? url.shown : nil
        label = nil
    }

    /// The masked URL, or the node that a secret URL came from, with the label behind it. Made when a message needs it, because masking
    /// costs time.
    package var shown: String { (secretName ?? address.shown).printable + (label.map { ": \($0.printable)" } ?? "") }

    /// The host of the URL; nil if the URL is secret.
    var host: String? { isSecret ? nil : address.origin.host.printable }

    var isSecret: Bool { secretName != nil }

    /// The first characters of a text from a server or a library, in printable form. Empty for a secret URL, because the text may contain
    /// parts of it.
    ///
    /// Secrets are masked before the text is cut: a part of one would not be found.
    package func quote(_ text: String, characters: Int = 80) -> String {
        guard !isSecret else { return "" }
        return LearnedSecrets.current.maskedExternalText(text).prefix(characters).trimmingSpaces
    }

    /// A text from a server or a library as the end of a message, behind a colon; empty if there is nothing to quote.
    func ending(_ text: String, characters: Int = 200) -> String {
        let quote = quote(text, characters: characters)
        return quote.isEmpty ? "" : ": \(quote)"
    }
}
