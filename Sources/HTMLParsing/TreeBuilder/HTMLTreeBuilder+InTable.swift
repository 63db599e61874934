// Tables: HTML 13.2.6.4.9 to 13.2.6.4.12.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable>
    mutating func inTable(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .caption:
            clearToTable()
            formatting.addMarker()
            insert(token)
            mode = .inCaption
        case .colgroup:
            clearToTable()
            insert(token)
            mode = .inColumnGroup
        case .col:
            clearToTable()
            insert(HTMLStartTag(.colgroup))
            mode = .inColumnGroup
            return .reprocess
        case .tbody, .tfoot, .thead:
            clearToTable()
            insert(token)
            mode = .inTableBody
        case .td, .th, .tr:
            clearToTable()
            insert(HTMLStartTag(.tbody))
            mode = .inTableBody
            return .reprocess
        case .table:
            guard stack.isInTableScope(.table) else { return .consumed }
            pop(through: .table)
            resetInsertionMode()
            return .reprocess
        case .style, .script, .template:
            return inHead(token)
        case .input where isHidden(token):
            insertVoid(token)
        case .form:
            guard form == -1, !stack.contains(.template) else { return .consumed }
            insert(token)
            form = stack.last?.node ?? -1
            popElement()
        default:
            return inTableAnythingElse(token)
        }
        return .consumed
    }

    /// Runs the "anything else" rule: processes the token by the rules of "in body", with foster parenting.
    private mutating func inTableAnythingElse(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        isFosterParenting = true
        defer { isFosterParenting = false }
        return inBody(token)
    }

    mutating func inTable(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .table:
            guard stack.isInTableScope(.table) else { return .consumed }
            pop(through: .table)
            resetInsertionMode()
            return .consumed
        case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr:
            return .consumed
        case .template:
            return inHead(token)
        default:
            isFosterParenting = true
            defer { isFosterParenting = false }
            return inBody(token)
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context>
    private mutating func clearToTable() {
        while !(currentTag == .table || currentTag == .template || currentTag == .html), popElement() != nil {}
    }

    /// Switches to the mode "in table text".
    mutating func startTableText() {
        tableText.removeAll(keepingCapacity: true)
        originalMode = mode
        mode = .inTableText
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext>
    mutating func leaveTableText() -> HTMLTokenOutcome {
        flushTableText()
        return .reprocess
    }

    mutating func flushTableText() {
        mode = originalMode
        let text = tableText
        guard !text.isEmpty else { return }
        if firstNonSpace(0..<text.count, in: text.span) == text.count {
            insertText(0..<text.count, in: text.span)
        } else {
            isFosterParenting = true
            textInBody(0..<text.count, in: text.span)
            isFosterParenting = false
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption>
    mutating func inCaption(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: closeCaption() ? .reprocess : .consumed
        default: inBody(token)
        }
    }

    mutating func inCaption(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .caption:
            _ = closeCaption()
            return .consumed
        case .table: return closeCaption() ? .reprocess : .consumed
        case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: return .consumed
        default: return inBody(token)
        }
    }

    private mutating func closeCaption() -> Bool {
        guard stack.isInTableScope(.caption) else { return false }
        generateImpliedEndTags()
        pop(through: .caption)
        formatting.clearToLastMarker()
        mode = .inTable
        return true
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup>
    mutating func inColumnGroup(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html: return inBody(token)
        case .col:
            insertVoid(token)
            return .consumed
        case .template: return inHead(token)
        default: return currentTag == .colgroup ? leaveColumnGroup() : .consumed
        }
    }

    mutating func inColumnGroup(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .colgroup:
            if currentTag == .colgroup { _ = leaveColumnGroup() }
            return .consumed
        case .col: return .consumed
        case .template: return inHead(token)
        default: return currentTag == .colgroup ? leaveColumnGroup() : .consumed
        }
    }

    mutating func leaveColumnGroup() -> HTMLTokenOutcome {
        popElement()
        mode = .inTable
        return .reprocess
    }
}
