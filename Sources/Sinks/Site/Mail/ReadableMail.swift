internal import HTMLParsing
internal import Pipeline

/// Makes a mail readable on pages without scripts. Changes the color of text with too little contrast, and enlarges text that is too small.
/// Hides elements with a height of zero, because the style sheet resets all heights.
///
/// Only inline styles and HTML attributes are known here. In a mail whose style sheets set colors, the colors stay.
struct ReadableMail {
    /// The colors of an element, its own or inherited ones.
    private struct Colors {
        var node: HTMLNode
        /// The color of text; nil if it is unknown.
        var ink: OpaqueColor?
        /// The color behind the element; nil if it is unknown.
        var ground: OpaqueColor?
        /// Whether the text has a color of the page, and not of the sender.
        var isPageInk = true
        /// The color that text needs instead of its own; nil if its own can be read, or if the colors are unknown.
        var needed: OpaqueColor?
    }

    private static let white = OpaqueColor("#ffffff")
    private static let darkInk = OpaqueColor(ColorRole.ink.light)
    private static let linkInk = OpaqueColor(ColorRole.accent.light)

    private var document: HTMLDocument
    private var hasChanged = false
    /// The effects of style attributes, by their text: a cache.
    private var known: [String: StyleEffects] = [:]

    /// Returns the document with readable text; nil if nothing has to change.
    ///
    /// - Parameter isOnWhite: Whether the mail is shown on white.
    static func changed(_ document: HTMLDocument, isOnWhite: Bool) -> HTMLDocument? {
        var mail = ReadableMail(document: document)
        let sheets = document.elements(tag: .style).flatMap { document.children(of: $0) }
        let hasColorRules = sheets.contains { ReadableStyle.setsColors(document.text(of: $0).utf8) }
        for sheet in sheets {
            guard let text = ReadableStyle.enlarged(document.text(of: sheet)) else { continue }
            mail.document.setText(text, of: sheet)
            mail.hasChanged = true
        }
        mail.walk(setsInks: isOnWhite && !hasColorRules)
        return mail.hasChanged ? mail.document : nil
    }

    private init(document: HTMLDocument) { self.document = document }

    private mutating func walk(setsInks: Bool) {
        var ancestors = [Colors(node: document.root, ink: Self.darkInk, ground: Self.white)]
        for node in Array(document.descendants(of: document.root)) where document.kind(of: node) == .element {
            let style = document.attribute("style", of: node)
            let effects = style.map { self.effects(of: $0, readsColors: setsInks) }
            var changed = effects?.larger
            if effects?.isCollapsed == true {
                document.setAttribute("hidden", to: "", of: node)
                hasChanged = true
            }
            if setsInks {
                let parent = document.parent(of: node)
                while ancestors.count > 1, ancestors[ancestors.count - 1].node != parent { ancestors.removeLast() }
                var own = colors(of: node, effects, in: ancestors[ancestors.count - 1])
                if let ink = own.needed, hasText(node) {
                    let others = (changed ?? style).map { "\($0); " } ?? ""
                    changed = "\(others)color:\(ink.text)"
                    (own.ink, own.needed) = (ink, nil)
                }
                ancestors.append(own)
            }
            guard let changed else { continue }
            document.setAttribute("style", to: changed, of: node)
            hasChanged = true
        }
    }

    private func colors(of node: HTMLNode, _ effects: StyleEffects?, in parent: Colors) -> Colors {
        var colors = parent
        colors.node = node
        if document.isHTML(node, .a), document.attributeRange("href", of: node) != nil {
            (colors.ink, colors.isPageInk) = (Self.linkInk, true)
        }
        if document.isHTML(node, .font), let name = document.attribute("color", of: node) {
            (colors.ink, colors.isPageInk) = (OpaqueColor(name), false)
        }
        if let name = document.attribute("bgcolor", of: node) { colors.ground = OpaqueColor(name) }
        if case .set(let ink)? = effects?.ink { (colors.ink, colors.isPageInk) = (ink, false) }
        if case .set(let ground)? = effects?.ground { colors.ground = ground }
        if colors.ink != parent.ink || colors.ground != parent.ground || colors.isPageInk != parent.isPageInk {
            colors.needed = Self.neededInk(colors)
        }
        return colors
    }

    private mutating func effects(of style: String, readsColors: Bool) -> StyleEffects {
        if let effects = known[style] { return effects }
        let effects = StyleEffects(style, readsColors: readsColors)
        known[style] = effects
        return effects
    }

    private func hasText(_ node: HTMLNode) -> Bool {
        guard !document.isHTML(node, .style) else { return false }
        let bytes = document.textBytes
        return document.children(of: node).contains { child in
            document.kind(of: child) == .text && !bytes[document.textRange(of: child)].allSatisfy { $0 <= UInt8(ascii: " ") }
        }
    }

    private static func neededInk(_ colors: Colors) -> OpaqueColor? {
        guard let ink = colors.ink, let ground = colors.ground, let dark = darkInk, let light = white else { return nil }
        if ink.contrast(with: ground) >= (colors.isPageInk ? OpaqueColor.minTextContrast : ReadabilityLimits.minContrast) { return nil }
        return dark.contrast(with: ground) >= light.contrast(with: ground) ? dark : light
    }
}

/// The effects of one style attribute on the readability of a mail. The elements of a mail share few styles, so that the caller caches the
/// effects.
private struct StyleEffects {
    /// The change of an inherited color.
    enum ColorChange: Equatable {
        case kept
        /// A color; nil for a value that is unknown here.
        case set(OpaqueColor?)
    }

    /// The style with larger text; nil for no change.
    let larger: String?
    /// Whether the style sets the height of the element to zero.
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
        case "color" where value != "inherit": ink = .set(OpaqueColor(value))
        case "background-color", "background": if !Self.isClear(value) { ground = .set(OpaqueColor(value)) }
        case "background-image": ground = .set(nil)
        default: break
        }
    }

    /// Whether the value of a background paints nothing.
    private static func isClear(_ value: String) -> Bool {
        ["transparent", "none", "inherit", "initial", "unset"].contains(value)
    }
}
