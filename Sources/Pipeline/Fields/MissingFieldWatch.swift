internal import JSONParsing
internal import Synchronization

/// Finds fields that an option names and no record has, because their names are most likely misspelt. The warning at the end of a run
/// suggests a similar name. A class, because all workers share it.
package final class MissingFieldWatch: Sendable {
    /// A field that no record has had so far.
    private struct Missing {
        let path: FieldPath
        /// The number of steps of the path that exist in some record.
        var depth = 0
        /// The keys at the next step.
        var names: Set<String> = []
        /// Whether a record has a key with dots that looks like the path, such as "a.b".
        var isKey = false
    }

    private struct State {
        var recordCount = 0
        /// The noun for the owner of the fields in the warning.
        var noun = "record"
        var missing: [Missing]
    }

    /// The number of records that are searched for similar names.
    private static let maxSearchedRecords = 1000
    /// The largest number of keys that are kept.
    private static let maxNames = 1000

    /// The path of the option, such as `stages[2].fields`.
    private let place: String
    private let wanted: [FieldPath]
    private let state: Mutex<State>
    /// Whether each field was found. Atomic and not behind the lock, because all workers read it for each record.
    private let isComplete = Atomic(false)

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - place: The path of the option in the pipeline file.
    ///   - wanted: The fields that the option names.
    init(place: String, wanted: [FieldPath]) {
        self.place = place
        self.wanted = wanted
        state = Mutex(State(missing: wanted.map { Missing(path: $0) }))
        if wanted.isEmpty { isComplete.store(true, ordering: .relaxed) }
    }

    /// Whether the watch looks for these fields, which an option names.
    func isFor(_ wanted: [FieldPath], at place: String) -> Bool { place == self.place && wanted == self.wanted }

    /// Whether a field is still missing, so that the next record must be observed.
    var isActive: Bool { !isComplete.load(ordering: .relaxed) }

    /// Notes the fields of a record.
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
            // Another worker may have found fields in the meantime.
            state.missing = state.missing.compactMap { known in
                guard let seen = remaining.first(where: { $0.path == known.path }) else { return nil }
                return isSearched ? Self.merged(known, seen) : known
            }
            if state.missing.isEmpty { isComplete.store(true, ordering: .relaxed) }
        }
    }

    /// Sets the noun for the owner of the fields in the warning, which is `record` at first.
    func name(_ noun: String) { state.withLock { $0.noun = noun } }

    /// The warning at the end of a run; nil if each field was found or there were no records.
    package var warning: String? {
        let (count, noun, missing) = state.withLock { ($0.recordCount, $0.noun, $0.missing) }
        guard count > 0, let first = missing.first else { return nil }
        if missing.count == 1 {
            let hint = Self.hint(for: first)
            return "\(place): no \(noun) had a field \(Self.shown(first.path))" + (hint.map { "; \($0)" } ?? "")
        }
        let fields = missing.map { field in Self.shown(field.path) + (Self.hint(for: field).map { " (\($0))" } ?? "") }
        return "\(place): no \(noun) had any of the fields \(fields.joined(separator: ", "))"
    }

    /// Notes how far the path exists in a record, and the keys found there, so that the warning can suggest one.
    private static func search(_ value: JSONValue, for missing: inout Missing) {
        missing.isKey = missing.isKey || missing.path.isKey(of: value)
        let (depth, names) = missing.path.namesAtEnd(in: value, limit: maxNames)
        missing = merged(missing, Missing(path: missing.path, depth: depth, names: names))
    }

    /// Merges two notes on one field. Keys at the deeper step count, because they are nearer to the field.
    private static func merged(_ one: Missing, _ other: Missing) -> Missing {
        var merged = one.depth >= other.depth ? one : other
        let names = one.depth == other.depth ? one.names.union(other.names) : merged.names
        // Keys beyond the limit are dropped, as a suggestion needs only one.
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
