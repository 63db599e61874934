/// Pseudo-classes without arguments.
extension CSSSelectorMatcher {
    /// Whether a pseudo-class matches an element of a page. Those that depend on a reader, such as `:hover`, never match.
    mutating func isInState(_ state: CSSPseudoClass, _ node: HTMLNode) -> Bool {
        switch state {
        case .root: isRoot(node)
        case .empty: isEmpty(node)
        case .firstChild: previous(node) == nil
        case .lastChild: next(node) == nil
        case .onlyChild: previous(node) == nil && next(node) == nil
        case .firstOfType: number(of: node, in: .ofType, fromLast: false) == 1
        case .lastOfType: number(of: node, in: .ofType, fromLast: true) == 1
        case .onlyOfType: number(of: node, in: .ofType, fromLast: false) == 1 && number(of: node, in: .ofType, fromLast: true) == 1
        case .link, .anyLink: isLink(node)
        case .checked: isChecked(node)
        case .disabled: isDisabled(node) == true
        case .enabled: isDisabled(node) == false
        case .hover, .active, .focus, .visited, .target, .host: false
        }
    }

    /// Whether an element is the document element: the only element that no other contains.
    private func isRoot(_ node: HTMLNode) -> Bool {
        guard let parent = document.parent(of: node), document.kind(of: parent) == .document else { return false }
        return previous(node) == nil && next(node) == nil
    }

    /// Whether an element has neither elements nor text in it. White space is text.
    private mutating func isEmpty(_ node: HTMLNode) -> Bool {
        for child in document.children(of: node) {
            remainingSteps -= 1
            if document.kind(of: child) == .element || document.kind(of: child) == .text && !document.textRange(of: child).isEmpty {
                return false
            }
        }
        return true
    }

    private func isLink(_ node: HTMLNode) -> Bool {
        (document.isHTML(node, .a) || document.isHTML(node, .area)) && has("href", node)
    }

    private func isChecked(_ node: HTMLNode) -> Bool {
        if document.isHTML(node, .option) { return has("selected", node) }
        guard document.isHTML(node, .input), has("checked", node), let type = document.attribute("type", of: node) else { return false }
        return ["checkbox", "radio"].contains(type.asciiLowercased)
    }

    /// Whether a control of a form is disabled; nil for other elements.
    ///
    /// - SeeAlso: [HTML 4.16.3](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-disabled)
    private mutating func isDisabled(_ node: HTMLNode) -> Bool? {
        guard document.namespace(of: node) == .html else { return nil }
        switch document.tag(of: node) {
        case .optgroup: return has("disabled", node)
        case .option:
            if has("disabled", node) { return true }
            return parent(of: node).map { document.isHTML($0, .optgroup) && has("disabled", $0) } ?? false
        case .button, .input, .select, .textarea, .fieldset: return has("disabled", node) || isInDisabledGroup(node)
        default: return nil
        }
    }

    /// Whether an ancestor is a disabled `fieldset`. The content of its first `legend` stays enabled.
    private mutating func isInDisabledGroup(_ node: HTMLNode) -> Bool {
        var inner = node
        while let outer = parent(of: inner) {
            remainingSteps -= 1
            if document.isHTML(outer, .fieldset), has("disabled", outer), !isFirstLegend(inner, of: outer) { return true }
            inner = outer
        }
        return false
    }

    private mutating func isFirstLegend(_ node: HTMLNode, of group: HTMLNode) -> Bool {
        guard document.isHTML(node, .legend) else { return false }
        for child in document.children(of: group) {
            remainingSteps -= 1
            if document.isHTML(child, .legend) { return child == node }
        }
        return false
    }

    private func has(_ name: String, _ node: HTMLNode) -> Bool { document.attributeRange(name, of: node) != nil }
}
