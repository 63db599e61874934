extension HTMLTreeBuilder {
    /// Processes the start tags `input`, `select`, `option`, `optgroup` and `textarea` in the body.
    mutating func formControl(_ token: HTMLStartTag) {
        switch token.tag {
        case .input:
            if isInSelectFragment { return }
            if stack.isInScope(.select) { pop(through: .select) }
            reconstructFormatting()
            insertVoid(token)
            if !isHidden(token) { framesetIsOK = false }
        case .select:
            if isInSelectFragment { return }
            if stack.isInScope(.select) {
                pop(through: .select)
                return
            }
            reconstructFormatting()
            insert(token)
            framesetIsOK = false
        case .option:
            prepareOption(keeping: .optgroup)
            insert(token)
        case .optgroup:
            prepareOption(keeping: .other)
            insert(token)
        default:
            skipsLineFeed = true
            framesetIsOK = false
            insertTextElement(token, .rcdata)
        }
    }

    /// Whether the context element of the fragment is a `select` element.
    private var isInSelectFragment: Bool { context?.tag == .select }

    private mutating func prepareOption(keeping tag: HTMLTag) {
        if stack.isInScope(.select) {
            generateImpliedEndTags(except: tag)
        } else if currentTag == .option {
            popElement()
        }
        reconstructFormatting()
    }

    func isHidden(_ token: HTMLStartTag) -> Bool {
        guard let type = document.attributeBytes(HTMLKnownName.type, at: token.attributes) else { return false }
        return type.lazy.map(\.asciiLowercased).elementsEqual("hidden".utf8)
    }
}

/// Copies of the selected option in `selectedcontent` elements, which a browser creates during parsing: HTML 4.10.10 and 4.10.17.
extension HTMLTreeBuilder {
    /// The maximum number of nodes copied for `selectedcontent` elements, in addition to one per start tag. Further copies are omitted.
    /// Without a limit, nested `select` elements would double the tree with every level.
    static let maximumClonedNodes = 16_384

    /// Called after an `option`, `selectedcontent` or `select` element was pushed onto the stack.
    mutating func didOpenInSelect(_ element: HTMLOpenElement) {
        guard let index = stack.lastIndex(of: .select) else { return }
        let select = stack.entries[index].node
        var state = selects[select] ?? HTMLSelectState()
        switch element.tag {
        case .option:
            updateSelectedOption(element.node, &state)
        case .selectedcontent:
            let isMultiple = hasAttribute(HTMLKnownName.multiple, select)
            guard state.content == -1, !isMultiple else { return }
            state.content = element.node
            if state.option >= 0 { cloneSelectedOption(state) }
        default: break
        }
        selects[select] = state
    }

    /// Selects a new option if it has the attribute `selected`, or if it is the first that is not disabled.
    private func updateSelectedOption(_ option: Int32, _ state: inout HTMLSelectState) {
        if hasAttribute(HTMLKnownName.selected, option) {
            (state.option, state.isExplicit) = (option, true)
        } else if state.option == -1, !hasAttribute(HTMLKnownName.disabled, option) {
            state.option = option
        }
    }

    private func hasAttribute(_ name: HTMLNameID, _ node: Int32) -> Bool {
        document.attributeBytes(name, at: document.nodes[Int(node)].second) != nil
    }

    /// Called after an option was popped from the stack.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent>
    mutating func didCloseOption(_ option: Int32) {
        guard let select = stack.lastIndex(of: .select).map({ stack.entries[$0].node }) else { return }
        if let state = selects[select], state.option == option, state.content >= 0 { cloneSelectedOption(state) }
    }

    /// Replaces the content of the `selectedcontent` element by a copy of the option's content.
    private mutating func cloneSelectedOption(_ state: HTMLSelectState) {
        while let child = document.firstChild(of: HTMLNode(index: state.content)) { document.remove(child) }
        let budget = Self.maximumClonedNodes + startTags - clonedNodes
        var count = 0
        for _ in document.descendants(of: HTMLNode(index: state.option)) {
            count += 1
            if count > budget { return }
        }
        clonedNodes += count
        document.copyChildren(of: HTMLNode(index: state.option), to: HTMLNode(index: state.content))
    }
}

/// The selected option of a `select` element, as far as it is parsed.
struct HTMLSelectState {
    /// The first `selectedcontent` in the `select`, which displays a copy of the selected option; -1 for none.
    var content: Int32 = -1
    /// The selected option; -1 for none.
    var option: Int32 = -1
    /// Whether that option has the attribute `selected`.
    var isExplicit = false
}
