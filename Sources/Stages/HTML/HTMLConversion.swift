internal import MailParsing
internal import Pipeline
internal import JSONParsing

/// The common part of the stages that convert an HTML field to text: they read `field` and write the result to `into`.
struct HTMLConversion: Sendable {
    let scope: FieldScope
    let into: FieldPath
    private let format: ContentFormat

    /// Reads the options `field`, `into` and `format`.
    ///
    /// - Parameters:
    ///   - options: The options of the stage.
    ///   - result: The default name of the field for the result.
    ///   - help: The first sentence of the help text of `into`.
    init(options: inout OptionReader, result: String, help: String) {
        scope = options.htmlField()
        into = options.elementField(
            "into", default: result, beside: scope,
            help: "\(help) Without it, \(result) beside the field that is read. A result of one line has no line end.")
        format = ContentFormat(options: &options)
    }

    /// Converts the content and puts the result into the record. The result of null is null.
    ///
    /// - Parameters:
    ///   - record: The record to read and change.
    ///   - write: Converts the content to text.
    /// - Throws: ``RecordError`` if the field is missing or holds no text.
    func apply(to record: inout Record, _ write: (FieldContent) -> String) throws -> Verdict {
        try record.set(into, to: record.content(scope.field, format).map { .string(Self.value(write($0))) } ?? .null)
        return .keep
    }

    /// Drops the line end of a text of one line: such a text is a value, not a file.
    static func value(_ text: String) -> String {
        let lines = text.utf8
        guard let first = lines.firstIndex(of: UInt8(ascii: "\n")), lines.index(after: first) == lines.endIndex else { return text }
        return String(text[..<first])
    }
}
