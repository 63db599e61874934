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
        query = options.query("to", help: "A jq program. Each of its outputs becomes a record and replaces the one that it was run on.")
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
        return count == 0 ? [] : ["the program gave nothing for \(count) record\(count == 1 ? "" : "s")"]
    }

    func copyForWorker() -> MapStage {
        var copy = self
        copy.query = query.recompiled()
        return copy
    }
}
