internal import HTMLParsing

/// The address and title of a link or image.
struct LinkTarget: Hashable {
    /// The address as in the source, without surrounding white space, tabs and line ends.
    var address: [UInt8]
    var title: [UInt8]?

    /// - Parameters:
    ///   - address: The value of `href` or `src`, without surrounding white space.
    ///   - title: The value of `title`. An empty title counts as nil.
    init(address: some Sequence<UInt8>, title: (some Sequence<UInt8>)?) {
        self.address = address.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        if let title { self.title = Array(title) }
        if self.title?.isEmpty == true { self.title = nil }
    }

    /// Writes `address "title"`, the content of the parentheses of a link.
    ///
    /// - Parameters:
    ///   - out: Receives the Markdown.
    ///   - inTable: Whether to escape vertical bars, which end a table cell.
    func write(into out: inout [UInt8], inTable: Bool) {
        if address.isEmpty {
            if title != nil { out.append(contentsOf: "<>".utf8) }
        } else {
            writeAddress(into: &out, inTable: inTable)
        }
        guard let title else { return }
        out.append(contentsOf: " \"".utf8)
        for (index, byte) in title.enumerated() {
            switch byte {
            // After a line end, a parser could read the next line as the start of a block.
            case 0x0A, 0x0D:
                out.append(characterReference: Unicode.Scalar(byte))
                continue
            case 0x22: out.append(0x5C)
            // Some parsers read a quotation mark after two backslashes as escaped, and continue to the next one.
            case 0x5C where index + 1 == title.count || title[index + 1] == 0x22:
                out.append(characterReference: "\\")
                continue
            case 0x5C where title[index + 1] < 0x20 || title[index + 1].isASCIIPunctuation: out.append(0x5C)
            // Some parsers decode a character reference in spite of a backslash here, so the ampersand itself becomes a reference.
            case 0x26 where title.hasCharacterReference(at: index, end: title.count):
                out.append(contentsOf: "&amp;".utf8)
                continue
            case 0x7C where inTable: out.append(0x5C)
            default: break
            }
            out.append(byte)
        }
        out.append(0x22)
    }

    private func writeAddress(into out: inout [UInt8], inTable: Bool) {
        let escapesParentheses = !hasBalancedParentheses
        for (index, byte) in address.enumerated() {
            switch byte {
            // Browsers percent-encode spaces and control characters, too.
            case 0...0x20, 0x7F:
                out.append(contentsOf: "%".utf8)
                out.append(UInt8.hexDigit(byte >> 4))
                out.append(UInt8.hexDigit(byte & 15))
                continue
            case 0x28, 0x29: if escapesParentheses { out.append(0x5C) }
            case 0x3C where index == 0: out.append(0x5C)
            case 0x5C where index + 1 == address.count || address[index + 1] <= 0x20 || address[index + 1].isASCIIPunctuation:
                out.append(0x5C)
            case 0x26 where address.hasCharacterReference(at: index, end: address.count):
                out.append(contentsOf: "&amp;".utf8)
                continue
            case 0x7C where inTable: out.append(0x5C)
            default: break
            }
            out.append(byte)
        }
    }

    /// Whether parentheses need no escapes: they are balanced, and nested at most 16 deep.
    private var hasBalancedParentheses: Bool {
        var depth = 0
        for byte in address {
            if byte == 0x28 { depth += 1 } else if byte == 0x29 { depth -= 1 }
            if depth < 0 || depth > 16 { return false }
        }
        return depth == 0
    }
}

/// Collects the link reference definitions for the end of a document, for links in the style `[text][1]`.
struct LinkReferences {
    private var numbers: [LinkTarget: Int] = [:]
    private var targets: [LinkTarget] = []

    var isEmpty: Bool { targets.isEmpty }

    /// The number of a target. Equal targets share a number.
    mutating func number(of target: LinkTarget) -> Int {
        if let number = numbers[target] { return number }
        targets.append(target)
        numbers[target] = targets.count
        return targets.count
    }

    /// Writes the definitions, one per line.
    func write(into layout: inout BlockLayout) {
        layout.startBlock(.paragraph)
        for (index, target) in targets.enumerated() {
            layout.beginLine()
            layout.out.append(contentsOf: "[\(index + 1)]: ".utf8)
            if target.address.isEmpty && target.title == nil { layout.out.append(contentsOf: "<>".utf8) }
            target.write(into: &layout.out, inTable: false)
            layout.endLine()
        }
    }
}

/// The alternative text of an image, between its brackets.
enum AlternativeText {
    /// Writes the value of `alt`, with escapes where a Markdown parser would see markup.
    ///
    /// - Parameters:
    ///   - bytes: A buffer that holds the value.
    ///   - range: The range of the value in `bytes`.
    ///   - out: Receives the Markdown.
    ///   - inTable: Whether to escape vertical bars, which end a table cell.
    ///   - isMDX: Whether to escape braces and all angle brackets.
    ///   - hasMath: Whether to escape dollar signs, which begin formulas.
    static func write(_ bytes: [UInt8], in range: Range<Int>, into out: inout [UInt8], inTable: Bool, isMDX: Bool, hasMath: Bool) {
        var run = InlineRun()
        run.append(bytes, in: range)
        let text = run.text
        for (index, byte) in text.enumerated() {
            let next: UInt8 = index + 1 < text.count ? text[index + 1] : 0
            let isMarkup =
                switch byte {
                case 0x2A, 0x5B, 0x5D, 0x60, 0x7E: true
                case 0x24: hasMath
                // Some parsers read a caret here as the start of a footnote.
                case 0x5E: index == 0
                case 0x5F: index == 0 || next == 0 || text.classBefore(index) != .word || text.classAfter(index + 1) != .word
                case 0x5C: next == 0 || next.isASCIIPunctuation
                case 0x3C: isMDX || text.opensTag(at: index)
                case 0x7B: isMDX
                case 0x26: text.hasCharacterReference(at: index, end: text.count)
                case 0x7C: inTable
                default: false
                }
            if isMarkup { out.append(0x5C) }
            out.append(byte)
        }
    }
}
