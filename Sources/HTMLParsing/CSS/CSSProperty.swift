/// A property that a mail may set, and how its lengths are limited.
struct CSSProperty {
    /// What the lengths of a property affect.
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
        /// The height; after a slash as in `lineHeight`.
        case font
        /// The height, or a negative length that moves text out of sight. A percentage refers to the width of the container.
        case indent
    }

    let name: StaticString
    let extent: Extent
    /// Whether only style sheets for a frame may set it.
    let isForFrames: Bool
    /// Whether the value may hold gradients, and its color is kept where the rest is not allowed.
    let isBackground: Bool

    private init(_ name: StaticString, _ extent: Extent, isForFrames: Bool = false, isBackground: Bool = false) {
        (self.name, self.extent, self.isForFrames, self.isBackground) = (name, extent, isForFrames, isBackground)
    }

    /// Finds the property with this name, ignoring ASCII case; nil for all that are not allowed.
    static func named(_ range: Range<Int>, in bytes: Span<UInt8>) -> CSSProperty? {
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
    private static let all: [CSSProperty] =
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
        ].map { CSSProperty($0, .none) }
        + ["width", "max-width", "min-width"].map { CSSProperty($0, .width) }
        + [
            "border-spacing", "font-size", "height", "letter-spacing", "max-height", "min-height", "vertical-align",
            "word-spacing", "flex", "flex-basis", "border", "border-width", "border-radius",
            "border-top", "border-right", "border-bottom", "border-left", "border-top-width", "border-right-width",
            "border-bottom-width", "border-left-width", "border-top-left-radius", "border-top-right-radius",
            "border-bottom-left-radius", "border-bottom-right-radius",
        ].map { CSSProperty($0, .height) }
        + [
            "gap", "row-gap", "column-gap", "margin", "padding", "margin-top", "margin-right", "margin-bottom", "margin-left",
            "padding-top", "padding-right", "padding-bottom", "padding-left", "margin-inline", "margin-inline-start",
            "margin-inline-end", "margin-block", "margin-block-start", "margin-block-end", "padding-inline", "padding-inline-start",
            "padding-inline-end", "padding-block", "padding-block-start", "padding-block-end",
        ].map { CSSProperty($0, .spacing) }
        + [
            CSSProperty("font", .font), CSSProperty("line-height", .lineHeight), CSSProperty("overflow", .none, isForFrames: true),
            CSSProperty("background", .none, isBackground: true), CSSProperty("text-indent", .indent),
            CSSProperty("background-image", .none, isForFrames: true, isBackground: true),
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
