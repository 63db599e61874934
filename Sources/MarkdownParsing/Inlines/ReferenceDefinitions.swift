internal import HTMLParsing

/// The link reference definitions and footnotes of a document, by label.
struct ReferenceDefinitions {
    /// The destination and the title of a definition, as ranges of ``data``.
    struct Definition {
        var destination: Range<Int>
        /// Nil if the definition has no title.
        var title: Range<Int>?
        /// The number of the definition among ``ReferenceDefinitions/destinations``.
        var number: Int
    }

    /// The least number of bytes that links may copy from definitions; a longer document may copy as many bytes as it has. Without a
    /// limit, a short document with one long address would make a large one.
    private static let leastExpansion = 100_000

    /// The destinations of all definitions in the content, also of those whose label has an earlier definition.
    private(set) var destinations: [Range<Int>] = []
    private var definitions: [[UInt8]: Definition] = [:]
    private var footnotes: [[UInt8]: Int32] = [:]
    private(set) var data: [UInt8] = []
    private var budget: Int

    /// Creates a set for a document of this many bytes.
    init(documentLength: Int) { budget = max(documentLength, Self.leastExpansion) }

    /// Reads the definitions at the start of a paragraph.
    ///
    /// - Parameters:
    ///   - text: The paragraph.
    ///   - start: Its offset in the content.
    /// - Returns: The offset after them.
    /// - SeeAlso: [CommonMark 4.7, Link reference definitions](https://spec.commonmark.org/0.31.2/#link-reference-definitions)
    mutating func readDefinitions(in text: Span<UInt8>, at start: Int) -> Int {
        var index = 0
        while index < text.count, text[index] == UInt8(ascii: "["), let end = readDefinition(in: text, at: index, start) { index = end }
        return index
    }

    private mutating func readDefinition(in text: Span<UInt8>, at start: Int, _ offset: Int) -> Int? {
        guard let label = LinkSyntax.label(in: text, at: start), label.end < text.count, text[label.end] == UInt8(ascii: ":"),
            let key = Self.key(text.extracting(label.content))
        else { return nil }
        let address = text.afterWhitespace(label.end + 1)
        guard let destination = LinkSyntax.destination(in: text, at: address), destination.end > address else { return nil }
        var end = destination.end
        var title: LinkSyntax.Part?
        let next = text.afterWhitespace(end)
        if next > end { title = LinkSyntax.title(in: text, at: next) }
        if let found = title, let lineEnd = Self.lineEnd(in: text, after: found.end) {
            end = lineEnd
        } else {
            // If text follows a title in its line, there is no title. The definition then ends with the address, if nothing follows that in
            // its line.
            title = nil
            guard let lineEnd = Self.lineEnd(in: text, after: end) else { return nil }
            end = lineEnd
        }
        if definitions[key] == nil {
            let url = store(text, destination.content)
            definitions[key] = Definition(destination: url, title: title.map { store(text, $0.content) }, number: destinations.count)
        }
        destinations.append(destination.content.lowerBound + offset..<destination.content.upperBound + offset)
        return end
    }

    private mutating func store(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        let start = data.count
        data.append(unescaped: range, of: text)
        return start..<data.count
    }

    /// The offset of the next line, if only blanks are before it.
    private static func lineEnd(in text: Span<UInt8>, after start: Int) -> Int? {
        let end = text.afterBlanks(start)
        if end == text.count { return end }
        return text[end] == 0x0A ? end + 1 : nil
    }

    /// Finds the definition of a label; nil if there is none, or if links have copied too many bytes from definitions.
    mutating func find(_ label: Span<UInt8>) -> Definition? {
        guard !definitions.isEmpty, let key = Self.key(label), let found = definitions[key] else { return nil }
        let length = found.destination.count + (found.title?.count ?? 0)
        guard length <= budget else { return nil }
        budget -= length
        return found
    }

    /// Adds a footnote. The first of two definitions with one label counts.
    ///
    /// - Returns: Whether the label is new.
    mutating func addFootnote(_ label: Span<UInt8>, _ block: Int32) -> Bool {
        guard let key = Self.key(label), footnotes[key] == nil else { return false }
        footnotes[key] = block
        return true
    }

    /// The block that defines a footnote.
    func footnote(_ label: Span<UInt8>) -> Int32? {
        if footnotes.isEmpty { return nil }
        return Self.key(label).flatMap { footnotes[$0] }
    }

    /// A label in the form in which labels are compared: white space collapsed, case folded. Nil if it is blank or too long.
    static func key(_ label: Span<UInt8>) -> [UInt8]? {
        guard label.count <= LinkSyntax.longestLabel else { return nil }
        let range = label.trimmed(label.indices)
        if range.isEmpty { return nil }
        var key: [UInt8] = []
        key.reserveCapacity(range.count)
        var isASCII = true
        for index in range {
            let byte = label[index]
            if byte.isBlankOrNewline {
                if !label[index - 1].isBlankOrNewline { key.append(0x20) }
            } else {
                if byte >= 0x80 { isASCII = false }
                key.append(byte.asciiLowercased)
            }
        }
        // Upper case after lower case maps ß, ẞ and SS to one text, as full case folding does.
        return isASCII ? key : Array(String(decoding: key, as: UTF8.self).lowercased().uppercased().lowercased().utf8)
    }
}
