/// What makes text readable: the limits for mail, in pages with scripts and without.
enum ReadableText {
    /// The smallest size of text, in CSS pixels.
    static let smallest = 11.0
    /// The size below which text is meant to be invisible, in CSS pixels.
    static let largestHidden = 2.5
    /// The least contrast of text whose color the sender has set.
    ///
    /// - SeeAlso: [WCAG 2.2, 1.4.3](https://www.w3.org/TR/WCAG22/#contrast-minimum)
    static let minContrast = 3.0
}
