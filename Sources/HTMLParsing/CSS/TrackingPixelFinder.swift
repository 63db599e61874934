/// Finds the tracking pixels of a mail: tiny images, and images that a style hides on every screen. Alternative text does not spare an
/// image: senders give their trackers one too.
///
/// An image that is hidden on some screens only, by a rule inside a media query, stays.
struct TrackingPixelFinder {
    private struct State {
        /// Whether the element or an ancestor has no box or is transparent.
        var isGone = false
        /// Whether `visibility` hides the element.
        var isInvisible = false
        /// Whether the font size is zero.
        var hasNoText = false
    }

    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let rules: [CSSVisibilityRule]
    private var matcher: CSSSelectorMatcher
    private var states: [HTMLNode: State] = [:]

    private init(_ document: HTMLDocument, _ rules: [CSSVisibilityRule]) {
        self.document = document
        // The weakest rule first, so that the last value wins.
        self.rules = rules.enumerated().sorted { ($0.element.specificity, $0.offset) < ($1.element.specificity, $1.offset) }.map(\.element)
        bytes = document.textBytes
        matcher = CSSSelectorMatcher(document)
    }

    /// Returns the images to remove.
    static func find(in document: HTMLDocument, rules: [CSSVisibilityRule]) -> Set<HTMLNode> {
        let images = document.elements(tag: .img)
        guard !images.isEmpty else { return [] }
        var search = TrackingPixelFinder(document, rules)
        return Set(images.filter { search.hides($0) })
    }

    private mutating func hides(_ image: HTMLNode) -> Bool {
        var path: [HTMLNode] = []
        var state = State()
        var upcoming: HTMLNode? = image
        while let node = upcoming, document.kind(of: node) == .element {
            if let known = states[node] {
                state = known
                break
            }
            path.append(node)
            upcoming = document.parent(of: node)
        }
        for node in path.reversed() {
            change(&state, node)
            states[node] = state
        }
        let isDot = state.hasNoText && style(of: image)?.isAsLargeAsText == true
        return state.isGone || state.isInvisible || isDot || isTiny(image, values(image))
    }

    private mutating func change(_ state: inout State, _ node: HTMLNode) {
        let (style, inline, values) = (style(of: node), inlineEffects(of: node), values(node))
        let hasNoBox = style?.isHidden == true ? true : inline?[.display]?.hides
        if values[.display].hides(inline: hasNoBox) || values[.opacity].hides(inline: inline?[.opacity]?.hides)
            || document.attributeRange("hidden", of: node) != nil || style?.isCollapsed == true
        {
            state.isGone = true
        }
        if let hasZeroTextSize = style?.hasZeroTextSize { state.hasNoText = hasZeroTextSize }
        if style?.isVisible != nil || values[.visibility].isSet {
            state.isInvisible = values[.visibility].hides(inline: style?.isVisible.map { !$0 })
        }
    }

    private func isTiny(_ image: HTMLNode, _ values: Cascades) -> Bool {
        let (width, height) = (values[.width], values[.height])
        if width.isShownSomewhere || height.isShownSomewhere { return false }
        let style = style(of: image)
        let hasNarrowLimit = values[.maxWidth].hides(inline: style?.maxWidth.map(Self.isTiny))
        let hasLowLimit = values[.maxHeight].hides(inline: style?.maxHeight.map(Self.isTiny))
        if !width.isSet, !height.isSet, HiddenContent.hasPixelSize(image, in: document, bytes: bytes, style: style) { return true }
        let isNarrow = hasNarrowLimit ? true : isTiny("width", width, style?.width, style?.setsWidth == true, image)
        let isLow = hasLowLimit ? true : isTiny("height", height, style?.height, style?.setsHeight == true, image)
        return (isNarrow ?? isLow) == true && (isLow ?? isNarrow) == true
    }

    /// Whether a side is tiny; nil if it is not set.
    private func isTiny(_ name: String, _ cascade: Cascade, _ styled: Int?, _ isSet: Bool, _ image: HTMLNode) -> Bool? {
        if cascade.isSet || isSet { return cascade.hides(inline: isSet ? styled.map(Self.isTiny) ?? false : nil) }
        return document.attributeRange(name, of: image).map { bytes.pixels(bytes.trimmed($0)).map(Self.isTiny) ?? false }
    }

    private static func isTiny(_ size: Int) -> Bool { size <= HiddenContent.maximumPixelSize }

    private func style(of node: HTMLNode) -> HTMLInlineStyle? { HTMLInlineStyle(of: node, in: document, bytes: bytes) }

    private func inlineEffects(of node: HTMLNode) -> CSSVisibilityRule.Effects? {
        document.attributeRange("style", of: node).flatMap { CSSVisibilityRule.Effects(of: bytes, in: $0) }
    }
}

extension TrackingPixelFinder {
    /// The winning values of a property of an element.
    private struct Cascade {
        /// The winning value of the rules that always apply.
        var value: CSSVisibilityRule.PropertyEffect?
        /// Whether a rule in a media query shows the element.
        var isShownSomewhere = false
        var isSet: Bool { value != nil || isShownSomewhere }

        /// Whether the element is hidden on every screen.
        ///
        /// - Parameter inline: Whether the element's `style` attribute hides it; nil if the attribute does not set the property.
        func hides(inline: Bool?) -> Bool {
            if isShownSomewhere { return false }
            if let value, value.isImportant { return value.hides }
            return inline ?? value?.hides ?? false
        }
    }

    private struct Cascades {
        var all = [Cascade](repeating: Cascade(), count: CSSVisibilityRule.Property.allCases.count)
        subscript(_ property: CSSVisibilityRule.Property) -> Cascade { all[property.rawValue] }
    }

    private mutating func values(_ node: HTMLNode) -> Cascades {
        var cascades = Cascades()
        // Beyond the limit of steps, no rule hides an image.
        guard !matcher.isExhausted else { return cascades }
        for rule in rules where matcher.matches(rule.selector, node, assuming: rule.isConditional) {
            for property in CSSVisibilityRule.Property.allCases {
                guard let value = rule.effects[property] else { continue }
                // A larger size in a rule for all images is for layout. It does not prove that an image is visible.
                if property.isSize, !value.hides, rule.isGeneral { continue }
                if rule.isConditional {
                    if !value.hides { cascades.all[property.rawValue].isShownSomewhere = true }
                } else if cascades[property].value?.isImportant != true || value.isImportant {
                    cascades.all[property.rawValue].value = value
                }
            }
        }
        return cascades
    }
}
