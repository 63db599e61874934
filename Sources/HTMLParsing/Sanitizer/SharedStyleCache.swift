internal import Synchronization

/// Keeps the filtered styles between documents. A class, because all copies of a sanitiser share it, also on several threads.
final class SharedStyleCache: Sendable {
    private let kept = Mutex<StyleCache?>(nil)

    /// Returns the kept styles for one document. Another thread gets an empty cache until they are put back.
    func take(for place: CSSDeclarations.Place) -> StyleCache {
        let taken = kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
        // A full cache holds styles of other senders, and takes no new ones.
        guard let taken, taken.place == place, !taken.isFull else { return StyleCache(place: place) }
        return taken
    }

    /// Keeps the styles for the next document.
    func put(_ cache: consuming StyleCache) {
        let cache = cache
        kept.withLock { $0 = cache }
    }
}
