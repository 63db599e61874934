internal import HTMLParsing

/// Inline markup: emphasis, links, code, images, line breaks.
extension FlowBuilder {
    /// Opens inline markup. Ignores markup that repeats an open one.
    mutating func open(_ mark: InlineMark, _ node: HTMLNode, isPresentational: Bool = false) {
        if options.isPlain || codeDepth > 0 || inline.run.marks.count >= InlineRun.maximumMarks { return }
        let isRepeated = inline.run.marks.contains { $0.mark == mark && (isPresentational || $0.isPresentational) }
        if isRepeated { return }
        inline.run.open(mark, isPresentational: isPresentational)
        push(.mark, node)
    }

    mutating func enterLink(_ node: HTMLNode) {
        guard let range = document.attributeRange("href", of: node), inline.run.marks.count < InlineRun.maximumMarks else { return }
        if options.isPlain && !options.showsAddresses { return }
        let address = bytes.trimmed(range)
        if EmbeddedAddress.isScriptOrData(bytes, in: address) { return }
        let isEmpty = document.firstChild(of: node) == nil
        let isInside = !address.isEmpty && bytes[address.lowerBound] == 0x23
        // An empty link without a target elsewhere only marks a position in the page. Plain text has no such positions.
        if options.isPlain ? isEmpty || isInside : isEmpty && isInside { return }
        var target = bytes[address]
        if isInside {
            guard let written = targets.address(String(decoding: target, as: UTF8.self)) else { return }
            target = Array(written.utf8)[...]
        }
        endCode()
        let title = document.attributeRange("title", of: node).map { bytes[$0] }
        inline.links.append(LinkTarget(address: target, title: title))
        inline.run.open(.link, payload: inline.links.count - 1)
        if isEmpty { inline.run.openEmpty() }
        push(.mark, node)
    }

    /// Ends inline code: adds the collected text to the run.
    mutating func endCode() {
        if code.isEmpty { return }
        writePendingAnchors()
        if options.isPlain {
            inline.run.append(code, in: 0..<code.count)
        } else {
            inline.run.append(atom: code, .code)
        }
        code.removeAll(keepingCapacity: code.capacity < 1 << 16)
    }

    mutating func enterLineBreak() {
        endCode()
        if isInline { return separateInline() }
        // Mail programs begin a paragraph with two line breaks in a row.
        let isBlankLine = inline.run.dropInvisibleLine()
        if inline.run.appendLineBreak() || isBlankLine, !layout.container.isTight { endParagraph() }
    }

    /// Ends a line of the paragraph. A line without visible content separates two paragraphs.
    mutating func endLine() {
        endCode()
        if isInline { return separateInline() }
        if !inline.run.dropInvisibleLine() {
            _ = inline.run.appendLineBreak()
        } else if !layout.container.isTight {
            endParagraph()
        }
    }

    /// Separates content where no block can be written: in a cell of a table by a line break, if HTML may be written; elsewhere by a space.
    mutating func separateInline() {
        if inline.block == .cell, inline.writesHTML {
            _ = inline.run.appendLineBreak()
        } else {
            inline.run.appendSpace()
        }
    }

    mutating func enterCode(_ node: HTMLNode, _ tag: HTMLTag) {
        if document.isKeyBehindKey(node) {
            if codeDepth > 0 {
                code.append(0x20)
            } else {
                inline.run.appendSpace()
            }
        }
        codeDepth += 1
        push(.code, node)
    }

    mutating func enterImage(_ node: HTMLNode, _ style: HTMLInlineStyle?) {
        endCode()
        if HiddenContent.isTrackingPixel(node, in: document, bytes: bytes, style: style) { return inline.run.appendSpace() }
        let alternative = document.attributeRange("alt", of: node)
        let source = document.attributeRange("src", of: node).map { bytes.trimmed($0) } ?? 0..<0
        if options.markdown.images == .drop { return }
        // Without a usable address only the alternative text can be written.
        let showsAlternative =
            options.isPlain || options.markdown.images != .keep || source.isEmpty || EmbeddedAddress.isScriptOrData(bytes, in: source)
            || EmbeddedAddress.isContentID(bytes, in: source)
        if showsAlternative { return writeAlternativeText(of: node, alternative ?? 0..<0) }
        let title = document.attributeRange("title", of: node).map { bytes[$0] }
        let target = LinkTarget(address: bytes[source], title: title)
        writePendingAnchors()
        var image: [UInt8] = Array("![".utf8)
        if let alternative {
            AlternativeText.write(
                bytes, in: alternative, into: &image, inTable: inline.block == .cell, isMDX: options.markdown.isMDX,
                hasMath: options.markdown.math == .tex)
        }
        image.append(contentsOf: "](".utf8)
        target.write(into: &image, inTable: inline.block == .cell)
        image.append(0x29)
        inline.run.append(atom: image)
    }

    /// Writes the name of an SVG drawing, as the alternative text of an image.
    ///
    /// - Returns: False if the drawing is hidden.
    mutating func enterDrawing(_ node: HTMLNode) -> Bool {
        endCode()
        inline.run.appendSpace()
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if HiddenContent.hidesImage(node, in: document, bytes: bytes, visibility: visibility) { return false }
        if options.markdown.images == .drop || preformatted != nil || codeDepth > 0 || textStyle.changed(by: style).hasZeroSize {
            return true
        }
        if let hidden = document.attributeRange("aria-hidden", of: node), bytes.matches("true", hidden) { return true }
        if let name = document.nameOfDrawing(node) { writeAlternativeText(of: node, name) }
        return true
    }

    /// Writes the alternative text of an image, separated by spaces from the words around it.
    private mutating func writeAlternativeText(of node: HTMLNode, _ alternative: Range<Int>) {
        let name = bytes.trimmed(alternative)
        if name.isEmpty { return inline.run.appendSpace() }
        let isGlued =
            !inline.run.text.isEmpty && Self.areOneWord(inline.run.text, inline.run.text.count, bytes, name.lowerBound)
        if isGlued || name.lowerBound > alternative.lowerBound { inline.run.appendSpace() }
        inline.run.append(bytes, in: name)
        if name.upperBound < alternative.upperBound || Self.areOneWord(bytes, name.upperBound, bytes, document.startOfText(behind: node)) {
            inline.run.appendSpace()
        }
    }

    /// Whether the character before `end` and the character at `start` would be read as one word.
    private static func areOneWord(_ left: [UInt8], _ end: Int, _ right: [UInt8], _ start: Int?) -> Bool {
        guard let start else { return false }
        return left.classBefore(end) == .word && right.classAfter(start) == .word
    }
}

extension HTMLDocument {
    /// The range of the name of an `svg` element in `textBytes`: its label if its role is `img`, or the text of its `title`. Labels without
    /// that role name icons for programmers.
    fileprivate func nameOfDrawing(_ drawing: HTMLNode) -> Range<Int>? {
        if let role = attributeRange("role", of: drawing), textBytes.matches("img", role),
            let label = attributeRange("aria-label", of: drawing)
        {
            return label
        }
        guard let title = children(of: drawing).first(where: { tag(of: $0) == .title }), let text = firstChild(of: title),
            kind(of: text) == .text
        else { return nil }
        return textRange(of: text)
    }
}

/// Recognizes addresses that are of no use outside their document.
private enum EmbeddedAddress {
    /// Whether the address holds a script or the data itself (`javascript:`, `vbscript:`, `data:`).
    static func isScriptOrData(_ bytes: [UInt8], in address: Range<Int>) -> Bool {
        (["javascript:", "vbscript:", "data:"] as [StaticString]).contains { begins(with: $0, bytes, address) }
    }

    /// Whether the address names a body part of the same mail (`cid:`, RFC 2392).
    static func isContentID(_ bytes: [UInt8], in address: Range<Int>) -> Bool { begins(with: "cid:", bytes, address) }

    /// Whether an address has this scheme. Ignores tabs and line ends, as the URL parser of browsers does.
    ///
    /// - SeeAlso: [URL 4.4, URL parsing](https://url.spec.whatwg.org/#concept-basic-url-parser)
    private static func begins(with scheme: StaticString, _ bytes: [UInt8], _ address: Range<Int>) -> Bool {
        if bytes.begins(with: scheme, address) { return true }
        guard bytes[address].prefix(scheme.utf8CodeUnitCount).contains(where: { isIgnored($0) }) else { return false }
        let start = Array(bytes[address].lazy.filter { !isIgnored($0) }.prefix(scheme.utf8CodeUnitCount))
        return start.begins(with: scheme, 0..<start.count)
    }

    private static func isIgnored(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
