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
        for scheme in ["javascript:", "vbscript:", "data:"] as [StaticString] where bytes.begins(with: scheme, address) { return }
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

    mutating func enterImage(_ node: HTMLNode, _ style: InlineStyle?) {
        endCode()
        if HiddenContent.isTrackingPixel(node, in: document, bytes: bytes, style: style) { return inline.run.appendSpace() }
        let alternative = document.attributeRange("alt", of: node)
        let source = document.attributeRange("src", of: node).map { bytes.trimmed($0) } ?? 0..<0
        let isEmbedded = bytes.begins(with: "cid:", source) || bytes.begins(with: "data:", source)
        if options.isPlain || options.markdown.images != .keep || isEmbedded {
            if options.markdown.images == .drop { return }
            if let alternative, !bytes.isBlank(alternative) {
                inline.run.append(bytes, in: alternative)
            } else if isEmbedded, alternative == nil, options.markdown.images == .keep, !options.isPlain {
                // The word stands for itself, not as a part of its neighbours.
                inline.run.appendSpace()
                inline.run.append("image")
                inline.run.appendSpace()
            }
            return
        }
        if source.isEmpty {
            // Without an address only its text can be shown: a sanitiser has taken the address away, or there never was one.
            if let alternative { inline.run.append(bytes, in: alternative) }
            return
        }
        let title = document.attributeRange("title", of: node).map { bytes[$0] }
        let target = LinkTarget(address: bytes[source], title: title)
        var image: [UInt8] = Array("![".utf8)
        if let alternative { AlternativeText.write(bytes, in: alternative, into: &image, inTable: inline.place == .cell) }
        image.append(contentsOf: "](".utf8)
        target.write(into: &image, inTable: inline.place == .cell)
        image.append(0x29)
        inline.run.append(atom: image)
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
