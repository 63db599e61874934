/// A rule that can hide or show elements: its selector, and what it sets.
struct CSSVisibilityRule {
    /// The properties that can hide an element, or an image by its size.
    enum Property: Int, CaseIterable {
        case display, visibility, opacity, width, height, maxWidth, maxHeight

        /// Whether the property is a size.
        var isSize: Bool { rawValue >= Self.width.rawValue }

        /// Returns nil for properties that hide no element by themselves.
        init?(_ property: HTMLStyleProperty) {
            switch property {
            case .display: self = .display
            case .visibility: self = .visibility
            case .opacity: self = .opacity
            case .width: self = .width
            case .height: self = .height
            case .maxWidth: self = .maxWidth
            case .maxHeight: self = .maxHeight
            default: return nil
            }
        }
    }

    /// The value of a property.
    struct PropertyEffect {
        /// Whether the value hides the element, or makes an image a tracking pixel in this direction.
        let hides: Bool
        let isImportant: Bool
    }

    /// The values that a block sets, by property.
    struct Effects {
        private var values = [PropertyEffect?](repeating: nil, count: Property.allCases.count)

        /// Reads declarations separated by semicolons; nil if they set none of the properties.
        init?(of bytes: [UInt8], in range: Range<Int>) {
            var isEmpty = true
            var declarations = HTMLStyleDeclarations(in: range)
            while let declaration = declarations.next(bytes) {
                guard let property = Property(declaration.property) else { continue }
                isEmpty = false
                values[property.rawValue] = PropertyEffect(
                    hides: Self.hides(property, bytes, declaration.value), isImportant: declaration.isImportant)
            }
            if isEmpty { return nil }
        }

        /// The value of a property; nil if the block does not set it.
        subscript(_ property: Property) -> PropertyEffect? { values[property.rawValue] }

        private static func hides(_ property: Property, _ bytes: [UInt8], _ value: Range<Int>) -> Bool {
            switch property {
            case .display: bytes.matches("none", value)
            case .visibility: bytes.matches("hidden", value) || bytes.matches("collapse", value)
            case .opacity: bytes.share(value).map { $0 < HTMLInlineStyle.smallestOpacity } ?? false
            case .width, .height, .maxWidth, .maxHeight: bytes.length(value).map { $0 <= HiddenContent.maximumPixelSize } ?? false
            }
        }
    }

    let selector: [CSSSelectorPart]
    let effects: Effects
    /// Whether the rule depends on media.
    let isConditional: Bool
    /// The counts of IDs, classes and types as one number.
    let specificity: Int

    /// Whether the selector names no class, ID or attribute.
    var isGeneral: Bool { specificity < 1_000 }

    init(_ selector: [CSSSelectorPart], _ effects: Effects, isConditional: Bool) {
        (self.selector, self.effects, self.isConditional) = (selector, effects, isConditional)
        specificity = Self.specificity(selector)
    }

    private static func specificity(_ selector: [CSSSelectorPart]) -> Int { selector.reduce(0) { $0 + weight($1) } }

    /// A part's share of the specificity. All selectors of a list count, although the standard counts only the most specific one.
    private static func weight(_ part: CSSSelectorPart) -> Int {
        switch part {
        case .id: 1_000_000
        case .class, .attribute, .attributeValue, .pseudo, .nth, .language: 1_000
        case .type: 1
        case .list(.where, _, _): 0
        case .list(_, let selectors, _): selectors.reduce(0) { $0 + specificity($1) }
        case .scope, .combinator, .any: 0
        }
    }
}
