internal import HTMLParsing

/// The addresses in the text of a Markdown document, so that a step can change them and leave all other bytes as they are.
///
/// They are those of links, images, bare addresses and reference definitions, and those in attributes of HTML and of components of MDX. Text
/// in code and in comments has none. The parser of the document finds them: `HTMLDocument(parsingMarkdown:as:)`.
public struct MarkdownAddresses: Sendable {
    /// The addresses in the order of the text.
    public let list: [MarkdownAddress]
    private let text: [UInt8]

    /// Finds the addresses, in linear time.
    ///
    /// - Parameters:
    ///   - markdown: The text, without front matter. Places are offsets in its UTF-8.
    ///   - syntax: The extensions of CommonMark.
    public init(_ markdown: String, as syntax: MarkdownSyntax = .gitHub) {
        let bytes = Array(markdown.utf8)
        text = bytes
        guard bytes.count <= HTMLParser.maximumBytes else {
            list = []
            return
        }
        // The parser reads no NUL.
        let start = HTMLEncoding.byteOrderMarkLength(bytes.span)
        var content = Array(bytes[start...])
        var nuls: [Int] = []
        if content.contains(0) {
            nuls = content.indices.filter { content[$0] == 0 }
            content = content.span.withoutNULs()
        }
        var parser = BlockParser(syntax, documentLength: content.count)
        parser.sources = SourceMap()
        parser.parse(content.span)
        var collector = AddressCollector(parser)
        collector.collect()
        list = collector.addresses.map { address in
            nuls.isEmpty && start == 0 ? address : address.moved(by: start, behind: nuls)
        }
    }

    /// The address that relative ones start from, which an element `base` has; nil without one.
    public var baseAddress: String? {
        let bytes = text.span
        var index = 0
        while index < bytes.count {
            index = firstIndex(of: 0x3C, 0x3C, 0x3C, 0x3C, from: index, in: bytes)
            // Hardly any Markdown has such an element, so that its document is not made for others.
            if bytes.hasWord("<base", at: index) { return HTMLDocument(parsingMarkdown: bytes).baseAddress }
            index += 1
        }
        return nil
    }

    /// Returns the text with other bytes in some places.
    ///
    /// - Parameter bytes: Returns the new bytes of a place; nil for one that stays. The second parameter has the bytes of the place.
    /// - Returns: nil if all places stay.
    public func splicing(_ bytes: (MarkdownAddress, ArraySlice<UInt8>) throws -> [UInt8]?) rethrows -> [UInt8]? {
        var output: [UInt8] = []
        var copied = 0
        var isChanged = false
        for address in list where address.range.lowerBound >= copied {
            guard let new = try bytes(address, text[address.range]) else { continue }
            if !isChanged { output.reserveCapacity(text.count + text.count / 8) }
            isChanged = true
            output += text[copied..<address.range.lowerBound]
            output += new
            copied = address.range.upperBound
        }
        return isChanged ? output + text[copied...] : nil
    }

    /// Returns the text with other addresses.
    ///
    /// - Parameter address: Returns the new address; nil for one that stays.
    /// - Returns: nil if all addresses stay.
    public func replacing(_ address: (MarkdownAddress) throws -> String?) rethrows -> String? {
        try splicing { place, raw in
            guard let new = try address(place), new != place.text else { return nil }
            return place.written(new, in: raw)
        }.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension MarkdownAddress {
    /// Returns the address with its place in a text that begins earlier, and has a byte in place of each three of U+FFFD.
    fileprivate func moved(by start: Int, behind nuls: [Int]) -> MarkdownAddress {
        func source(_ offset: Int) -> Int {
            // The n-th NUL stands two bytes further on in the copy for each one before it.
            var (low, high) = (0, nuls.count)
            while low < high {
                let middle = (low + high) / 2
                if nuls[middle] + 2 * middle < offset { low = middle + 1 } else { high = middle }
            }
            return offset - 2 * low + start
        }
        return MarkdownAddress(
            text: text, range: source(range.lowerBound)..<source(range.upperBound), form: form, uses: uses, isInLink: isInLink,
            isInTable: isInTable)
    }
}
