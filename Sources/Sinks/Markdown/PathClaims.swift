internal import Pipeline
internal import Synchronization

/// Sees to it that no two records are written to one path. Used at the turnstile by changing workers, and so a class.
final class PathClaims: Sendable {
    private let taken = Mutex<Set<String>>([])

    /// Takes a path.
    ///
    /// - Throws: ``RecordError`` if an earlier record has it.
    func claim(_ path: [String]) throws {
        let joined = path.joined(separator: "/")
        guard taken.withLock({ $0.insert(joined).inserted }) else {
            throw RecordError("the path \"\(joined.printable)\" is taken by an earlier record")
        }
    }
}
