internal import JSONQuery

/// Finds the name that somebody meant: in pipeline files and command lines, as `JSONQuery` does in programs.
package enum DidYouMean {
    /// So many letters of a name say which one is meant, if no other begins with them.
    private static let minBeginning = 3

    /// The nearest of some names, or nil if none is near.
    ///
    /// - Parameters:
    ///   - word: What was written.
    ///   - names: What would have been right; of equally near ones the first is taken.
    package static func nearest(to word: String, in names: some Sequence<String>) -> String? {
        // Who stops in the middle of a name means that one, whatever else is as near.
        let begun = word.count < minBeginning ? [] : names.filter { $0.hasPrefix(word) }
        return begun.count == 1 ? begun.first : NameSuggestion.nearest(to: word, in: names)
    }

    /// What a message ends with where a name is wrong: the nearest of the right ones, or nothing.
    ///
    /// - Parameter prefix: What stands in front of the name, such as `--`.
    package static func hint(for word: String, in names: some Sequence<String>, prefix: String = "") -> String {
        nearest(to: word, in: names).map { "; did you mean \"\(prefix)\($0.printable)\"?" } ?? ""
    }
}
