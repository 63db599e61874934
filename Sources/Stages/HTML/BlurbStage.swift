internal import HTMLWriting
internal import MailParsing
internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The stage `blurb`: writes the beginning of the visible text into a field, where a record has no blurb.
struct BlurbStage: ElementStage {
    static let name = "blurb"
    static let summary = "Makes a blurb, the beginning of the visible text in one line, where a record has none."
    static let example = #"{ "type": "blurb", "field": "body", "into": "blurb", "max_characters": 120 }"#

    let scope: FieldScope
    private let into: FieldPath
    private var format: RecordChoice<ContentFormat>
    private let rules: HTMLRules
    private let maxCharacters: Int
    private let replaces: Bool
    private let writer = TextWriter()

    init(options: inout OptionReader) {
        scope = options.read(
            "field", .elementField, default: FieldScope(name: "html"),
            help: "The field with HTML or text, by name or path; where that is null, so is the blurb.")
        into = options.read(
            "into", .field(beside: scope, default: "blurb"),
            help: "The field that the blurb is put into. Without it, blurb beside the field that is read.")
        format = RecordChoice(options: &options, in: scope)
        rules = HTMLRules(options: &options)
        maxCharacters = options.read(
            "max_characters", .integer(1...10_000), default: 140, help: "How long a blurb may be; longer text is cut behind a word.")
        replaces = options.read("replace", .boolean, default: false, help: "Whether to replace an existing blurb.")
    }

    var hooks: Hooks { Hooks(changedFields: [scope.changed(with: into)], closingWarnings: rules.warnings) }

    func processElement(_ record: inout Record) throws -> Verdict {
        let field = scope.field
        if !replaces, let blurb = try record.get(into), !blurb.isNull, blurb.string?.trimmingSpaces.isEmpty != true { return .keep }
        guard var content = try record.content(field, format.format(for: record), isSelected: !rules.isEmpty) else {
            if try record.get(into) == nil { try record.set(into, to: .null) }
            return .keep
        }
        try rules.apply(to: &content, of: record, at: field)
        try record.set(into, to: .string(writer.blurb(of: content.document, maxCharacters: maxCharacters)))
        return .keep
    }

    func copyForWorker() -> BlurbStage {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }
}
