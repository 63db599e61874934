public import HTMLParsing
internal import JSONParsing
public import MailParsing
public import MarkdownParsing
public import Pipeline

/// Markdown in a field of a record. A step that changes nothing but addresses changes them in the text, and so keeps what a document lacks:
/// the author's marks and line ends, alerts, comments, the words behind fences, components of MDX.
public struct MarkdownField {
    /// The addresses in the text behind front matter.
    public let addresses: MarkdownAddresses
    private let frontMatter: String

    fileprivate init(_ text: String, behind frontMatter: String) {
        addresses = MarkdownAddresses(text)
        self.frontMatter = frontMatter
    }

    /// Returns the whole text with other addresses; nil if all stay.
    ///
    /// - Parameter address: Returns the new address; nil for one that stays.
    public func replacing(_ address: (MarkdownAddress) throws -> String?) rethrows -> String? {
        try addresses.replacing(address).map { frontMatter + $0 }
    }

    /// Returns the whole text with other bytes in the places of addresses; nil if all stay.
    func splicing(_ bytes: (MarkdownAddress, ArraySlice<UInt8>) throws -> [UInt8]?) rethrows -> String? {
        try addresses.splicing(bytes).map { frontMatter + String(decoding: $0, as: UTF8.self) }
    }
}

extension Record {
    /// Returns the Markdown in a field; nil if the field holds anything else, such as a document that a stage has put there.
    ///
    /// - Parameters:
    ///   - field: The path of the field.
    ///   - format: The format of a text in the field.
    public func markdown(_ field: FieldPath, as format: ContentFormat) throws -> MarkdownField? {
        guard format == .markdown || format == .auto, knownField(at: field)?.isAuthoritative != true,
            let value = try get(field), case .string(let text) = try value.decoded(), let markup = format.markup(in: text),
            markup.isMarkdown
        else { return nil }
        return MarkdownField(markup.text, behind: String(decoding: text.utf8.dropLast(markup.text.utf8.count), as: UTF8.self))
    }

    /// Sets a field to Markdown whose document is known, so that later steps need not parse it, and read it as what it is.
    public mutating func setMarkdown(_ text: String, _ document: HTMLDocument, in field: FieldPath) throws {
        try set(field, to: .string(text))
        try remember(document, at: field, as: ContentFormat.allCases.map(\.rawValue))
    }
}
