internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// The columns of a table: named by the option, or taken from the first record. A class, because the turnstile determines the columns and
/// the sink's task reads them.
final class CSVColumns: Sendable {
    private struct State {
        /// The columns; nil before the first record.
        var names: [String]?
        var known: Set<JSONKey> = []
        /// The number of admitted records that are not withdrawn.
        var admitted = 0
    }

    /// The columns named by the option; nil if it names none.
    let given: [String]?
    private let state: Mutex<State>

    /// - Parameter names: The columns; empty takes them from the first record.
    init(_ names: [String]) {
        given = names.isEmpty ? nil : names
        state = Mutex(State(names: given))
    }

    /// The columns; nil before they are known.
    var names: [String]? { state.withLock { $0.names } }

    func admit(_ document: JSONObject) throws {
        guard given == nil else { return }
        try state.withLock { state in
            if state.names == nil {
                guard !document.isEmpty else {
                    throw RecordError("the first record has no fields that could give the columns; name them in \"fields\"")
                }
                state.names = document.keys
                state.known = Set(document.keys.map(JSONKey.init))
            }
            if let other = document.keys.first(where: { !state.known.contains(JSONKey($0)) }) {
                throw RecordError("not among the columns, which are those of the first record; name them in \"fields\"", at: ".\(other)")
            }
            state.admitted += 1
        }
    }

    /// Withdraws an admitted record. If no other one is left, the next record determines the columns.
    func withdraw() {
        guard given == nil else { return }
        state.withLock { state in
            state.admitted -= 1
            if state.admitted == 0 { state.names = nil }
        }
    }
}
