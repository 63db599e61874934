internal import MailParsing
internal import Pipeline
internal import HTMLParsing
internal import JSONParsing

/// The common part of the stages that list elements of an HTML field: they read `field` and write a list of objects to `into`.
struct HTMLListing: Sendable {
    let scope: FieldScope
    private let into: FieldPath
    private let isUnique: Bool
    private var format: RecordChoice<ContentFormat>
    let addresses: RelativeAddresses

    /// Reads the options `field`, `into`, `unique`, `format` and `base`.
    ///
    /// - Parameters:
    ///   - options: The options of the stage.
    ///   - result: The default name of the field for the list.
    ///   - help: The first sentence of the help text of `into`.
    init(options: inout OptionReader, result: String, help: String) {
        scope = options.htmlField()
        into = options.elementField(
            "into", default: result, beside: scope, help: "\(help) Without it, \(result) beside the field that is read.")
        isUnique = options.boolean("unique", default: true, help: "Whether to list each address only once.")
        format = RecordChoice(options: &options, in: scope)
        addresses = RelativeAddresses(options: &options)
    }

    /// Returns the same options with a program of their own, for ``Stage/copyForWorker()``.
    func recompiled() -> HTMLListing {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }

    /// Puts the list into the record. The list of null is empty.
    ///
    /// - Parameters:
    ///   - record: The record to read and change.
    ///   - find: Returns the elements in order, each with its address and its other members.
    /// - Throws: ``RecordError`` if the field is missing or holds no text.
    func apply(to record: inout Record, _ find: (HTMLDocument) -> [(address: String, members: [(String, JSONValue)])]) throws -> Verdict {
        let document = try record.content(scope.field, format.format(for: record))?.document ?? HTMLDocument()
        let parts = find(document)
        let base = parts.isEmpty ? record.origin.base : addresses.base(of: document, in: record.origin.base)
        var seen: Set<JSONKey> = []
        var list: [JSONValue] = []
        for part in parts {
            let address = addresses.url(of: part.address, from: base) ?? part.address
            guard !isUnique || seen.insert(JSONKey(address)).inserted else { continue }
            list.append(.object(JSONObject([("url", .string(address))] + part.members)))
        }
        try record.set(into, to: .array(list))
        return .keep
    }
}
