internal import Pipeline

/// The stage `fill`: gives all records the same fields in the same order.
struct FillStage: Stage {
    static let name = "fill"
    static let summary = "Gives every record the same fields in the same order: those that a record lacks are null."
    static let example = #"{ "type": "fill", "fields": ["id", "title", "date"], "others": "remove" }"#

    /// The values of the option `others`.
    enum Others: String, CaseIterable, Sendable { case keep, remove, reject }

    private let names: [String]
    private let others: Others

    init(options: inout OptionReader) {
        let fields = options.read("fields", .list(of: .newField), help: "The names of the fields, in order.")
        for (index, field) in fields.enumerated() {
            if field.name == nil {
                options.report("\(field) leads into an object; only fields of the record itself can have an order", option: "fields")
            } else if fields[..<index].contains(field) {
                options.report("\(field) stands here twice", option: "fields")
            }
        }
        names = fields.compactMap(\.name)
        others = options.read(
            "others", .choice, default: Others.keep,
            help: "What happens to other fields: they follow in their order, are removed, or the record goes to the rejects file.")
    }

    var hooks: Hooks { Hooks(changedFields: others == .remove ? nil : names.map { FieldPath(name: $0) }) }

    func process(_ record: inout Record) throws -> Verdict {
        if others == .reject, let other = try record.firstField(besides: names) {
            throw RecordError("the record has a field \"\(other.prefix(100).printable)\", which is not among fields")
        }
        try record.arrange(names, keepsOthers: others == .keep)
        return .keep
    }
}
