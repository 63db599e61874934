/// The end of a message about a key that an object lacks.
///
/// Package access: all built-in sources word messages about missing keys in the same way.
package enum MissingKeyHint {
    /// The limit of keys in a message, if no key is similar to the missing one.
    private static let maxKeysNamed = 10

    /// Suggests the most similar key of the object, or else names its keys.
    ///
    /// - Parameters:
    ///   - wanted: The missing key.
    ///   - keys: The keys of the object.
    package static func text(for wanted: String, in keys: [String]) -> String {
        let near = DidYouMean.hint(for: wanted, in: keys)
        if !near.isEmpty { return near }
        guard !keys.isEmpty else { return "; the object has no keys" }
        let named = keys.prefix(maxKeysNamed).map { "\"\($0.printable)\"" }.joined(separator: ", ")
        return "; the keys there: \(named)" + (keys.count > maxKeysNamed ? " and \(keys.count - maxKeysNamed) more" : "")
    }
}
