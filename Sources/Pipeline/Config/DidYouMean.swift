internal import JSONQuery

/// Suggestions for misspelt names in pipeline files and command lines.
///
/// JSONQuery's `NameSuggestion` finds the name with the smallest edit distance. This type also completes abbreviations, and words the hint.
public enum DidYouMean {
    /// The length in characters from which an unambiguous prefix counts as an abbreviation.
    private static let minBeginning = 3

    /// Returns the nearest valid name, or nil if none is near.
    ///
    /// - Parameters:
    ///   - word: The misspelt name.
    ///   - names: The valid names. Of several at the same distance, the first is returned.
    public static func nearest(to word: String, in names: some Sequence<String>) -> String? {
        // An unambiguous prefix is more likely meant than a name at a small edit distance.
        let begun = word.count < minBeginning ? [] : names.filter { $0.hasPrefix(word) }
        return begun.count == 1 ? begun.first : NameSuggestion.nearest(to: word, in: names)
    }

    /// Returns the end of a message about an unknown name: `; did you mean "filter"?`, or "" if no valid name is near.
    ///
    /// - Parameters:
    ///   - word: The misspelt name.
    ///   - names: The valid names.
    ///   - prefix: Characters before the suggested name, such as `--`.
    public static func hint(for word: String, in names: some Sequence<String>, prefix: String = "") -> String {
        nearest(to: word, in: names).map { "; did you mean \"\(prefix)\($0.printable)\"?" } ?? ""
    }
}
