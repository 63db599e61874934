internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// The stage `explode`: makes one record of each element of a list.
struct ExplodeStage: Stage {
    static let name = "explode"
    static let summary =
        "Makes one record of each element of a list, with the fields of the record around it: {\"id\": 1, \"tags\": [\"a\", \"b\"]} gives two."
    static let example = #"{ "type": "explode", "field": "lines", "keep": ["id", "date"], "into": "line" }"#

    /// What becomes of a record without elements.
    enum EmptyList: String, CaseIterable, Sendable { case keep, drop, reject }

    /// Counts records without elements. A class, because the copies of all workers share it.
    private final class EmptyCount: Sendable {
        let records = Atomic(0)
    }

    /// The limit of elements of a record. All of its new records are in memory at once.
    private static let maxElements = 1_000_000

    private let field: FieldPath
    private let keep: FieldSelection?
    private let into: FieldPath
    private let spreads: Bool
    private let index: FieldPath?
    private let empty: EmptyList
    private let emptyCount = EmptyCount()

    init(options: inout OptionReader) {
        field = options.read("field", .field, help: "The field with the list: a name, or a path such as order.lines.")
        let kept = options.readIfPresent(
            "keep", .fields(),
            help: "The fields of the record that each new record gets, as names or paths. The default is all of them but the list.")
        keep = kept.map { FieldSelection($0) }
        let list = field
        let target = options.readIfPresent(
            "into", .newField, help: "The field for the element. The default is that of the list, so that the element takes its place.")
        into = target ?? field
        spreads = options.read(
            "spread", .boolean, default: false,
            help: "Whether the fields of an element, an object, stand in the new record itself. A field that it has already is an error.")
        if spreads, target != nil { options.report("with \"spread\": true, the element has no field of its own", option: "into") }
        if spreads || into != field, kept?.contains(where: { $0.steps == list.steps }) == true {
            options.report("\(field) is the list, which no new record gets", option: "keep")
        }
        index = options.readIfPresent("index", .newField, help: "A field for the place of the element in the list, counted from 0.")
        if !spreads, let index, index.steps.starts(with: into.steps) || into.steps.starts(with: index.steps) {
            options.report("\(index) and \(into), the field for the element, have no place beside each other", option: "index")
        }
        empty = options.read(
            "empty", .choice, default: EmptyList.keep,
            help: "What happens to a record whose list is missing, null or empty: it stays, with null in the place of an element, is "
                + "dropped, or goes to the rejects file.")
    }

    var hooks: Hooks { Hooks(notes: notes) }

    func process(_ record: inout Record) throws -> Verdict {
        let list = try record.get(field)
        guard let list, !list.isNull else { return try processEmpty(&record, list == nil ? "missing" : "null") }
        guard case .array(let elements) = try list.decoded(at: field.description) else {
            throw RecordError("expected a list, found \(list.kind.phrase)", at: field.description)
        }
        guard !elements.isEmpty else { return try processEmpty(&record, "empty") }
        guard elements.count <= Self.maxElements else {
            throw RecordError("the list has \(elements.count) elements; the limit is \(Self.maxElements)", at: field.description)
        }
        try removeOthers(from: &record)
        return .replace(
            with: try elements.enumerated().map { place, element in
                var new = record
                new.origin.element = place + 1
                try set(element, at: place, in: &new)
                return new
            })
    }

    /// Removes what the new records do not get. The list keeps its place for an element, or goes first: no record needs a copy of it.
    private func removeOthers(from record: inout Record) throws {
        if spreads || into != field { try record.remove([field]) }
        try keep?.apply(to: &record)
        if !spreads, into == field, try record.get(field) != nil { try record.set(field, to: .null) }
    }

    private func set(_ element: JSONValue, at place: Int, in record: inout Record) throws {
        if let index { try record.set(index, to: .number(JSONNumber(place))) }
        guard spreads else { return try record.set(into, to: element) }
        let path = "\(field)[\(place)]"
        guard case .object(let members) = try element.decoded(at: path) else {
            throw RecordError("expected an object, because of \"spread\", found \(element.kind.phrase)", at: path)
        }
        for member in members {
            guard try record.get(member.key) == nil else {
                throw RecordError(
                    "the record has a field \"\(member.key.prefix(100).printable)\" already, from keep or index; leave it out there, or rename it",
                    at: path)
            }
            try record.set(member.key, to: member.value)
        }
    }

    private func processEmpty(_ record: inout Record, _ state: String) throws -> Verdict {
        switch empty {
        case .reject: throw RecordError("\(state); a list with elements was expected", at: field.description)
        case .drop:
            emptyCount.records.add(1, ordering: .relaxed)
            return .drop
        case .keep:
            try removeOthers(from: &record)
            if !spreads { try record.set(into, to: .null) }
            if let index { try record.set(index, to: .null) }
            emptyCount.records.add(1, ordering: .relaxed)
            return .keep
        }
    }

    private var notes: [String] {
        let count = emptyCount.records.load(ordering: .relaxed)
        if count == 0 || empty == .reject { return [] }
        return ["\(count.counted("record")) without elements \(empty == .keep ? "kept" : "dropped")"]
    }
}
