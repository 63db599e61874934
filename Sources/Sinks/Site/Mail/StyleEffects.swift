internal import HTMLParsing
internal import Pipeline

/// The effects of one style attribute on how well a mail can be read. The elements of a mail share few styles, so that a caller keeps them.
struct StyleEffects {
    /// The change of an inherited color.
    enum ColorChange: Equatable {
        case kept
        /// A color; nil for a value that is unknown here.
        case set(ThemeColor?)
    }

    /// The style with larger text; nil for no change.
    let larger: String?
    /// Whether the style leaves no height.
    let isCollapsed: Bool
    private(set) var ink = ColorChange.kept
    private(set) var ground = ColorChange.kept

    /// Reads a sanitised style attribute.
    ///
    /// - Parameter readsColors: Whether the changes of colors are wanted. Otherwise, both are ``ColorChange/kept``.
    init(_ style: String, readsColors: Bool) {
        larger = ReadableStyle.enlarged(style)
        isCollapsed = HTMLInlineStyle(style).isCollapsed
        guard readsColors, ReadableStyle.setsColors(style.utf8) else { return }
        for declaration in style.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { read(parts[0].trimmingSpaces, parts[1].trimmingSpaces) }
        }
    }

    private mutating func read(_ property: String, _ value: String) {
        switch property {
        case "color" where value != "inherit": ink = .set(ThemeColor(value))
        case "background-color", "background": if !Self.isClear(value) { ground = .set(ThemeColor(value)) }
        case "background-image": ground = .set(nil)
        default: break
        }
    }

    /// Whether a background shows what is behind the element.
    private static func isClear(_ value: String) -> Bool {
        ["transparent", "none", "inherit", "initial", "unset"].contains(value)
    }
}
