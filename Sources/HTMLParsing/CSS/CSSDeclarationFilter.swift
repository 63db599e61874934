/// Filters declarations by an allow-list: those of a `style` attribute, or of a rule.
///
/// Works on bytes, because Swift joins a quote and a combining character into one `Character` while CSS still reads a quote. Stricter than
/// CSS: a value holds only keywords, non-negative numbers, colors, quoted names and a few functions. Declarations with escapes, URLs or
/// blocks are removed, as these can hide other content.
///
/// - SeeAlso: [CSS Syntax 5.4.4, Consume a declaration list](https://www.w3.org/TR/css-syntax-3/#consume-list-of-declarations)
struct CSSDeclarationFilter {
    /// The part of a document that holds a list of declarations.
    enum DeclarationHost {
        /// A `style` attribute.
        case attribute
        /// A `style` attribute in a frame whose height follows its content. It loses `!important`, so that the frame's style sheet wins.
        case attributeInFrame
        /// A style rule in the style sheet of such a frame.
        case rule
    }

    private let host: DeclarationHost
    /// The tokens of the current value.
    private var tokens: [CSSToken] = []

    init(for host: DeclarationHost) {
        self.host = host
    }

    /// Returns the allowed declarations of an attribute as `name:value`, joined by `; `; empty if none is allowed.
    static func filtered(_ style: String, for host: DeclarationHost) -> String {
        var declarations = CSSDeclarationFilter(for: host)
        var output: [UInt8] = []
        let bytes = Array(style.utf8)
        var reader = CSSReader(bytes.span, 0..<bytes.count)
        declarations.read(bytes.span, &reader, into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Reads declarations up to the end of the block or of the source, and appends the allowed ones to `output`.
    mutating func read(_ bytes: Span<UInt8>, _ reader: inout CSSReader, into output: inout [UInt8]) {
        let start = output.count
        while true {
            switch reader.token.kind {
            case .end: return
            case .closeBrace where host == .rule: return
            case .whitespace, .semicolon: reader.advance(bytes)
            case .ident: readDeclaration(bytes, &reader, start, into: &output)
            default: _ = reader.readValue(bytes, inBlock: host == .rule, into: &tokens)
            }
        }
    }

    private mutating func readDeclaration(_ bytes: Span<UInt8>, _ reader: inout CSSReader, _ start: Int, into output: inout [UInt8]) {
        let name = reader.token
        reader.advance(bytes)
        reader.skipWhitespace(bytes)
        let isDeclaration = reader.token.kind == .colon
        if isDeclaration { reader.advance(bytes) }
        let isValid = reader.readValue(bytes, inBlock: host == .rule, into: &tokens)
        guard isDeclaration, isValid, !name.hasEscape, let property = CSSAllowedProperty.named(name.name, in: bytes),
            host != .attribute || !property.isForFrames
        else { return }
        let end = output.count
        if end > start { output.append(contentsOf: host == .rule ? [0x3B] : [0x3B, 0x20]) }
        for index in name.name { output.append(bytes[index].asciiLowercased) }
        output.append(UInt8(ascii: ":"))
        var value = CSSValueFilter(tokens[...], of: property, isLimited: host != .attribute)
        let importance = value.removeImportance(bytes)
        if value.write(bytes, into: &output) {
            guard let importance, host != .attributeInFrame else { return }
            // Keep the space before `!important`, so that the text of the attribute does not change.
            if host == .attribute, importance.hasSpaceBefore { output.append(0x20) }
            output.append(contentsOf: "!important".utf8)
        } else {
            output.removeSubrange(end...)
        }
    }
}
