// The modes after the body and around framesets: 13.2.6.4.17 to 13.2.6.4.21.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody>
    mutating func afterBody(_ token: HTMLStartTag) -> HTMLTokenFate {
        token.tag == .html ? inBody(token) : leaveAfterBody()
    }

    mutating func afterBody(_ token: HTMLEndTag) -> HTMLTokenFate {
        guard token.tag == .html else { return leaveAfterBody() }
        if context == nil { mode = .afterAfterBody }
        return .done
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode>
    mutating func afterAfterBody(_ token: HTMLStartTag) -> HTMLTokenFate {
        token.tag == .html ? inBody(token) : leaveAfterBody()
    }

    mutating func leaveAfterBody() -> HTMLTokenFate {
        mode = .inBody
        return .again
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset>
    mutating func inFrameset(_ token: HTMLStartTag) -> HTMLTokenFate {
        switch token.tag {
        case .html: return inBody(token)
        case .frameset: insert(token)
        case .frame: insertVoid(token)
        case .noframes: return inHead(token)
        default: break
        }
        return .done
    }

    mutating func inFrameset(_ token: HTMLEndTag) -> HTMLTokenFate {
        guard token.tag == .frameset, stack.count > 1 else { return .done }
        popElement()
        if context == nil, currentTag != .frameset { mode = .afterFrameset }
        return .done
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset>
    mutating func afterFrameset(_ token: HTMLStartTag) -> HTMLTokenFate {
        switch token.tag {
        case .html: inBody(token)
        case .noframes: inHead(token)
        default: .done
        }
    }

    mutating func afterFrameset(_ token: HTMLEndTag) -> HTMLTokenFate {
        if token.tag == .html { mode = .afterAfterFrameset }
        return .done
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode>
    mutating func afterAfterFrameset(_ token: HTMLStartTag) -> HTMLTokenFate {
        switch token.tag {
        case .html: inBody(token)
        case .noframes: inHead(token)
        default: .done
        }
    }
}
