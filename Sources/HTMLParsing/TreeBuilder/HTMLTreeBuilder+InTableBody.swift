// Rows and cells: HTML 13.2.6.4.13 to 13.2.6.4.15.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody>
    mutating func inTableBody(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .tr:
            clearToTableBody()
            insert(token)
            mode = .inRow
            return .consumed
        case .th, .td:
            clearToTableBody()
            insert(HTMLStartTag(.tr))
            mode = .inRow
            return .reprocess
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead:
            return leaveTableBody()
        default:
            return inTable(token)
        }
    }

    mutating func inTableBody(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .tbody, .tfoot, .thead:
            guard stack.isInTableScope(token.tag) else { return .consumed }
            clearToTableBody()
            popElement()
            mode = .inTable
            return .consumed
        case .table:
            return leaveTableBody()
        case .body, .caption, .col, .colgroup, .html, .td, .th, .tr:
            return .consumed
        default:
            return inTable(token)
        }
    }

    private mutating func leaveTableBody() -> HTMLTokenOutcome {
        guard stack.isInTableScope({ $0 == .tbody || $0 == .thead || $0 == .tfoot }) else { return .consumed }
        clearToTableBody()
        popElement()
        mode = .inTable
        return .reprocess
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-body-context>
    private mutating func clearToTableBody() {
        while true {
            switch currentTag {
            case .tbody, .tfoot, .thead, .template, .html: return
            default: if popElement() == nil { return }
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr>
    mutating func inRow(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .th, .td:
            clearToRow()
            insert(token)
            mode = .inCell
            formatting.addMarker()
            return .consumed
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
            return leaveRow() ? .reprocess : .consumed
        default:
            return inTable(token)
        }
    }

    mutating func inRow(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .tr:
            _ = leaveRow()
            return .consumed
        case .table:
            return leaveRow() ? .reprocess : .consumed
        case .tbody, .tfoot, .thead:
            return stack.isInTableScope(token.tag) && leaveRow() ? .reprocess : .consumed
        case .body, .caption, .col, .colgroup, .html, .td, .th:
            return .consumed
        default:
            return inTable(token)
        }
    }

    private mutating func leaveRow() -> Bool {
        guard stack.isInTableScope(.tr) else { return false }
        clearToRow()
        popElement()
        mode = .inTableBody
        return true
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-row-context>
    private mutating func clearToRow() {
        while !(currentTag == .tr || currentTag == .template || currentTag == .html), popElement() != nil {}
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd>
    mutating func inCell(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: closeCell()
        default: inBody(token)
        }
    }

    mutating func inCell(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .td, .th:
            guard stack.isInTableScope(token.tag) else { return .consumed }
            generateImpliedEndTags()
            pop(through: token.tag)
            formatting.clearToLastMarker()
            mode = .inRow
            return .consumed
        case .body, .caption, .col, .colgroup, .html:
            return .consumed
        case .table, .tbody, .tfoot, .thead, .tr:
            return stack.isInTableScope(token.tag) ? closeCell() : .consumed
        default:
            return inBody(token)
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell>
    private mutating func closeCell() -> HTMLTokenOutcome {
        guard stack.isInTableScope({ $0 == .td || $0 == .th }) else { return .consumed }
        generateImpliedEndTags()
        while let element = popElement(), element.tag != .td, element.tag != .th {}
        formatting.clearToLastMarker()
        mode = .inRow
        return .reprocess
    }
}
