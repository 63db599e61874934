// Start tags in the body: HTML 13.2.6.4.7.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    mutating func inBody(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset, .figcaption, .figure, .footer,
            .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary, .ul:
            closeParagraph()
            insert(token)
        case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
            reconstructFormatting()
            insertFormatting(token)
        case .a:
            anchor(token)
        case .li:
            listItem(token)
        case .dd, .dt:
            definition(token)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraph()
            if currentTag.isHeading { popElement() }
            insert(token)
        case .area, .br, .embed, .img, .keygen, .wbr:
            reconstructFormatting()
            insertVoid(token)
            framesetIsOK = false
        case .table:
            if document.quirksMode != .quirks { closeParagraph() }
            insert(token)
            framesetIsOK = false
            mode = .inTable
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            return inHead(token)
        case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr:
            break
        default:
            return inBodyOtherTags(token)
        }
        return .consumed
    }

    private mutating func inBodyOtherTags(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html:
            if !stack.contains(.template) { addMissingAttributes(token, to: stack.entries.first) }
        case .body:
            guard let body = bodyElement, !stack.contains(.template) else { break }
            framesetIsOK = false
            addMissingAttributes(token, to: body)
        case .frameset:
            framesetInBody(token)
        case .pre, .listing:
            closeParagraph()
            insert(token)
            skipsLineFeed = true
            framesetIsOK = false
        case .form:
            let isInTemplate = stack.contains(.template)
            guard form == -1 || isInTemplate else { break }
            closeParagraph()
            insert(token)
            if !isInTemplate { form = stack.last?.node ?? -1 }
        case .plaintext:
            closeParagraph()
            insert(token)
            tokenizerState = .plaintext
        case .button:
            if stack.isInScope(.button) {
                generateImpliedEndTags()
                pop(through: .button)
            }
            reconstructFormatting()
            insert(token)
            framesetIsOK = false
        case .nobr:
            reconstructFormatting()
            if stack.isInScope(.nobr) {
                runAdoptionAgency(HTMLEndTag(.nobr))
                reconstructFormatting()
            }
            insertFormatting(token)
        case .applet, .marquee, .object:
            reconstructFormatting()
            insert(token)
            formatting.addMarker()
            framesetIsOK = false
        case .param, .source, .track:
            insertVoid(token)
        case .hr:
            closeParagraph()
            if stack.isInScope(.select) { generateImpliedEndTags() }
            insertVoid(token)
            framesetIsOK = false
        case .image:
            var image = token
            (image.tag, image.name) = (.img, HTMLTag.img.nameID)
            return inBody(image)
        case .rb, .rtc:
            if stack.isInScope(.ruby) { generateImpliedEndTags() }
            insert(token)
        case .rp, .rt:
            if stack.isInScope(.ruby) { generateImpliedEndTags(except: .rtc) }
            insert(token)
        case .input, .select, .option, .optgroup, .textarea:
            formControl(token)
        case .xmp, .iframe, .noembed, .noscript:
            rawTextInBody(token)
        case .math:
            reconstructFormatting()
            insertForeign(token, .mathML)
        case .svg:
            reconstructFormatting()
            insertForeign(token, .svg)
        default:
            reconstructFormatting()
            if token.tag == .other, document.names.isStorageFormat(token.name) { return insertStorageFormat(token) }
            insert(token)
            if token.isSelfClosing, token.tag == .time, let time = stack.last { document.nodes[Int(time.node)].flags.insert(.selfClosing) }
        }
        return .consumed
    }

    /// Inserts an element of Confluence's storage format, which is XML: `/>` closes it.
    private mutating func insertStorageFormat(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        hasStorageFormat = true
        if token.isSelfClosing { insertVoid(token) } else { insert(token) }
        return .consumed
    }

    /// The body element, if it is the second element of the stack.
    var bodyElement: HTMLOpenElement? {
        guard stack.count > 1, stack.entries[1].tag == .body else { return nil }
        return stack.entries[1]
    }

    /// Adds to an element those attributes of a token whose names it does not have yet.
    private mutating func addMissingAttributes(_ token: HTMLStartTag, to element: HTMLOpenElement?) {
        guard let element, document.nodes[Int(element.node)].kind == .element else { return }
        let token = HTMLNodeRecord(token.tag, .html, name: token.name, attributes: token.attributes)
        let offered = document.attributeIndices(of: token).map { document.attributeRecords[$0] }
        if offered.isEmpty { return }
        if addedAttributes[element.node] == nil {
            let known = document.attributeIndices(of: document.nodes[Int(element.node)]).map { document.attributeRecords[$0] }
            addedAttributes[element.node] = HTMLAddedAttributes(known)
        }
        addedAttributes[element.node]?.add(offered)
    }

    /// Stores the attributes that later tags have added: once for each element, for any number of tags.
    mutating func storeAddedAttributes() {
        for (node, late) in addedAttributes where late.hasGrown { document.nodes[Int(node)].second = document.append(late.attributes) }
        addedAttributes = [:]
    }

    private mutating func framesetInBody(_ token: HTMLStartTag) {
        guard let body = bodyElement, framesetIsOK else { return }
        document.remove(HTMLNode(index: body.node))
        while stack.count > 1 { popElement() }
        insert(token)
        mode = .inFrameset
    }

    private mutating func anchor(_ token: HTMLStartTag) {
        if let index = formatting.lastIndex(of: .a) {
            let node = formatting.entries[index].node
            runAdoptionAgency(HTMLEndTag(.a))
            if let index = formatting.index(of: node) { formatting.remove(at: index) }
            if isOpen(node) { removeFromStack(node) }
        }
        reconstructFormatting()
        insertFormatting(token)
    }

    /// Removes an element from any position of the stack.
    mutating func removeFromStack(_ node: Int32) {
        guard let index = stack.index(of: node) else { return }
        stack.remove(at: index)
        document.nodes[Int(node)].flags.remove(.open)
    }

    private mutating func listItem(_ token: HTMLStartTag) {
        framesetIsOK = false
        if stack.contains(.li), hasOpenItem({ $0 == .li }) != nil {
            generateImpliedEndTags(except: .li)
            pop(through: .li)
        }
        closeParagraph()
        insert(token)
    }

    private mutating func definition(_ token: HTMLStartTag) {
        framesetIsOK = false
        if let open = hasOpenItem({ $0 == .dd || $0 == .dt }) {
            generateImpliedEndTags(except: open)
            pop(through: open)
        }
        closeParagraph()
        insert(token)
    }

    /// Returns the tag of the innermost open list item, unless a special element other than `address`, `div` and `p` is inside it.
    private func hasOpenItem(_ isItem: (HTMLTag) -> Bool) -> HTMLTag? {
        for entry in stack.entries.reversed() {
            if isItem(entry.tag) { return entry.tag }
            if entry.traits.contains(.special), entry.tag != .address, entry.tag != .div, entry.tag != .p { return nil }
        }
        return nil
    }

    private mutating func rawTextInBody(_ token: HTMLStartTag) {
        switch token.tag {
        case .noscript where !isScripting:
            reconstructFormatting()
            insert(token)
            return
        case .xmp:
            closeParagraph()
            reconstructFormatting()
            framesetIsOK = false
        case .iframe:
            framesetIsOK = false
        default: break
        }
        insertTextElement(token, .rawtext)
    }

    /// Closes a `p` element if there is one in button scope.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#close-a-p-element>
    @inline(__always)
    mutating func closeParagraph() {
        if stack.isInButtonScope(.p) {
            generateImpliedEndTags(except: .p)
            pop(through: .p)
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags>
    mutating func generateImpliedEndTags(except tag: HTMLTag = .other) {
        while currentTag.hasImpliedEndTag, currentTag != tag { popElement() }
    }
}
