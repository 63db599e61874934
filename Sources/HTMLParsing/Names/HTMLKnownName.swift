/// The shared names beside those of `HTMLTag`: names that the parser compares with, that a sanitiser allows, or that are frequent on web
/// pages. Their numbers follow those of the tags.
enum HTMLKnownName {
    /// Attribute names.
    static let attributes = """
        class id style href src alt width height type value rel content property lang name align valign bgcolor border cellpadding \
        cellspacing colspan rowspan target role tabindex placeholder action method for checked selected disabled multiple color size \
        face charset http-equiv media srcset sizes loading async defer crossorigin integrity itemprop itemscope itemtype aria-label \
        aria-hidden onclick background nowrap abbr cite data-remote-src datetime headers hspace vspace noshade open reversed scope start \
        encoding fill d hidden xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title \
        xlink:type xml:lang xml:space xmlns xmlns:xlink
        """

    /// The SVG element names with upper-case letters.
    static let elementsOfSVG = """
        altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix feComponentTransfer \
        feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG \
        feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile \
        feTurbulence foreignObject glyphRef linearGradient radialGradient textPath
        """

    /// The SVG attribute names with upper-case letters.
    static let attributesOfSVG = """
        attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits glyphRef \
        gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle \
        markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform \
        patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur \
        requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles \
        surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector \
        zoomAndPan
        """

    static let type = id("type")
    static let color = id("color")
    static let face = id("face")
    static let size = id("size")
    static let encoding = id("encoding")
    static let selected = id("selected")
    static let disabled = id("disabled")
    static let multiple = id("multiple")
    static let hidden = id("hidden")
    static let identifier = id("id")
    static let source = id("src")
    static let link = id("href")
    static let anchor = id("name")

    /// Maps the lower-case number of an SVG element name to the number of its correct spelling.
    static let adjustedElements = adjusted(elementsOfSVG)
    static let adjustedAttributes = adjusted(attributesOfSVG)
    /// The inverse of ``adjustedElements``.
    static let loweredElements = Dictionary(uniqueKeysWithValues: adjustedElements.map { ($0.value, $0.key) })
    static let definitionURL = (lower: id("definitionurl"), adjusted: id("definitionURL"))

    /// All names in this file, in the order of their numbers.
    static var all: [String] {
        let svg = words(elementsOfSVG) + words(attributesOfSVG)
        return words(attributes) + svg + svg.map { $0.lowercased() } + ["definitionurl", "definitionURL"]
    }

    private static func words(_ list: String) -> [String] { list.split(separator: " ").map(String.init) }

    /// Returns the number of a name in this list, or 0 for any other name.
    private static func id(_ name: String) -> HTMLNameID { HTMLNameTable.standard.find(name.utf8.span) ?? 0 }

    private static func adjusted(_ list: String) -> [HTMLNameID: HTMLNameID] {
        Dictionary(uniqueKeysWithValues: words(list).map { (id($0.lowercased()), id($0)) })
    }
}
