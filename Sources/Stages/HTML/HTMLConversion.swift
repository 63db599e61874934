internal import MailParsing
internal import Pipeline
internal import JSONParsing

/// What the stages that write one HTML field as text have in common: they read `field` and put what they make `into` another.
struct HTMLConversion: Sendable {
    let scope: FieldScope
    let into: FieldPath
    private let format: ContentFormat

    /// Reads the options `field`, `into` and `format`.
    ///
    /// - Parameters:
    ///   - result: The name of what the stage makes, which is the default of `into`.
    ///   - help: What is put into the field.
    init(options: inout OptionReader, result: String, help: String) {
        scope = options.htmlField()
        into = options.elementField(
            "into", default: result, beside: scope,
            help: "\(help) Without it, \(result) beside the field that is read. A result of one line has no line end.")
        format = ContentFormat(options: &options)
    }

    /// Puts what `write` makes of the content into the record; null stays null.
    ///
    /// - Throws: ``RecordError`` if the field is missing or holds no text.
    func apply(to record: inout Record, _ write: (Content) -> String) throws -> Verdict {
        try record.set(into, to: record.content(scope.field, format).map { .string(Self.value(write($0))) } ?? .null)
        return .keep
    }

    /// A text of one line is a value and no file, and so it has no line end.
    private static func value(_ text: String) -> String {
        let lines = text.utf8
        guard let first = lines.firstIndex(of: UInt8(ascii: "\n")), lines.index(after: first) == lines.endIndex else { return text }
        return String(text[..<first])
    }
}
