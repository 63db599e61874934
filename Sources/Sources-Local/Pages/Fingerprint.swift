internal import JSONParsing

/// A hash of 128 bits that stands for a text, so that a walk can remember many ids in little memory.
///
/// The seed is that of the process. So content cannot be made to collide, and a collision by chance is as good as impossible.
package struct Fingerprint: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    package init(_ text: String) {
        self.init(of: CollectionOfOne(text))
    }

    /// - Parameter texts: The texts, in order. Where one ends and the next begins counts.
    package init(_ texts: [String]) {
        self.init(of: texts)
    }

    /// - Parameter texts: The texts, in order, which need not be an array. Only code of this module, which is optimized, calls this.
    init(of texts: some Sequence<String>) {
        var one = Hasher()
        var other = Hasher()
        other.combine(UInt64.max)  // different from the first hash
        for text in texts {
            let key = JSONKey(text)
            let count = text.utf8.count
            one.combine(count)
            one.combine(key)
            other.combine(count)
            other.combine(key)
        }
        high = UInt64(truncatingIfNeeded: one.finalize())
        low = UInt64(truncatingIfNeeded: other.finalize())
    }
}
