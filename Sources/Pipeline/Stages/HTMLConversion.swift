internal import HTMLParsing
internal import JSONParsing

/// What the stages that write one HTML field as text have in common: they read `field` and put what they make `into` another.
struct HTMLConversion: Sendable {
    let field: String
    let into: String

    /// Reads the options `field` and `into`.
    ///
    /// - Parameters:
    ///   - result: The name of what the stage makes, which is the default of `into`.
    ///   - help: What is put into the field.
    init(options: inout OptionReader, result: String, help: String) {
        field = options.string("field", default: "html", help: "The field with HTML, as text or as a document that a stage built.")
        into = options.string("into", default: result, help: help)
    }

    /// Puts what `write` makes of the document into the record; null stays null.
    ///
    /// - Throws: ``RecordError`` if the field is missing or holds no text.
    func apply(to record: inout Record, _ write: (HTMLDocument) -> String) throws -> Verdict {
        try record.set(into, to: record.documentIfAny(field).map { .string(write($0)) } ?? .null)
        return .keep
    }
}
