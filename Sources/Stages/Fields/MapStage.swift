internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// The stage `map`: replaces each record by the outputs of a jq program.
struct MapStage: Stage {
    static let name = "map"
    static let summary = "Replaces each record by the outputs of a jq program: one record for each output, none if there is no output."
    static let example = #"{ "type": "map", "to": "{id, title: (.title // \"untitled\")}" }"#

    /// Counts records without an output. A class, because the copies of all workers share it.
    private final class EmptyCount: Sendable {
        let records = Atomic(0)
    }

    /// The limit of output records per input record. All are in memory at once, at 250 bytes each or more.
    private static let maxOutputs = 1_000_000

    private var query: RecordQuery
    private let empty = EmptyCount()

    init(options: inout OptionReader) {
        query = options.read(
            "to", .query, help: "A jq program. Each of its outputs becomes a record and replaces the one that it was run on.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        let origin = record.origin
        var outputs: [Record] = []
        try query.run(on: record) { output in
            guard outputs.count < Self.maxOutputs else {
                throw RecordError("the program gives more than \(Self.maxOutputs) records for this one")
            }
            outputs.append(Record(output, origin: origin))
        }
        if outputs.isEmpty { empty.records.add(1, ordering: .relaxed) }
        guard outputs.count == 1 else { return .replace(with: outputs) }
        record.value = outputs[0].value
        return .keep
    }

    var hooks: Hooks { Hooks(notes: notes) }

    private var notes: [String] {
        let count = empty.records.load(ordering: .relaxed)
        return count == 0 ? [] : ["the program gave nothing for \(count.counted("record"))"]
    }

    func copyForWorker() -> MapStage {
        var copy = self
        copy.query = query.recompiled()
        return copy
    }
}

/// The stage `flatten`: turns nested objects into top-level fields.
struct FlattenStage: Stage {
    static let name = "flatten"
    static let summary =
        "Turns nested objects into fields of the record: {\"a\": {\"b\": 1}} becomes {\"a.b\": 1}, which other stages name .[\"a.b\"]. Lists stay as they are."
    static let example = #"{ "type": "flatten", "separator": "_" }"#
    /// The limit of nested objects. Deeper objects are kept as they are.
    private static let maxDepth = 64

    private let separator: String

    init(options: inout OptionReader) {
        separator = options.read("separator", .string, default: ".", help: "The text between the names of the outer and the inner field.")
    }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict {
        var flat = JSONObject()
        try flatten(try record.object(), prefix: "", depth: 0, into: &flat)
        record.value = .object(flat)
        return .keep
    }

    private func flatten(_ object: JSONObject, prefix: String, depth: Int, into flat: inout JSONObject) throws {
        for member in object {
            let name = prefix + member.key
            if depth < Self.maxDepth, member.value.kind == .object, case .object(let inner) = try member.value.decoded(), !inner.isEmpty {
                try flatten(inner, prefix: name + separator, depth: depth + 1, into: &flat)
            } else if flat[name] != nil {
                throw RecordError("two fields would be called \"\(name)\"", at: ".\(name)")
            } else {
                flat[name] = member.value
            }
        }
    }
}
