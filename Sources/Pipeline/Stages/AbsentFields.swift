internal import JSONParsing
import Synchronization

/// Notices that a stage asks for a field that no record has: most likely a slip of the pen. Shared by the workers, and so
/// a class.
final class AbsentFields: Sendable {
    private struct State {
        var isSettled = false
        var recordCount = 0
        /// The wanted fields that no record had so far; nil before the first record.
        var missing: Set<String>?
        var known: Set<String> = []
    }

    /// So many records are looked at before the question is settled.
    private static let maxRecords = 1000
    private let state = Mutex(State())

    /// Whether it is worth while to look at another record.
    var isOpen: Bool { state.withLock { !$0.isSettled } }

    /// Says that nothing is wrong with the fields.
    func settle() {
        state.withLock { $0.isSettled = true }
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
            if state.missing?.isEmpty ?? false || state.recordCount > Self.maxRecords { state.isSettled = true }
        }
    }

    /// One remark for each field that no record had.
    var notes: [String] {
        state.withLock { state in
            guard !state.isSettled, let missing = state.missing else { return [] }
            return missing.sorted().map { field in
                let near = Spelling.nearest(to: field, in: state.known.sorted()).map { "; did you mean \"\($0.printable)\"?" } ?? ""
                return "no record had a field \"\(field.printable)\"\(near)"
            }
        }
    }
}
