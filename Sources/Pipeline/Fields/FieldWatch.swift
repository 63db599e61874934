internal import JSONParsing
internal import Synchronization

/// Notices that an option asks for a field that no record has: most likely a typing error. Shared by the workers, and so
/// a class.
package final class FieldWatch: Sendable {
    /// A field that no record had so far.
    private struct Missing {
        let path: FieldPath
        /// How many steps of the path some record has.
        var depth = 0
        /// The names that stand where the next step would lead.
        var names: Set<String> = []
        /// Whether a record has a key that is the whole path: `a.b`.
        var isKey = false
    }

    private struct State {
        var recordCount = 0
        var missing: [Missing]
    }

    /// How many records are searched for names that may have been meant.
    private static let maxSearchedRecords = 1000
    /// How many names are kept.
    private static let maxNames = 1000

    /// The option, such as `stages[2].fields`.
    private let place: String
    private let state: Mutex<State>
    /// Beside the lock, because all workers ask it for each record, for ever.
    private let isComplete = Atomic(false)

    /// - Parameters:
    ///   - place: Where the pipeline file has the option.
    ///   - wanted: The fields that the option asks for.
    init(place: String, wanted: [FieldPath]) {
        self.place = place
        state = Mutex(State(missing: wanted.map { Missing(path: $0) }))
        if wanted.isEmpty { isComplete.store(true, ordering: .relaxed) }
    }

    /// Whether a field is still missing, so that the next record is worth a look.
    var isActive: Bool { !isComplete.load(ordering: .relaxed) }

    /// Looks at a record.
    func observe(_ record: borrowing Record) {
        let value = record.stored
        guard isActive, value.kind == .object else { return }
        let (missing, isSearched) = state.withLock { state in
            state.recordCount += 1
            return (state.missing, state.recordCount <= Self.maxSearchedRecords)
        }
        var remaining = missing
        remaining.removeAll { $0.path.isFound(in: value) }
        guard isSearched || remaining.count < missing.count else { return }
        if isSearched { for place in remaining.indices { Self.search(value, for: &remaining[place]) } }
        state.withLock { state in
            // Another worker may have found others meanwhile.
            state.missing = state.missing.compactMap { known in
                guard let seen = remaining.first(where: { $0.path == known.path }) else { return nil }
                return isSearched ? Self.merged(known, seen) : known
            }
            if state.missing.isEmpty { isComplete.store(true, ordering: .relaxed) }
        }
    }

    /// What to say when the run is over; nil if nothing is amiss.
    package var warning: String? {
        let (count, missing) = state.withLock { ($0.recordCount, $0.missing) }
        guard count > 0, let first = missing.first else { return nil }
        if missing.count == 1 {
            let hint = Self.hint(for: first)
            return "\(place): no record had a field \(Self.shown(first.path))" + (hint.map { "; \($0)" } ?? "")
        }
        let fields = missing.map { field in Self.shown(field.path) + (Self.hint(for: field).map { " (\($0))" } ?? "") }
        return "\(place): no record had any of the fields \(fields.joined(separator: ", "))"
    }

    /// Notes what a record has on the way to a field.
    private static func search(_ value: JSONValue, for missing: inout Missing) {
        missing.isKey = missing.isKey || missing.path.isKey(of: value)
        let (depth, names) = missing.path.namesAtEnd(in: value, limit: maxNames)
        missing = merged(missing, Missing(path: missing.path, depth: depth, names: names))
    }

    /// What is known of one missing field from two sides: the names count that stand deepest on its way.
    private static func merged(_ one: Missing, _ other: Missing) -> Missing {
        var merged = one.depth >= other.depth ? one : other
        let names = one.depth == other.depth ? one.names.union(other.names) : merged.names
        // The names beyond the limit are dropped: a suggestion needs only one.
        merged.names = names.count > maxNames ? merged.names : names
        merged.isKey = one.isKey || other.isKey
        return merged
    }

    private static func shown(_ path: FieldPath) -> String {
        path.name.map { "\"\($0.printable)\"" } ?? path.description.printable
    }

    private static func hint(for missing: Missing) -> String? {
        let path = missing.path
        if missing.isKey, let names = path.names {
            let key = FieldPath(source: "", steps: [.key(names.joined(separator: "."))])
            return "there is a key of that very name, which is written \(FieldPath.text(of: key.steps).printable)"
        }
        guard case .key(let name) = path.steps[missing.depth], let near = DidYouMean.nearest(to: name, in: missing.names.sorted()) else {
            return nil
        }
        if path.name != nil { return "did you mean \"\(near.printable)\"?" }
        var steps = path.steps
        steps[missing.depth] = .key(near)
        return "did you mean \(FieldPath.text(of: steps).printable)?"
    }
}
