// The insertion modes before the head: HTML 13.2.6.4.1 to 13.2.6.4.3.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>
    mutating func initialDocumentType(_ token: HTMLDocumentTypeToken) {
        let first = UInt32(truncatingIfNeeded: document.attributeRecords.count)
        for part in [token.name, token.publicIdentifier, token.systemIdentifier] {
            let data = part ?? []
            let range = document.append(data.span)
            document.attributeRecords.append(HTMLAttributeRecord(name: 0, start: range.lowerBound, count: range.count, isLast: false))
        }
        var record = HTMLNodeRecord(.documentType)
        record.first = first
        if token.publicIdentifier != nil { record.flags.insert(.hasPublicIdentifier) }
        if token.systemIdentifier != nil { record.flags.insert(.hasSystemIdentifier) }
        let node = document.add(record)
        document.link(node, asLastChildOf: document.root)
        document.quirksMode = HTMLQuirksMode(token)
        mode = .beforeHTML
    }

    /// Handles a document without a document type.
    mutating func leaveInitial() -> HTMLTokenOutcome {
        document.quirksMode = .quirks
        mode = .beforeHTML
        return .reprocess
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode>
    mutating func beforeHTML(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        guard token.tag == .html else { return leaveBeforeHTML() }
        insert(token)
        mode = .beforeHead
        return .consumed
    }

    mutating func beforeHTML(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .head, .body, .html, .br: leaveBeforeHTML()
        default: .consumed
        }
    }

    mutating func leaveBeforeHTML() -> HTMLTokenOutcome {
        insert(HTMLStartTag(.html))
        mode = .beforeHead
        return .reprocess
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode>
    mutating func beforeHead(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html: return inBody(token)
        case .head:
            insert(token)
            head = stack.last?.node ?? -1
            mode = .inHead
            return .consumed
        default: return leaveBeforeHead()
        }
    }

    mutating func beforeHead(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .head, .body, .html, .br: leaveBeforeHead()
        default: .consumed
        }
    }

    mutating func leaveBeforeHead() -> HTMLTokenOutcome {
        _ = beforeHead(HTMLStartTag(.head))
        return .reprocess
    }
}
