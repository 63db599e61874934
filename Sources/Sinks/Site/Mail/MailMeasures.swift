internal import Pipeline

/// How high a mail may make what it shows.
///
/// Its frame is as high as its content. A height that follows the frame's would grow with it, each time that it is measured, and one of
/// millions of pixels is nothing that anybody scrolls past.
enum MailMeasures {
    /// The greatest height in CSS pixels that a mail may give to anything.
    static let maximum = 2_000.0

    /// Attributes that heights come of.
    static let attributes = ["height", "border", "cellpadding", "cellspacing", "size", "vspace"]

    /// Units and how many CSS pixels they are, about that for those that depend on a font or a width.
    private static let pixels = [
        "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "em": 16, "rem": 16, "%": 4,
    ]
    /// Units of the frame's width, which does not depend on its height.
    private static let widths: Set<String> = ["vw", "svw", "lvw", "dvw"]
    /// Properties that heights come of, by what their names hold.
    private static let properties = ["height", "margin", "padding", "font-size", "border", "text-indent", "spacing", "vertical-align"]

    /// Whether a declaration may stay, as the sanitiser has left it.
    static func allows(_ declaration: some StringProtocol) -> Bool {
        let parts = declaration.lowercased().split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return true }
        let name = parts[0].trimmingSpaces
        let isWidth = name.hasSuffix("width") && !name.hasPrefix("border")
        guard isWidth || name == "font" || properties.contains(where: { name.contains($0) }) else { return true }
        var lengths = CSSLengths(String(parts[1]))
        while let length = lengths.next() {
            if isWidth {
                guard length.unit.isEmpty || pixels[length.unit] != nil || widths.contains(length.unit) else { return false }
            } else {
                // A line's height without a unit is in sizes of its font.
                let isLine = name == "line-height" || name == "font" && length.isBehindSlash
                guard let unit = length.unit.isEmpty ? (isLine ? 16 : 1) : pixels[length.unit], length.number * unit <= maximum else {
                    return false
                }
            }
        }
        return isWidth || !lengths.holdsCalculation
    }

    /// Whether an attribute that counts pixels may stay.
    static func allows(attribute: String) -> Bool {
        let digits = attribute.trimmingSpaces.drop { $0 == "+" }.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        return digits.isEmpty || (Double(digits) ?? .infinity) <= maximum
    }
}
