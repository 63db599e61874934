public import HTMLParsing

/// Documents made of message bodies, which are HTML or plain text without a declaration.
extension HTMLDocument {
    /// Makes a document of a message body.
    ///
    /// - Parameters:
    ///   - body: HTML, parsed as a fragment, or plain text.
    ///   - format: The format of the body. By default it is detected.
    public init(body: String, _ format: ContentFormat = .auto) {
        self = format.markup(in: body)?.document() ?? HTMLDocument(plainText: body)
    }

    /// Makes a document that shows a plain text: one block that preserves lines and spaces, with web addresses as links.
    ///
    /// - Parameter text: The text. Its line ends become line feeds.
    public init(plainText text: String) {
        self.init()
        let block = makeElement(.div, attributes: [HTMLAttribute(name: "style", value: "white-space:pre-wrap")])
        append(block, to: root)
        let bytes = Self.withLineFeeds(text)
        var start = 0
        for address in PlainTextURLs(in: bytes) {
            if address.lowerBound > start { appendText(bytes[start..<address.lowerBound], to: block) }
            let target = String(decoding: bytes[address], as: UTF8.self)
            let link = makeElement(.a, attributes: [HTMLAttribute(name: "href", value: target)])
            appendText(bytes[address], to: link)
            append(link, to: block)
            start = address.upperBound
        }
        if start < bytes.count || start == 0 { appendText(bytes[start...], to: block) }
    }

    private mutating func appendText(_ bytes: ArraySlice<UInt8>, to parent: HTMLNode) {
        append(makeText(String(decoding: bytes, as: UTF8.self)), to: parent)
    }

    /// The text with normalized line ends, as an HTML parser reads them.
    private static func withLineFeeds(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.contains(0x0D) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D { continue }
            result.append(byte == 0x0D ? 0x0A : byte)
        }
        return result
    }
}

/// Finds the web addresses in a plain text, such as `https://example.org/x`, without the punctuation of the surrounding sentence.
///
/// - SeeAlso: [URI C, Delimiting a URI in Context](https://www.rfc-editor.org/rfc/rfc3986#appendix-C)
private struct PlainTextURLs: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    /// The limit of an address, in bytes. Longer ones stay text.
    private static let maximumBytes = 4000

    init(in bytes: [UInt8]) { self.bytes = bytes }

    /// The range of the next address.
    mutating func next() -> Range<Int>? {
        while let colon = nextSchemeEnd() {
            position = colon + 3
            guard let start = startOfScheme(before: colon) else { continue }
            var end = position
            while end < bytes.count, Self.isInAddress(bytes[end]) { end += 1 }
            position = end
            end = withoutPunctuation(colon + 3, end)
            if end > colon + 3, end - start <= Self.maximumBytes { return start..<end }
        }
        return nil
    }

    /// The offset of the next `://`.
    private func nextSchemeEnd() -> Int? {
        var index = position
        while index + 2 < bytes.count {
            if bytes[index + 1] == 0x2F, bytes[index] == 0x3A, bytes[index + 2] == 0x2F { return index }
            index += 1
        }
        return nil
    }

    /// The offset of `http` or `https` before a colon; nil for other schemes.
    private func startOfScheme(before colon: Int) -> Int? {
        for scheme in ["https", "http"] as [StaticString] {
            let start = colon - scheme.utf8CodeUnitCount
            guard start >= 0, bytes.begins(with: scheme, start..<colon) else { continue }
            if start > 0, bytes[start - 1].isASCIILetter || bytes[start - 1].isASCIIDigit || bytes[start - 1] >= 0x80 { return nil }
            return start
        }
        return nil
    }

    /// Whether a byte may occur in an address. The set is that of Markdown autolinks, which is larger than that of URIs.
    private static func isInAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F: false
        default: true
        }
    }

    /// The end of the address without trailing punctuation and without closing brackets that were opened before the address.
    private func withoutPunctuation(_ start: Int, _ end: Int) -> Int {
        var end = end
        var unmatched = (round: 0, square: 0)
        for byte in bytes[start..<end] {
            switch byte {
            case 0x28: unmatched.round -= 1
            case 0x29: unmatched.round += 1
            case 0x5B: unmatched.square -= 1
            case 0x5D: unmatched.square += 1
            default: continue
            }
        }
        while end > start {
            switch bytes[end - 1] {
            case 0x21, 0x27, 0x2A, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5F, 0x7E: break
            case 0x29 where unmatched.round > 0: unmatched.round -= 1
            case 0x5D where unmatched.square > 0: unmatched.square -= 1
            default: return end
            }
            end -= 1
        }
        return end
    }
}
