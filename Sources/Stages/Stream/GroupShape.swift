internal import JSONParsing
internal import JSONQuery
internal import Pipeline

/// What the record of a group looks like.
struct GroupShape: Sendable {
    private let keyField: FieldPath
    private let into: FieldPath
    private let fields: [(field: FieldPath, query: RecordQuery)]

    /// Reads the options.
    init(options: inout OptionReader) {
        keyField = options.read("key", .newField, default: FieldPath(name: "key"), help: "The field for the key.")
        into = options.read("into", .newField, default: FieldPath(name: "items"), help: "The field for the list of the records.")
        if into.steps.starts(with: keyField.steps) || keyField.steps.starts(with: into.steps) {
            options.report("\(into) and \(keyField), the field for the key, have no place beside each other", option: "into")
        }
        fields = options.read(
            "fields", .fieldQueries, default: [],
            help:
                "For each further field, by name or path, a jq program on the list, such as length or map(.amount) | add. A field that is "
                + "called as that of the list takes its place.")
    }

    /// Makes the record of a group, with the key and the list.
    ///
    /// - Parameter records: At least one record. The first one gives the origin.
    func record(key: JSONValue, records: [Record]) throws -> Record {
        var record = Record([:], origin: records.first?.origin ?? Origin())
        try record.set(keyField, to: key)
        try record.set(into, to: .array(records.map(\.value)))
        return record
    }

    /// Adds the fields that programs give.
    func addFields(to record: inout Record) throws {
        guard !fields.isEmpty, let list = try record.get(into) else { return }
        let input = Record(list, origin: record.origin)
        for (field, query) in fields {
            guard let value = try query.first(input) else { throw RecordError("\(query.source) gives no value", at: field.description) }
            try record.set(field, to: value)
        }
    }
}

/// The order of the keys of sorted records, which is checked.
struct KeyOrder {
    private let display: KeyDisplay
    private var last: (key: JSONValue, bytes: [UInt8])?
    /// The sign of the order: -1 for ascending keys, 1 for descending ones, 0 before a second key.
    private var direction = 0

    /// - Parameter display: How messages show keys.
    init(_ display: KeyDisplay) { self.display = display }

    /// Returns whether a key differs from the one before it.
    ///
    /// - Throws: ``PipelineFailure`` if it is out of order; the reason why it cannot be compared.
    mutating func isNew(_ key: JSONValue, at origin: Origin) throws -> Bool {
        var bytes: [UInt8] = []
        try JSONOrderKey.append(key, to: &bytes, limit: RecordSorter.maxKeyBytes)
        guard let last else {
            self.last = (key, bytes)
            return true
        }
        let order = JSONOrderKey.order(last.bytes.span, bytes.span).signum()
        if order == 0 { return false }
        if direction == 0 { direction = order }
        guard order == direction else {
            throw PipelineFailure(
                .badData,
                "\(origin.description.printable): group: the key \(display.text(of: key)) comes after \(display.text(of: last.key)), but the "
                    + "keys before go \(direction < 0 ? "up" : "down"); without \"sorted\": true, records may have any order")
        }
        self.last = (key, bytes)
        return true
    }
}

extension JSONValue {
    /// The value in messages: its text, shortened.
    var shownKey: String {
        let text = compactText
        return (text.utf8.count > 100 ? text.prefix(97) + "…" : text[...]).printable
    }
}
