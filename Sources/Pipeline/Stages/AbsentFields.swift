internal import JSONParsing
import Synchronization

/// Notices that a stage asks for a field that no record has: most likely a slip of the pen. Shared by the workers, and so
/// a class.
final class AbsentFields: Sendable {
    private struct State {
        var recordCount = 0
        /// The wanted fields that no record had so far; nil before the first record.
        var missing: Set<String>?
        var known: Set<String> = []
    }

    /// So many records are looked at before the question is settled.
    private static let maxRecords = 1000
    private let state = Mutex(State())
    /// Beside the lock, because all workers ask it for each record, for ever.
    private let isSettled = Atomic(false)

    /// Whether it is worth while to look at another record.
    var isOpen: Bool { !isSettled.load(ordering: .relaxed) }

    /// Says that nothing is wrong with the fields.
    func settle() {
        // Only the first time, so that the workers do not take the place in memory from each other.
        if isOpen { isSettled.store(true, ordering: .relaxed) }
    }

    /// Looks at a record.
    ///
    /// - Parameter wanted: The fields that the stage asks for.
    func saw(_ object: JSONObject, wanted: Set<String>) {
        let keys = Set(object.keys)
        state.withLock { state in
            state.recordCount += 1
            state.missing = (state.missing ?? wanted).subtracting(keys)
            state.known.formUnion(keys)
            // Among so many records a field may be rare.
            if state.missing?.isEmpty ?? false || state.recordCount > Self.maxRecords { settle() }
        }
    }

    /// One remark for each field that no record had.
    var notes: [String] {
        guard isOpen else { return [] }
        return state.withLock { state in
            (state.missing ?? []).sorted().map { field in
                "no record had a field \"\(field.printable)\"\(Spelling.hint(for: field, in: state.known.sorted()))"
            }
        }
    }
}
