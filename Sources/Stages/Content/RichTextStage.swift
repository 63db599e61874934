internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import RichText

/// The stage `rich_text`: converts rich text in JSON to an HTML document.
struct RichTextStage: Stage {
    static let name = "rich_text"
    static let summary =
        "Makes HTML of rich text as JSON, as Contentful, Sanity, Notion, Strapi, Tiptap, Lexical, Editor.js and Jira store it."
    static let example = #"{ "type": "rich_text", "field": "body", "into": "html" }"#

    /// The values of the option `dialect`.
    enum Dialect: String, CaseIterable, Sendable {
        case auto, contentful, portable_text, notion, strapi, prosemirror, lexical, editorjs, adf
    }

    /// The values of the option `on_unknown`.
    enum UnknownPolicy: String, CaseIterable, Sendable { case keep, reject }

    private let scope: FieldScope
    private let into: FieldPath
    private let dialect: RichTextDialect?
    private let onUnknown: UnknownPolicy
    private var addresses: RecordQuery?
    private let unknown = CountedRemarks(others: "\(name) does not know other types")

    init(options: inout OptionReader) {
        scope = options.read(
            "field", .elementField, default: FieldScope(name: "body"),
            help: "The field with the rich text, as JSON or as a string of JSON: a name, or a path such as .sections[].body.")
        into = options.read(
            "into", .field(beside: scope, default: "html"),
            help: "The field that the HTML is put into. Without it, html beside the field that is read.")
        let dialect = options.read(
            "dialect", .choice, default: Dialect.auto, help: "The format of the rich text. auto finds it from the shape of each one.")
        self.dialect = RichTextDialect(rawValue: dialect.rawValue)
        onUnknown = options.read(
            "on_unknown", .choice, default: UnknownPolicy.keep,
            help:
                "What happens to a record with nodes or marks that the stage does not know, or with references without an address: keep "
                + "keeps their text, and warns at the end; reject rejects the record.")
        addresses = options.readIfPresent(
            "addresses", .query,
            help:
                "A jq program that gives an object for the whole record: for each identifier of an entry, page or file its address, or an "
                + "object with address and title.")
    }

    var hooks: Hooks { Hooks(changedFields: [scope.changed(with: into)], closingWarnings: unknown.warnings) }

    func process(_ record: inout Record) throws -> Verdict {
        let targets = try addresses.map { try Self.targets($0, record) } ?? [:]
        let reader = RichTextReader(dialect: dialect) { targets[JSONKey($0.id)] }
        try scope.apply(to: &record) { element in
            guard let value = try element.get(scope.field) else {
                throw RecordError("missing; rich text was expected", at: scope.field.description)
            }
            guard !value.isNull else { return try element.set(into, to: .null) }
            try element.setDocument(document(of: value, by: reader, at: element.origin), in: into)
        }
        return .keep
    }

    /// Converts a rich text, and counts its unknown types.
    private func document(of value: JSONValue, by reader: RichTextReader, at origin: Origin) throws -> HTMLDocument {
        let field = scope.field.description
        let result: RichTextConversion
        do {
            result = try reader.read(Self.parsed(value))
        } catch let error as RichTextError {
            throw RecordError(
                error.message, at: error.path == "." ? field : field + error.path.replacing(".[", with: "[", maxReplacements: 1))
        } catch let error as JSONError {
            throw RecordError("expected rich text as JSON, found a string that is none: \(error)", at: field)
        }
        if onUnknown == .reject, !result.unknown.isEmpty {
            let types = result.unknown.map { $0.count == 1 ? $0.type.printable : "\($0.type.printable) (\($0.count))" }
            throw RecordError(
                "\(Self.name) does not know \(types.joined(separator: ", ")); \"on_unknown\": \"keep\" keeps the text", at: field)
        }
        let dialect = result.dialect.map { " in \($0.rawValue)" } ?? ""
        unknown.note(result.unknown.map { "\(Self.name) does not know \($0.type.printable)\(dialect)" }, at: origin)
        return result.document
    }

    /// The rich text, which some systems store as a string of JSON.
    private static func parsed(_ value: JSONValue) throws -> JSONValue {
        guard let text = value.string else { return value }
        return try JSONValue(parsing: text)
    }

    /// Runs the program of the option `addresses`. Returns the target of each identifier.
    private static func targets(_ query: RecordQuery, _ record: Record) throws -> [JSONKey: RichTextTarget] {
        guard let value = try query.first(record), !value.isNull else { return [:] }
        guard case .object(let members) = try value.decoded() else {
            throw RecordError("addresses gives \(value.kind.phrase); an object was expected")
        }
        var targets: [JSONKey: RichTextTarget] = [:]
        for member in members where !member.value.isNull {
            let object = member.value.kind == .object ? try member.value.member("address") : member.value
            guard let address = object?.string else {
                throw RecordError("addresses gives \(member.value.kind.phrase) for \(member.key.printable); an address was expected")
            }
            targets[JSONKey(member.key)] = RichTextTarget(address: address, title: try member.value.member("title")?.string)
        }
        return targets
    }

    func copyForWorker() -> RichTextStage {
        var copy = self
        copy.addresses = addresses?.recompiled()
        return copy
    }
}
