internal import Synchronization

/// Remembers whether this process has read a text of unusual depth. Until then, checks of depths need not scan texts.
enum DeepTexts {
    /// The levels that texts have at most as a rule: a multiple of 64.
    static let usualLevels = 256
    private static let flag = Atomic(false)

    /// Whether a text deeper than ``usualLevels`` has been read.
    static var wereRead: Bool { flag.load(ordering: .relaxed) }

    /// Notes a text deeper than ``usualLevels``.
    static func note() { flag.store(true, ordering: .relaxed) }
}
