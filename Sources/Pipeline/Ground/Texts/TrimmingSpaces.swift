extension StringProtocol {
    /// The text without spaces, tabs and line breaks at its start and end.
    public var trimmingSpaces: String {
        // Comparing characters costs much more than this, and most texts have nothing to trim.
        let visible: ClosedRange<Unicode.Scalar> = "!"..."~"
        if let first = unicodeScalars.first, let last = unicodeScalars.last, visible.contains(first), visible.contains(last) {
            return String(self)
        }
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
        guard let start = firstIndex(where: { !isSpace($0) }), let end = lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[start...end])
    }
}
