internal import Pipeline

/// Limits the heights that a mail can set.
///
/// The frame is as high as its content. A height relative to the frame would make it grow with each measurement, and a height of millions
/// of pixels makes the rest of the thread unreachable.
enum MailMeasures {
    /// The maximum height in CSS pixels of a length in a mail.
    static let maximum = 2_000.0

    /// HTML attributes that affect the height.
    static let attributes = ["height", "border", "cellpadding", "cellspacing", "size", "vspace"]

    /// Units in CSS pixels. The values are estimates for units that depend on a font or a width.
    private static let pixels = [
        "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "em": 16, "rem": 16, "%": 4,
    ]
    /// Units relative to the frame's width. The frame's height does not change its width.
    private static let widths: Set<String> = ["vw", "svw", "lvw", "dvw"]
    /// Parts of the names of CSS properties that affect the height.
    private static let properties = ["height", "margin", "padding", "font-size", "border", "text-indent", "spacing", "vertical-align"]

    /// Whether to keep a declaration of a sanitised style.
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
                // A line height without a unit is a multiple of the font size.
                let isLine = name == "line-height" || name == "font" && length.followsSlash
                guard let unit = length.unit.isEmpty ? (isLine ? 16 : 1) : pixels[length.unit], length.number * unit <= maximum else {
                    return false
                }
            }
        }
        return isWidth || !lengths.hasCalc
    }

    /// Whether to keep an attribute whose value is in pixels.
    static func allows(attribute: String) -> Bool {
        let digits = attribute.trimmingSpaces.drop { $0 == "+" }.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        return digits.isEmpty || (Double(digits) ?? .infinity) <= maximum
    }
}
