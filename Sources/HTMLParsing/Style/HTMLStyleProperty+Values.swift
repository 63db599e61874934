/// The values that browsers accept. A declaration with any other value has no effect, so that an earlier one stays in force.
extension HTMLStyleProperty {
    /// The words that are allowed for every property.
    private static let common: [StaticString] = ["inherit", "initial", "unset", "revert", "revert-layer"]
    private static let displays: [StaticString] = [
        "none", "block", "inline-block", "inline", "table", "table-cell", "table-row", "flex", "inline-flex", "list-item", "inline-table",
        "table-row-group", "table-header-group", "table-footer-group", "table-column", "table-column-group", "table-caption", "grid",
        "inline-grid", "contents", "flow-root", "flow", "run-in", "ruby", "ruby-base", "ruby-text", "math", "-webkit-box",
        "-webkit-inline-box", "-webkit-flex", "-webkit-inline-flex",
    ]
    private static let visibilities: [StaticString] = ["hidden", "visible", "collapse"]
    private static let sizes: [StaticString] = ["auto", "none", "min-content", "max-content", "fit-content", "stretch"]

    /// Whether a value can have an effect. Properties that hide no image accept all values.
    func accepts(_ bytes: [UInt8], _ value: Range<Int>) -> Bool {
        switch self {
        case .display: Self.isWord(bytes, bytes.firstWord(value), Self.displays)
        case .visibility: Self.isWord(bytes, value, Self.visibilities)
        case .opacity: bytes.startsNumber(value) || Self.isWord(bytes, value, [])
        case .width, .height, .maxWidth, .maxHeight: bytes.startsNumber(value) || Self.isWord(bytes, value, Self.sizes)
        case .overflow, .fontSize, .fontWeight, .whiteSpace, .padding, .margin, .marginTop, .marginBottom, .placement: true
        }
    }

    private static func isWord(_ bytes: [UInt8], _ value: Range<Int>, _ words: [StaticString]) -> Bool {
        words.contains { bytes.matches($0, value) } || common.contains { bytes.matches($0, value) }
    }
}

extension [UInt8] {
    /// The part before the first white space.
    func firstWord(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound..<(self[range].firstIndex(where: \.isHTMLWhitespace) ?? range.upperBound)
    }

    /// Whether the range begins with a number that is not negative, or with a function such as `calc()`.
    fileprivate func startsNumber(_ range: Range<Int>) -> Bool {
        guard let first = range.first.map({ self[$0] }) else { return false }
        return first.isASCIIDigit || first == UInt8(ascii: ".") || first == UInt8(ascii: "+") || self[range].contains(UInt8(ascii: "("))
    }
}
