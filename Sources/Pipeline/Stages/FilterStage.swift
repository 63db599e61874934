import Synchronization
internal import JSONParsing

/// Keeps the records for which a jq program says so.
struct FilterStage: Stage {
    static let name = "filter"
    static let summary = "Keeps the records for which a jq program gives neither null nor false."
    static let example: String? = #"{ "type": "filter", "where": ".is_enterprise and .vertical != null" }"#

    private let condition: RecordQuery
    private let absentees = AbsentFields()

    init(options: inout OptionReader) {
        condition = options.query("where", help: "A jq program; records for which its first output is null or false are dropped.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        if try condition.isTrue(record) {
            absentees.sawMatch()
            return .keep
        }
        absentees.sawDrop(record, fields: condition.inputFields)
        return .drop
    }

    var notes: [String] { absentees.notes }
}

/// Notices that a filter asks for a field that no record has: most likely a slip of the pen. Shared by the workers, and so
/// a class.
private final class AbsentFields: Sendable {
    private struct State {
        var isSettled = false
        var missing: Set<String>?
        var known: Set<String> = []
    }

    /// So many records are looked at before the question is settled.
    private static let maxRecords = 1000
    private let state = Mutex((State(), 0))

    func sawMatch() {
        state.withLock { $0.0.isSettled = true }
    }

    func sawDrop(_ record: Record, fields: Set<String>?) {
        guard let fields, !fields.isEmpty else { return }
        let isOpen = state.withLock { state in
            state.1 += 1
            return !state.0.isSettled && state.1 <= Self.maxRecords
        }
        guard isOpen, let object = try? record.object() else { return }
        let keys = Set(object.keys)
        state.withLock { state in
            state.0.missing = (state.0.missing ?? fields).subtracting(keys)
            state.0.known.formUnion(keys)
            if state.0.missing?.isEmpty ?? false { state.0.isSettled = true }
        }
    }

    var notes: [String] {
        state.withLock { state in
            guard !state.0.isSettled, let missing = state.0.missing else { return [] }
            return missing.sorted().map { field in
                let near = Spelling.nearest(to: field, in: state.0.known.sorted()).map { "; did you mean \"\($0.printable)\"?" } ?? ""
                return "no record had a field \"\(field.printable)\"\(near)"
            }
        }
    }
}
