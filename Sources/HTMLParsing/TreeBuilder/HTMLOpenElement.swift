/// An entry of the stack of open elements, with the properties that the rules check most.
struct HTMLOpenElement {
    struct Traits: OptionSet {
        let rawValue: UInt8
        /// In the category "special".
        static let special = Traits(rawValue: 1)
        /// Limits every kind of scope.
        static let endsScope = Traits(rawValue: 2)
        /// A MathML text integration point.
        static let mathMLTextIntegrationPoint = Traits(rawValue: 4)
        /// An HTML integration point.
        static let htmlIntegrationPoint = Traits(rawValue: 8)
    }

    let node: Int32
    /// The tag of an HTML element; `.other` for other namespaces.
    let tag: HTMLTag
    /// The tag in any namespace.
    let localTag: HTMLTag
    let namespace: HTMLNamespace
    let traits: Traits

    /// - Parameter isHTMLAnnotation: Whether the element is MathML's `annotation-xml` with an HTML encoding.
    init(node: Int32, tag: HTMLTag, namespace: HTMLNamespace, isHTMLAnnotation: Bool = false) {
        self.node = node
        self.namespace = namespace
        localTag = tag
        switch namespace {
        case .html:
            self.tag = tag
            traits = tag.endsScope ? [.special, .endsScope] : tag.isSpecial ? .special : []
        case .svg:
            self.tag = .other
            let isPoint = tag == .foreignObject || tag == .desc || tag == .title
            traits = isPoint ? [.special, .endsScope, .htmlIntegrationPoint] : []
        case .mathML:
            self.tag = .other
            switch tag {
            case .mi, .mo, .mn, .ms, .mtext: traits = [.special, .endsScope, .mathMLTextIntegrationPoint]
            case .annotationXML: traits = isHTMLAnnotation ? [.special, .endsScope, .htmlIntegrationPoint] : [.special, .endsScope]
            default: traits = []
            }
        }
    }
}
