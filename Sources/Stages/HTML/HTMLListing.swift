internal import MailParsing
internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// What the stages that list parts of one HTML field have in common: they read `field`, and put a list of objects `into` another.
struct HTMLListing: Sendable {
    let scope: FieldScope
    private let into: FieldPath
    private let isUnique: Bool
    private let format: ContentFormat

    /// Reads the options `field`, `into`, `unique` and `format`.
    ///
    /// - Parameters:
    ///   - result: The name of what is listed, which is the default of `into`.
    ///   - help: What is put into the field.
    init(options: inout OptionReader, result: String, help: String) {
        scope = options.htmlField()
        into = options.elementField(
            "into", default: result, beside: scope, help: "\(help) Without it, \(result) beside the field that is read.")
        isUnique = options.boolean("unique", default: true, help: "Whether an address that comes again is left out.")
        format = ContentFormat(options: &options)
    }

    /// Puts the list into the record; of null the list is empty.
    ///
    /// - Parameter find: Gives the parts in order, each with its address.
    /// - Throws: ``RecordError`` if the field is missing or holds no text.
    func apply(to record: inout Record, _ find: (HTMLDocument) -> [(address: String, members: [(String, JSONValue)])]) throws -> Verdict {
        let document = try record.content(scope.field, format)?.document ?? HTMLDocument()
        var seen: Set<JSONKey> = []
        var list: [JSONValue] = []
        for part in find(document) where !isUnique || seen.insert(JSONKey(part.address)).inserted {
            list.append(.object(JSONObject([("url", .string(part.address))] + part.members)))
        }
        try record.set(into, to: .array(list))
        return .keep
    }
}
