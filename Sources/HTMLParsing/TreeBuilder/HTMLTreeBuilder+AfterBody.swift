// The insertion modes after the body and around framesets: HTML 13.2.6.4.17 to 13.2.6.4.21.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody>
    mutating func afterBody(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        token.tag == .html ? inBody(token) : leaveAfterBody()
    }

    mutating func afterBody(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        guard token.tag == .html else { return leaveAfterBody() }
        if context == nil { mode = .afterAfterBody }
        return .consumed
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode>
    mutating func afterAfterBody(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        token.tag == .html ? inBody(token) : leaveAfterBody()
    }

    mutating func leaveAfterBody() -> HTMLTokenOutcome {
        mode = .inBody
        return .reprocess
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset>
    mutating func inFrameset(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html: return inBody(token)
        case .frameset: insert(token)
        case .frame: insertVoid(token)
        case .noframes: return inHead(token)
        default: break
        }
        return .consumed
    }

    mutating func inFrameset(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        guard token.tag == .frameset, stack.count > 1 else { return .consumed }
        popElement()
        if context == nil, currentTag != .frameset { mode = .afterFrameset }
        return .consumed
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset>
    mutating func afterFrameset(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html: inBody(token)
        case .noframes: inHead(token)
        default: .consumed
        }
    }

    mutating func afterFrameset(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        if token.tag == .html { mode = .afterAfterFrameset }
        return .consumed
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode>
    mutating func afterAfterFrameset(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html: inBody(token)
        case .noframes: inHead(token)
        default: .consumed
        }
    }
}
