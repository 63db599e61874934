// End tags in the body: HTML 13.2.6.4.7.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    mutating func inBody(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset, .figcaption, .figure,
            .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search, .section, .select, .summary, .ul:
            guard stack.isInScope(token.tag) else { break }
            generateImpliedEndTags()
            pop(through: token.tag)
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            runAdoptionAgency(token)
        case .p:
            if !stack.isInButtonScope(.p) { insert(HTMLStartTag(.p)) }
            closeParagraph()
        case .li:
            guard stack.isInListItemScope(.li) else { break }
            generateImpliedEndTags(except: .li)
            pop(through: .li)
        case .dd, .dt:
            guard stack.isInScope(token.tag) else { break }
            generateImpliedEndTags(except: token.tag)
            pop(through: token.tag)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            guard stack.isInScope({ $0.tag.isHeading }) else { break }
            generateImpliedEndTags()
            while let element = popElement(), !element.tag.isHeading {}
        case .applet, .marquee, .object:
            guard stack.isInScope(token.tag) else { break }
            generateImpliedEndTags()
            pop(through: token.tag)
            formatting.clearToLastMarker()
        case .body:
            if stack.isInScope(.body) { mode = .afterBody }
        case .html:
            guard stack.isInScope(.body) else { break }
            mode = .afterBody
            return .reprocess
        case .form:
            endForm()
        case .br:
            return inBody(HTMLStartTag(.br))
        case .template:
            return inHead(token)
        default:
            anyOtherEndTag(token)
        }
        return .consumed
    }

    private mutating func endForm() {
        if stack.contains(.template) {
            guard stack.isInScope(.form) else { return }
            generateImpliedEndTags()
            pop(through: .form)
            return
        }
        let node = form
        form = -1
        guard node >= 0, isOpen(node), stack.isInScope({ $0.node == node }) else { return }
        generateImpliedEndTags()
        if stack.last?.node == node { popElement() } else { removeFromStack(node) }
    }

    /// Runs the rule for "any other end tag".
    mutating func anyOtherEndTag(_ token: HTMLEndTag) {
        if token.tag != .other, !stack.contains(token.tag) { return }
        for entry in stack.entries.reversed() {
            if entry.tag == token.tag, entry.namespace == .html, token.tag != .other || hasName(entry, token.name) {
                generateImpliedEndTags(except: token.tag)
                while let element = popElement(), element.node != entry.node {}
                return
            }
            if entry.traits.contains(.special) { return }
        }
    }

    private func hasName(_ entry: HTMLOpenElement, _ name: HTMLNameID) -> Bool {
        document.nodes[Int(entry.node)].nameID == name
    }
}
