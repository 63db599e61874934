// Rows and cells: 13.2.6.4.13 to 13.2.6.4.15.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody>
    mutating func inTableBody(_ token: HTMLStartTag) -> HTMLTokenFate {
        switch token.tag {
        case .tr:
            clearToTableBody()
            insert(token)
            mode = .inRow
            return .done
        case .th, .td:
            clearToTableBody()
            insert(HTMLStartTag(.tr))
            mode = .inRow
            return .again
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead:
            return leaveTableBody()
        default:
            return inTable(token)
        }
    }

    mutating func inTableBody(_ token: HTMLEndTag) -> HTMLTokenFate {
        switch token.tag {
        case .tbody, .tfoot, .thead:
            guard stack.isInTableScope(token.tag) else { return .done }
            clearToTableBody()
            popElement()
            mode = .inTable
            return .done
        case .table:
            return leaveTableBody()
        case .body, .caption, .col, .colgroup, .html, .td, .th, .tr:
            return .done
        default:
            return inTable(token)
        }
    }

    private mutating func leaveTableBody() -> HTMLTokenFate {
        guard stack.isInTableScope({ $0 == .tbody || $0 == .thead || $0 == .tfoot }) else { return .done }
        clearToTableBody()
        popElement()
        mode = .inTable
        return .again
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
    mutating func inRow(_ token: HTMLStartTag) -> HTMLTokenFate {
        switch token.tag {
        case .th, .td:
            clearToRow()
            insert(token)
            mode = .inCell
            formatting.addMarker()
            return .done
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
            return leaveRow() ? .again : .done
        default:
            return inTable(token)
        }
    }

    mutating func inRow(_ token: HTMLEndTag) -> HTMLTokenFate {
        switch token.tag {
        case .tr:
            _ = leaveRow()
            return .done
        case .table:
            return leaveRow() ? .again : .done
        case .tbody, .tfoot, .thead:
            return stack.isInTableScope(token.tag) && leaveRow() ? .again : .done
        case .body, .caption, .col, .colgroup, .html, .td, .th:
            return .done
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
    mutating func inCell(_ token: HTMLStartTag) -> HTMLTokenFate {
        switch token.tag {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: closeCell()
        default: inBody(token)
        }
    }

    mutating func inCell(_ token: HTMLEndTag) -> HTMLTokenFate {
        switch token.tag {
        case .td, .th:
            guard stack.isInTableScope(token.tag) else { return .done }
            generateImpliedEndTags()
            pop(through: token.tag)
            formatting.clearToLastMarker()
            mode = .inRow
            return .done
        case .body, .caption, .col, .colgroup, .html:
            return .done
        case .table, .tbody, .tfoot, .thead, .tr:
            return stack.isInTableScope(token.tag) ? closeCell() : .done
        default:
            return inBody(token)
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell>
    private mutating func closeCell() -> HTMLTokenFate {
        guard stack.isInTableScope({ $0 == .td || $0 == .th }) else { return .done }
        generateImpliedEndTags()
        while let element = popElement(), element.tag != .td, element.tag != .th {}
        formatting.clearToLastMarker()
        mode = .inRow
        return .again
    }
}
