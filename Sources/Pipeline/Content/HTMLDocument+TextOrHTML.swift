internal import HTMLParsing

extension HTMLDocument {
    /// Whether any element is one that HTML knows: `a <b@example.com>` has none, and so is plain text.
    var holdsElements: Bool {
        descendants(of: root).contains { kind(of: $0) == .element && tag(of: $0) != .other }
    }

    /// A document that holds nothing but this text.
    init(plainText text: String) {
        self.init()
        append(makeText(text), to: root)
    }
}
