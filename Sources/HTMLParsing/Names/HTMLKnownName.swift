/// Names that are no tags of `HTMLTag`, but that the parser has to know or that most pages use; their numbers follow the tags'.
enum HTMLKnownName {
    /// Names of attributes.
    static let attributes = """
        class id style href src alt width height type value rel content property lang name align valign bgcolor border cellpadding \
        cellspacing colspan rowspan target role tabindex placeholder action method for checked selected disabled multiple color size \
        face charset http-equiv media srcset sizes loading async defer crossorigin integrity itemprop itemscope itemtype aria-label \
        aria-hidden onclick background nowrap encoding fill d xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title \
        xlink:type xml:lang xml:space xmlns xmlns:xlink
        """

    /// The elements of SVG that have capital letters in their name.
    static let elementsOfSVG = """
        altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix feComponentTransfer \
        feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG \
        feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile \
        feTurbulence foreignObject glyphRef linearGradient radialGradient textPath
        """

    /// The attributes of SVG that have capital letters in their name.
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

    /// For each name of SVG in lower case the name that it is to have.
    static let adjustedElements = adjusted(elementsOfSVG)
    static let adjustedAttributes = adjusted(attributesOfSVG)
    /// The other way round.
    static let loweredElements = Dictionary(uniqueKeysWithValues: adjustedElements.map { ($0.value, $0.key) })
    static let definitionURL = (lower: id("definitionurl"), adjusted: id("definitionURL"))

    /// All names of this list, in the order of their numbers.
    static var all: [String] {
        let svg = words(elementsOfSVG) + words(attributesOfSVG)
        return words(attributes) + svg + svg.map { $0.lowercased() } + ["definitionurl", "definitionURL"]
    }

    private static func words(_ list: String) -> [String] { list.split(separator: " ").map(String.init) }

    /// The number of a name of the list; 0, the empty name, for others.
    private static func id(_ name: String) -> HTMLNameID { HTMLNameTable.standard.find(name.utf8.span) ?? 0 }

    private static func adjusted(_ list: String) -> [HTMLNameID: HTMLNameID] {
        Dictionary(uniqueKeysWithValues: words(list).map { (id($0.lowercased()), id($0)) })
    }
}
