internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// The columns of a table: given, or those of the first record. Found at the turnstile and used by the sink's task, and so
/// a class.
final class CSVColumns: Sendable {
    private struct State {
        /// nil until the first record has come.
        var names: [String]?
        var known: Set<JSONKey> = []
        /// Records that are held to the names.
        var admitted = 0
    }

    /// The columns that an option names; nil if it names none.
    let given: [String]?
    private let state: Mutex<State>

    /// - Parameter names: The columns; none means that the first record gives them.
    init(_ names: [String]) {
        given = names.isEmpty ? nil : names
        state = Mutex(State(names: given))
    }

    /// The columns; nil if they are not known yet.
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

    /// Forgets a record; if it was the only one, its columns, too.
    func withdraw() {
        guard given == nil else { return }
        state.withLock { state in
            state.admitted -= 1
            if state.admitted == 0 { state.names = nil }
        }
    }
}
