internal import HTMLParsing

/// An address in the text of a Markdown document, and its place.
public struct MarkdownAddress: Sendable {
    /// What addresses lead to. The address of a reference definition has all uses of its references, and none if there is no reference.
    public struct Uses: OptionSet, Sendable, Hashable {
        /// A bit for each use.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The file of an image, or the poster of a video.
        public static let image = Uses(rawValue: 1)
        /// The target of a link.
        public static let link = Uses(rawValue: 2)
        /// The target of a link with an image in it.
        public static let linkAroundImage = Uses(rawValue: 4)
        /// A medium, an embedded document, or a background.
        public static let file = Uses(rawValue: 8)
        /// An attribute of an element that HTML does not have, such as a component of MDX.
        public static let mdxComponent = Uses(rawValue: 16)
    }

    /// The kinds of places.
    public enum Form: Hashable, Sendable {
        /// The destination of a link, an image or a reference definition, with or without angle brackets.
        case destination(isBracketed: Bool)
        /// An address that is its own text: `<https://example.com>`, or without brackets.
        case bare
        /// The value of an attribute, which a quotation mark surrounds. 0 stands for none.
        case attribute(quote: UInt8)
        /// An address in the list of an attribute `srcset`.
        case candidate(quote: UInt8)
    }

    /// The address as the parsed document has it: without escapes and character references, and with `mailto:` where the text lacks it.
    public let text: String
    /// The bytes of the place.
    public let range: Range<Int>
    /// The grammar of the place.
    public let form: Form
    /// What the address leads to.
    public internal(set) var uses: Uses
    /// Whether the address is in the text of a link, or in a cell of a table.
    let isInLink: Bool
    let isInTable: Bool

    /// Whether the address is that of a reference definition without a reference.
    public var isUnusedDefinition: Bool {
        if case .destination = form { return uses.isEmpty }
        return false
    }

    /// What stands before and after a new address in the place; nil if the place can hold no other address.
    ///
    /// - Parameter raw: The bytes of the place.
    public func surroundings(of raw: some Collection<UInt8>) -> (before: [UInt8], after: [UInt8])? {
        switch form {
        case .destination, .attribute(quote: 1...), .candidate: return ([], [])
        case .attribute: return ([UInt8(ascii: "\"")], [UInt8(ascii: "\"")])
        case .bare:
            // Links contain no links.
            if isInLink { return nil }
            var shown = Array(raw)
            if shown.first == UInt8(ascii: "<") { shown = Array(shown.dropFirst().dropLast()) }
            var before = [UInt8(ascii: "[")]
            for byte in shown {
                if "\\`*_[]<>~!|".utf8.contains(byte) { before.append(UInt8(ascii: "\\")) }
                before.append(byte)
            }
            // A bare address in brackets would be a link of its own, where the reader knows such addresses: it then has no brackets open.
            return (before + "](".utf8, Array(")".utf8))
        }
    }

    /// Returns the bytes that give the place another address; nil if it can hold no other one.
    ///
    /// - Parameters:
    ///   - address: The new address.
    ///   - raw: The bytes of the place.
    public func written(_ address: String, in raw: some Collection<UInt8>) -> [UInt8]? {
        guard let (before, after) = surroundings(of: raw) else { return nil }
        return before + encoded(address) + after
    }

    private func encoded(_ address: String) -> [UInt8] {
        let bytes = Array(address.utf8)
        switch form {
        case .destination(isBracketed: true): return Self.destination(bytes, keepsParentheses: true, isInTable)
        case .destination(isBracketed: false):
            if bytes.isEmpty { return Array("<>".utf8) }
            return Self.destination(bytes, keepsParentheses: Self.hasBalancedParentheses(bytes), isInTable)
        case .bare: return Self.destination(bytes, keepsParentheses: Self.hasBalancedParentheses(bytes), isInTable)
        case .attribute(let quote): return Self.value(bytes, quote == 0 ? UInt8(ascii: "\"") : quote, isInTable)
        case .candidate(let quote):
            return Self.value(Array(ImageCandidates.escaped(address).utf8), quote == 0 ? UInt8(ascii: "\"") : quote, isInTable)
        }
    }

    private static func destination(_ bytes: [UInt8], keepsParentheses: Bool, _ isInTable: Bool) -> [UInt8] {
        var output: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "&") where beginsReference(bytes, at: index): output += "&amp;".utf8
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                if !keepsParentheses { output.append(UInt8(ascii: "\\")) }
                output.append(byte)
            case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"): output.appendEncoded(byte)
            case UInt8(ascii: "|") where isInTable: output.appendEncoded(byte)
            default: output.append(byte)
            }
        }
        return output
    }

    private static func value(_ bytes: [UInt8], _ quote: UInt8, _ isInTable: Bool) -> [UInt8] {
        var output: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "&") where beginsReference(bytes, at: index): output += "&amp;".utf8
            case quote: output += (quote == UInt8(ascii: "\"") ? "&quot;" : "&#39;").utf8
            // A line end as such could begin a new block.
            case 0x0A: output += "&#10;".utf8
            case 0..<0x20, 0x7F: output.appendEncoded(byte)
            case UInt8(ascii: "|") where isInTable: output.appendEncoded(byte)
            default: output.append(byte)
            }
        }
        return output
    }

    private static func hasBalancedParentheses(_ bytes: [UInt8]) -> Bool {
        var (depth, deepest) = (0, 0)
        for byte in bytes where depth >= 0 {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            deepest = max(deepest, depth)
        }
        return depth == 0 && deepest <= LinkSyntax.maximumParentheses
    }

    /// Whether a reader of HTML or Markdown could take an ampersand for the start of a character reference. No reader does so before a name
    /// and `=`.
    private static func beginsReference(_ bytes: [UInt8], at ampersand: Int) -> Bool {
        guard ampersand + 1 < bytes.count else { return false }
        let name = bytes[(ampersand + 1)...].prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "#") }
        return !name.isEmpty && (name.endIndex == bytes.count || bytes[name.endIndex] != UInt8(ascii: "="))
    }
}

extension [UInt8] {
    fileprivate mutating func appendEncoded(_ byte: UInt8) {
        let digits = Array("0123456789ABCDEF".utf8)
        self += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
