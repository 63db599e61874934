// The insertion modes around the head: HTML 13.2.6.4.4 to 13.2.6.4.6.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
    mutating func inHead(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html: return inBody(token)
        case .base, .basefont, .bgsound, .link, .meta:
            insertVoid(token)
        case .title:
            insertTextElement(token, .rcdata)
        case .noscript where !isScripting:
            insert(token)
            mode = .inHeadNoscript
        case .noscript, .noframes, .style:
            insertTextElement(token, .rawtext)
        case .script:
            insertTextElement(token, .scriptData)
        case .template:
            insert(token)
            formatting.addMarker()
            framesetIsOK = false
            mode = .inTemplate
            templateModes.append(.inTemplate)
        case .head: break
        default: return leaveHead()
        }
        return .consumed
    }

    mutating func inHead(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .head:
            _ = leaveHead()
            return .consumed
        case .body, .html, .br: return leaveHead()
        case .template: closeTemplate()
        default: break
        }
        return .consumed
    }

    mutating func leaveHead() -> HTMLTokenOutcome {
        popElement()
        mode = .afterHead
        return .reprocess
    }

    private mutating func closeTemplate() {
        guard stack.contains(.template) else { return }
        while currentTag.hasImpliedEndTagThoroughly { popElement() }
        pop(through: .template)
        formatting.clearToLastMarker()
        templateModes.removeLast(min(1, templateModes.count))
        resetInsertionMode()
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript>
    mutating func inHeadNoscript(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html: return inBody(token)
        case .basefont, .bgsound, .link, .meta, .noframes, .style: return inHead(token)
        case .head, .noscript: return .consumed
        default: return leaveHeadNoscript()
        }
    }

    mutating func inHeadNoscript(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .noscript:
            _ = leaveHeadNoscript()
            return .consumed
        case .br: return leaveHeadNoscript()
        default: return .consumed
        }
    }

    mutating func leaveHeadNoscript() -> HTMLTokenOutcome {
        popElement()
        mode = .inHead
        return .reprocess
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode>
    mutating func afterHead(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html: return inBody(token)
        case .body:
            insert(token)
            framesetIsOK = false
            mode = .inBody
        case .frameset:
            insert(token)
            mode = .inFrameset
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            return inHeadAfterHead(token)
        case .head: break
        default: return leaveAfterHead()
        }
        return .consumed
    }

    /// Inserts an element that belongs to the head, such as `meta`, into the head although it comes after `</head>`.
    private mutating func inHeadAfterHead(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        guard head >= 0 else { return inHead(token) }
        let element = HTMLOpenElement(node: head, tag: .head, namespace: .html)
        push(element)
        let fate = inHead(token)
        if let index = stack.index(of: head) {
            stack.remove(at: index)
            document.nodes[Int(head)].flags.remove(.open)
        }
        return fate
    }

    mutating func afterHead(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .template: inHead(token)
        case .body, .html, .br: leaveAfterHead()
        default: .consumed
        }
    }

    mutating func leaveAfterHead() -> HTMLTokenOutcome {
        insert(HTMLStartTag(.body))
        mode = .inBody
        return .reprocess
    }
}

// Elements that contain only text: HTML 13.2.6.2 and 13.2.6.4.8.

extension HTMLTreeBuilder {
    /// Inserts an element and switches the tokenizer to the given text state.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text>
    mutating func insertTextElement(_ token: HTMLStartTag, _ state: HTMLTokenizerState) {
        insert(token)
        tokenizerState = state
        originalMode = mode
        mode = .text
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata>
    mutating func endText() -> HTMLTokenOutcome {
        _ = leaveText()
        return .consumed
    }

    /// Closes the element with text and returns to the mode before it.
    mutating func leaveText() -> HTMLTokenOutcome {
        popElement()
        mode = originalMode
        return .reprocess
    }
}
