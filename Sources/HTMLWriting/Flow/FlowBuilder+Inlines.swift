import HTMLParsing

/// Markup inside of lines: emphasis, links, code, images, line breaks.
extension FlowBuilder {
    /// Begins a piece of markup. What adds nothing to what is open is passed over.
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
        if EmbeddedAddress.leadsNowhere(bytes, in: address) { return }
        let isEmpty = document.firstChild(of: node) == nil
        // An anchor that only marks a place.
        if isEmpty, options.isPlain || (!address.isEmpty && bytes[address.lowerBound] == 0x23) { return }
        endCode()
        let title = document.attributeRange("title", of: node).map { bytes[$0] }
        inline.links.append(LinkTarget(address: bytes[address], title: title))
        inline.run.open(.link, payload: inline.links.count - 1)
        if isEmpty { inline.run.openEmpty() }
        push(.mark, node)
    }

    /// Writes the code that has been collected.
    mutating func endCode() {
        if code.isEmpty { return }
        if options.isPlain {
            inline.run.append(code, in: 0..<code.count)
        } else {
            inline.run.append(atom: code, .code)
        }
        code.removeAll(keepingCapacity: code.capacity < 1 << 16)
    }

    mutating func enterLineBreak() {
        endCode()
        if isInline { return inline.run.appendSpace() }
        // Two breaks in a row are how mail programs begin a paragraph.
        if inline.run.appendLineBreak(), !layout.container.isTight { endParagraph() }
    }

    mutating func enterImage(_ node: HTMLNode, _ style: HTMLInlineStyle?) {
        endCode()
        if HiddenContent.isTrackingPixel(node, in: document, bytes: bytes, style: style) { return inline.run.appendSpace() }
        let alternative = document.attributeRange("alt", of: node)
        let source = document.attributeRange("src", of: node).map { bytes.trimmed($0) } ?? 0..<0
        if options.markdown.images == .drop { return }
        // Without an address only its text can be shown: a sanitiser has taken the address away, or there never was one.
        let isNamed =
            options.isPlain || options.markdown.images != .keep || source.isEmpty || EmbeddedAddress.leadsNowhere(bytes, in: source)
            || EmbeddedAddress.isPartOfMail(bytes, in: source)
        if isNamed { return writeName(of: node, alternative ?? 0..<0) }
        let title = document.attributeRange("title", of: node).map { bytes[$0] }
        let target = LinkTarget(address: bytes[source], title: title)
        var image: [UInt8] = Array("![".utf8)
        if let alternative { AlternativeText.write(bytes, in: alternative, into: &image, inTable: inline.place == .cell) }
        image.append(contentsOf: "](".utf8)
        target.write(into: &image, inTable: inline.place == .cell)
        image.append(0x29)
        inline.run.append(atom: image)
    }

    /// Writes the text that stands for an image, apart from the words around it.
    private mutating func writeName(of node: HTMLNode, _ alternative: Range<Int>) {
        let name = bytes.trimmed(alternative)
        if name.isEmpty { return inline.run.appendSpace() }
        let isGlued =
            !inline.run.text.isEmpty && Self.areOneWord(inline.run.text, inline.run.text.count, bytes, name.lowerBound)
        if isGlued || name.lowerBound > alternative.lowerBound { inline.run.appendSpace() }
        inline.run.append(bytes, in: name)
        if name.upperBound < alternative.upperBound || Self.areOneWord(bytes, name.upperBound, bytes, startOfText(behind: node)) {
            inline.run.appendSpace()
        }
    }

    /// Whether what ends before one place and what begins at another would be read as one word.
    private static func areOneWord(_ left: [UInt8], _ end: Int, _ right: [UInt8], _ start: Int?) -> Bool {
        guard let start else { return false }
        return left.classBefore(end) == .word && right.classAfter(start) == .word
    }

    /// Where the text begins that stands right behind a node in its line; nil if something else does.
    private func startOfText(behind node: HTMLNode) -> Int? {
        var place = node
        while document.nextSibling(of: place) == nil, let above = document.parent(of: place), document.tag(of: above).isPhrasing {
            place = above
        }
        var upcoming = document.nextSibling(of: place)
        while let next = upcoming, document.kind(of: next) == .element, document.tag(of: next).isPhrasing {
            upcoming = document.firstChild(of: next) ?? document.nextSibling(of: next)
        }
        guard let next = upcoming, document.kind(of: next) == .text else { return nil }
        let range = document.textRange(of: next)
        return range.isEmpty ? nil : range.lowerBound
    }

    /// A box to tick becomes the box of a task, if it begins a list item; other controls show nothing.
    mutating func enterInput(_ node: HTMLNode) {
        inline.run.appendSpace()
        guard let type = document.attributeRange("type", of: node), bytes.matches("checkbox", type), layout.isAtMarker, inline.run.isEmpty
        else {
            return
        }
        let box = document.attributeRange("checked", of: node) == nil ? "[ ]" : "[x]"
        inline.run.append(atom: Array(box.utf8))
        inline.run.appendSpace()
    }
}
