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
        for address in PlainTextAddresses(in: bytes) {
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
