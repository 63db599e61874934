/// The names in the allow-list of a profile, for programs in other languages that must follow it.
extension HTMLSanitizerProfile {
    /// The names of the allowed elements.
    public var elementNames: [String] { HTMLAllowList.list(for: self).tags.map(\.name) }

    /// The names of the attributes that at least one element may have, sorted.
    public var attributeNames: [String] { HTMLAllowList.list(for: self).attributeNames }

    /// The names of the elements that are removed with their content.
    public static var droppedElementNames: [String] { HTMLTag.allCases.filter(HTMLAllowList.drops).map(\.name) }
}
