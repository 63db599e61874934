/// A property that a mail may set, and how its lengths are limited.
struct CSSAllowedProperty {
    /// The dimension that the lengths of a property affect.
    enum Extent: UInt8 {
        /// Neither width nor height.
        case none
        /// The width. A frame's height does not follow from its width.
        case width
        /// The height.
        case height
        /// The height. A percentage refers to the width of the container.
        case spacing
        /// The height; a number without a unit is a multiple of the font size.
        case lineHeight
        /// The height. A number after a slash is a line height.
        case font
        /// The height, or a negative length that moves text out of sight. A percentage refers to the width of the container.
        case indent
    }

    let name: StaticString
    let extent: Extent
    /// Whether only style sheets for a frame may set it.
    let isForFrames: Bool
    /// Whether the value may hold gradients. If other parts of the value are not allowed, its color alone is kept.
    let isBackground: Bool

    private init(_ name: StaticString, _ extent: Extent, isForFrames: Bool = false, isBackground: Bool = false) {
        (self.name, self.extent, self.isForFrames, self.isBackground) = (name, extent, isForFrames, isBackground)
    }

    /// Finds the property with this name, ignoring ASCII case; nil for all that are not allowed.
    static func named(_ range: Range<Int>, in bytes: Span<UInt8>) -> CSSAllowedProperty? {
        guard range.count <= longestName else { return nil }
        var slot = Int(hash(bytes, range) % UInt32(slots.count))
        while slots[slot] >= 0 {
            let property = all[Int(slots[slot])]
            if bytes.matches(property.name, range) { return property }
            slot = (slot + 1) % slots.count
        }
        return nil
    }

    /// Properties that change only how an element and its content look. None of them loads a resource or moves the element over its
    /// surroundings: no position, no transform, no shadow, no content.
    private static let all: [CSSAllowedProperty] =
        [
            "border-collapse", "box-sizing", "caption-side", "clear", "color", "direction", "display", "empty-cells", "float",
            "font-family", "font-stretch", "font-style", "font-variant", "font-weight", "hyphens", "list-style", "list-style-type",
            "mso-hide", "object-fit", "opacity", "overflow-wrap", "table-layout", "text-align", "text-align-last", "text-decoration",
            "text-decoration-color", "text-decoration-line", "text-decoration-style", "text-overflow", "text-transform", "unicode-bidi",
            "visibility", "white-space", "word-break", "word-wrap", "background-color", "border-color", "border-style",
            "list-style-position",
            "border-top-color", "border-right-color", "border-bottom-color", "border-left-color",
            "border-top-style", "border-right-style", "border-bottom-style", "border-left-style",
            "align-items", "align-self", "align-content", "justify-content", "justify-items", "justify-self", "flex-direction",
            "flex-wrap", "flex-flow", "flex-grow", "flex-shrink",
        ].map { CSSAllowedProperty($0, .none) }
        + ["width", "max-width", "min-width"].map { CSSAllowedProperty($0, .width) }
        + [
            "border-spacing", "font-size", "height", "letter-spacing", "max-height", "min-height", "vertical-align",
            "word-spacing", "flex", "flex-basis", "border", "border-width", "border-radius",
            "border-top", "border-right", "border-bottom", "border-left", "border-top-width", "border-right-width",
            "border-bottom-width", "border-left-width", "border-top-left-radius", "border-top-right-radius",
            "border-bottom-left-radius", "border-bottom-right-radius",
        ].map { CSSAllowedProperty($0, .height) }
        + [
            "gap", "row-gap", "column-gap", "margin", "padding", "margin-top", "margin-right", "margin-bottom", "margin-left",
            "padding-top", "padding-right", "padding-bottom", "padding-left", "margin-inline", "margin-inline-start",
            "margin-inline-end", "margin-block", "margin-block-start", "margin-block-end", "padding-inline", "padding-inline-start",
            "padding-inline-end", "padding-block", "padding-block-start", "padding-block-end",
        ].map { CSSAllowedProperty($0, .spacing) }
        + [
            CSSAllowedProperty("font", .font), CSSAllowedProperty("line-height", .lineHeight),
            CSSAllowedProperty("overflow", .none, isForFrames: true),
            CSSAllowedProperty("background", .none, isBackground: true), CSSAllowedProperty("text-indent", .indent),
            CSSAllowedProperty("background-image", .none, isForFrames: true, isBackground: true),
        ]

    private static let longestName = all.map(\.name.utf8CodeUnitCount).max() ?? 0

    /// A hash table of `all` with open addressing; -1 marks a free slot.
    private static let slots: [Int16] = {
        var slots = [Int16](repeating: -1, count: 512)
        for (index, property) in all.enumerated() {
            let name = Array(property.name.description.utf8)
            var slot = Int(hash(name.span, 0..<name.count) % UInt32(slots.count))
            while slots[slot] >= 0 { slot = (slot + 1) % slots.count }
            slots[slot] = Int16(index)
        }
        return slots
    }()

    private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for index in range { hash = (hash ^ UInt32(bytes[index].asciiLowercased)) &* 16_777_619 }
        return hash ^ hash >> 15
    }
}

/// The units of lengths, and the limit of the heights that a mail can set.
///
/// The frame of a mail is as high as its content. A height relative to the frame would make it grow with each measurement, and a height of
/// millions of pixels makes the rest of the page unreachable.
enum CSSUnit {
    /// The maximum height of a length, in CSS pixels.
    static let maximumHeight = 2_000.0
    /// The maximum length relative to the frame's width, in percent.
    static let maximumShare = 100.0
    /// The negative indents that count as hiding text, without their sign, in CSS pixels.
    static let hiddenIndents = 1_000.0...200_000

    /// Returns a unit's length in CSS pixels; nil for units outside the table. `%`, `em` and `rem` are estimates.
    static func pixels(_ unit: Range<Int>, _ bytes: Span<UInt8>) -> Double? {
        absolute.first { bytes.matches($0.unit, unit) }?.pixels
    }

    private static let absolute: [(unit: StaticString, pixels: Double)] = [
        ("px", 1), ("%", 4), ("em", 16), ("pt", 4.0 / 3), ("rem", 16), ("in", 96), ("cm", 96 / 2.54), ("mm", 96 / 25.4), ("pc", 16),
    ]

    /// Whether a unit is relative to the frame's width, which does not depend on the frame's height.
    static func isOfWidth(_ unit: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        widths.contains { bytes.matches($0, unit) }
    }

    /// Appends a percentage of a container's width as a length that does not depend on the container. Without this, the layout time of
    /// boxes that shrink to fit grows exponentially with their nesting depth.
    ///
    /// The length is that share of the frame's width, or of a container of 400 px if that is less.
    static func append(percentage number: Range<Int>, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
        let pixels = String((bytes.number(number) * 400).rounded() / 100)
        output.append(contentsOf: "min(".utf8)
        for index in number { output.append(bytes[index]) }
        output.append(contentsOf: "vw, \(pixels.hasSuffix(".0") ? String(pixels.dropLast(2)) : pixels)px)".utf8)
    }

    private static let widths: [StaticString] = ["vw", "svw", "lvw", "dvw"]
}

extension CSSAllowedProperty.Extent {
    /// Whether the lengths of a property affect the height.
    var isHeight: Bool { self != .none && self != .width }

    /// Whether a percentage refers to the width of the container, also in a height.
    var isSpacing: Bool { self == .spacing || self == .indent }
}

extension Span<UInt8> {
    /// The value of a number without its unit. A number that Swift cannot parse counts as infinite.
    func number(_ range: Range<Int>) -> Double {
        if range.count <= 6, let whole = smallInteger(range) { return Double(whole) }
        let text = string(range)
        return Double(text.hasPrefix(".") ? "0" + text : text)
            ?? (text.hasPrefix("+") ? Double("0" + text.dropFirst()) ?? .infinity : .infinity)
    }

    private func smallInteger(_ range: Range<Int>) -> Int? {
        var value = 0
        for index in range {
            guard self[index].isASCIIDigit else { return nil }
            value = value * 10 + Int(self[index] - 0x30)
        }
        return value
    }
}
