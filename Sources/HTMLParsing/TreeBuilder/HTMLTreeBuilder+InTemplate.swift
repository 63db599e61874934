extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate>
    mutating func inTemplate(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        let next: HTMLInsertionMode
        switch token.tag {
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            return inHead(token)
        case .caption, .colgroup, .tbody, .tfoot, .thead: next = .inTable
        case .col: next = .inColumnGroup
        case .tr: next = .inTableBody
        case .td, .th: next = .inRow
        default: next = .inBody
        }
        templateModes.removeLast(min(1, templateModes.count))
        templateModes.append(next)
        mode = next
        return .reprocess
    }

    mutating func inTemplate(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        token.tag == .template ? inHead(token) : .consumed
    }

    mutating func endOfFileInTemplate() -> HTMLTokenOutcome {
        guard stack.contains(.template) else { return .consumed }
        _ = inHead(HTMLEndTag(.template))
        return .reprocess
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately>
    mutating func resetInsertionMode() {
        for (index, entry) in stack.entries.enumerated().reversed() {
            let isLast = index == 0
            let tag = isLast ? context.map(\.tag) ?? entry.tag : entry.tag
            if let next = modeInside(tag, isLast: isLast) {
                mode = next
                return
            }
        }
        mode = .inBody
    }

    private func modeInside(_ tag: HTMLTag, isLast: Bool) -> HTMLInsertionMode? {
        switch tag {
        case .td, .th: isLast ? .inBody : .inCell
        case .tr: .inRow
        case .tbody, .thead, .tfoot: .inTableBody
        case .caption: .inCaption
        case .colgroup: .inColumnGroup
        case .table: .inTable
        case .template: templateModes.last ?? .inBody
        case .head: isLast ? .inBody : .inHead
        case .body: .inBody
        case .frameset: .inFrameset
        case .html: head == -1 ? .beforeHead : .afterHead
        default: isLast ? .inBody : nil
        }
    }
}
