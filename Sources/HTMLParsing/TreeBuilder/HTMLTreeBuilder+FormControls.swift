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
