/// A file of a planned output, and what a run would do to it.
package struct PlannedFile: Sendable {
    package enum Change: Sendable {
        case created, changed, unchanged, removed
    }

    /// The path in messages.
    package private(set) var shown: String
    package let change: Change
    /// The path of the old file; nil if there is none, or if its content must not be shown.
    package var oldPath: String?
    /// The number of bytes at the start that the old and the new file share.
    package var sharedBytes = 0
    /// The new content behind the shared bytes; nil if it was not kept.
    package var content: KeptContent?
    /// Whether the content was not kept because it is too long.
    package var isTooLong = false

    package init(shown: String, change: Change) {
        self.shown = shown
        self.change = change
    }

    /// The same file with another name in messages.
    func renamed(_ name: String) -> PlannedFile {
        var file = self
        file.shown = name
        return file
    }
}
