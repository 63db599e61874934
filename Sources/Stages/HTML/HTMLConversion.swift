internal import MailParsing
internal import Pipeline
internal import JSONParsing

/// The common part of the stages that convert an HTML field to text: they read `field` and write the result to `into`.
struct HTMLConversion: Sendable {
    let scope: FieldScope
    let into: FieldPath
    let addresses: RelativeAddresses
    private var format: RecordChoice<ContentFormat>

    /// Reads the options `field`, `into`, `format` and `base`.
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
        format = RecordChoice(options: &options, in: scope)
        addresses = RelativeAddresses(options: &options)
    }

    /// Returns the same options with a program of their own, for ``Stage/copyForWorker()``.
    func recompiled() -> HTMLConversion {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }

    /// Converts the content and puts the result into the record. The result of null is null.
    ///
    /// - Parameters:
    ///   - record: The record to read and change.
    ///   - writesAddresses: Whether the text has the addresses of the content.
    ///   - write: Converts the content to text.
    /// - Throws: ``RecordError`` if the field is missing or holds no text.
    func apply(to record: inout Record, writesAddresses: Bool = true, _ write: (FieldContent) -> String) throws -> Verdict {
        guard var content = try record.content(scope.field, format.format(for: record)) else {
            try record.set(into, to: .null)
            return .keep
        }
        if writesAddresses { content.resolve(addresses, from: record.origin.base) }
        try record.set(into, to: .string(Self.value(write(content))))
        return .keep
    }

    /// Drops the line end of a text of one line: such a text is a value, not a file.
    static func value(_ text: String) -> String {
        let lines = text.utf8
        guard let first = lines.firstIndex(of: UInt8(ascii: "\n")), lines.index(after: first) == lines.endIndex else { return text }
        return String(text[..<first])
    }
}
