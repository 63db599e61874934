public import HTMLParsing
internal import JSONParsing
public import MailParsing
public import Pipeline

extension Record {
    /// Returns the content of a field; nil if the field is null. A document that a stage put there is HTML, whatever its text looks like.
    ///
    /// - Parameters:
    ///   - field: The path of the field.
    ///   - format: The format of a text in the field.
    /// - Throws: ``RecordError`` if the field is missing or holds neither a text nor a document.
    mutating func content(_ field: FieldPath, _ format: ContentFormat) throws -> FieldContent? {
        notePresence(of: field)
        if let known = knownField(at: field, as: format.rawValue) { return .html(known.document) }
        guard let value = try get(field) else { throw RecordError("missing; HTML was expected", at: field.description) }
        if value.isNull { return nil }
        let text = try string(field)
        guard let markup = format.markup(in: text) else { return .text(text) }
        var known = markup.isVerbatim ? knownField(at: field) : nil
        var document = known?.document ?? HTMLDocument(parsingFragment: markup.html)
        var isVerbatim = markup.isVerbatim
        if let repaired = markup.repaired(document) {
            (known, document, isVerbatim) = (nil, repaired.document(), false)
        } else {
            document = markup.completed(document)
        }
        if known == nil { warnings += document.macroRemarks.map { "\(field): \($0)" } }
        try remember(document, at: field, as: isVerbatim ? [format.rawValue, ContentFormat.html.rawValue] : [format.rawValue])
        return .html(document)
    }

    /// Returns the content of a field as a document. Plain text becomes a block that preserves its lines and spaces.
    ///
    /// - Parameters:
    ///   - field: The path of the field.
    ///   - format: The format of a text in the field.
    /// - Throws: ``RecordError`` if the field is missing or holds neither a text nor a document.
    public mutating func document(_ field: FieldPath, as format: ContentFormat) throws -> HTMLDocument {
        // For null, document(_:) throws the error of a required field.
        try content(field, format)?.document ?? document(field)
    }

    /// Copies the value of a field to another one together with its parsed document, so that it is not parsed again.
    ///
    /// - Parameter format: The format that the document was read in.
    /// - Throws: ``RecordError`` if the record is not an object, or has a key twice.
    mutating func copyContent(of field: FieldPath, _ format: ContentFormat, to other: FieldPath) throws {
        let known = knownField(at: field, as: format.rawValue)
        if let known, known.isAuthoritative { return try setDocument(known.document, in: other) }
        try set(other, to: get(field))
        if let known { try remember(known.document, at: other, as: known.formats) }
    }
}

extension HTMLDocument {
    /// A remark on each macro of Confluence that was left out, for a warning.
    public var macroRemarks: [String] {
        Set(unreadMacros).sorted().map { "left out, as only Confluence knows its content: the macro \"\($0.printable)\"" }
    }
}
