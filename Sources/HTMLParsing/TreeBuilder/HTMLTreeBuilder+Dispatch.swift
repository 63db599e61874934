extension HTMLTreeBuilder {
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher>
    @inline(__always)
    mutating func process(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        if let current = adjustedCurrent, current.namespace != .html, isForeign(token, in: current) {
            return inForeignContent(token, current)
        }
        return processByMode(token)
    }

    private func isForeign(_ token: HTMLStartTag, in current: HTMLOpenElement) -> Bool {
        if current.traits.contains(.htmlIntegrationPoint) { return false }
        if current.traits.contains(.mathMLTextIntegrationPoint) { return token.tag == .mglyph || token.tag == .malignmark }
        return !(current.localTag == .annotationXML && current.namespace == .mathML && token.tag == .svg)
    }

    mutating func processByMode(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch mode {
        case .initial: return leaveInitial()
        case .beforeHTML: return beforeHTML(token)
        case .beforeHead: return beforeHead(token)
        case .inHead: return inHead(token)
        case .inHeadNoscript: return inHeadNoscript(token)
        case .afterHead: return afterHead(token)
        case .inBody: return inBody(token)
        case .text: return leaveText()
        case .inTable: return inTable(token)
        case .inTableText: return leaveTableText()
        case .inCaption: return inCaption(token)
        case .inColumnGroup: return inColumnGroup(token)
        case .inTableBody: return inTableBody(token)
        case .inRow: return inRow(token)
        case .inCell: return inCell(token)
        case .inTemplate: return inTemplate(token)
        case .afterBody: return afterBody(token)
        case .inFrameset: return inFrameset(token)
        case .afterFrameset: return afterFrameset(token)
        case .afterAfterBody: return afterAfterBody(token)
        case .afterAfterFrameset: return afterAfterFrameset(token)
        }
    }

    @inline(__always)
    mutating func process(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        if let current = adjustedCurrent, current.namespace != .html { return inForeignContent(token) }
        return processByMode(token)
    }

    mutating func processByMode(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch mode {
        case .initial: return leaveInitial()
        case .beforeHTML: return beforeHTML(token)
        case .beforeHead: return beforeHead(token)
        case .inHead: return inHead(token)
        case .inHeadNoscript: return inHeadNoscript(token)
        case .afterHead: return afterHead(token)
        case .inBody: return inBody(token)
        case .text: return endText()
        case .inTable: return inTable(token)
        case .inTableText: return leaveTableText()
        case .inCaption: return inCaption(token)
        case .inColumnGroup: return inColumnGroup(token)
        case .inTableBody: return inTableBody(token)
        case .inRow: return inRow(token)
        case .inCell: return inCell(token)
        case .inTemplate: return inTemplate(token)
        case .afterBody: return afterBody(token)
        case .inFrameset: return inFrameset(token)
        case .afterFrameset: return afterFrameset(token)
        case .afterAfterBody: return leaveAfterBody()
        case .afterAfterFrameset: return .consumed
        }
    }

    mutating func processEndOfFile() -> HTMLTokenOutcome {
        switch mode {
        case .initial: return leaveInitial()
        case .beforeHTML: return leaveBeforeHTML()
        case .beforeHead: return leaveBeforeHead()
        case .inHead: return leaveHead()
        case .inHeadNoscript: return leaveHeadNoscript()
        case .afterHead: return leaveAfterHead()
        case .text: return leaveText()
        case .inTableText: return leaveTableText()
        case .inColumnGroup: return currentTag == .colgroup ? leaveColumnGroup() : endOfFileInBody()
        case .inBody, .inTable, .inCaption, .inTableBody, .inRow, .inCell: return endOfFileInBody()
        case .inTemplate: return endOfFileInTemplate()
        case .afterBody, .inFrameset, .afterFrameset, .afterAfterBody, .afterAfterFrameset: return .consumed
        }
    }

    private mutating func endOfFileInBody() -> HTMLTokenOutcome {
        templateModes.isEmpty ? .consumed : endOfFileInTemplate()
    }
}

/// A start tag, as the tree builder processes it. Its attributes are already in the document's array.
struct HTMLStartTag {
    var tag: HTMLTag
    var name: HTMLNameID
    /// The index of the first attribute, or `HTMLNodeRecord.noAttributes`.
    var attributes: UInt32
    var isSelfClosing = false

    /// Creates a start tag without attributes for an element that the standard implies.
    init(_ tag: HTMLTag) {
        self.init(tag: tag, name: tag.nameID, attributes: HTMLNodeRecord.noAttributes)
    }

    init(tag: HTMLTag, name: HTMLNameID, attributes: UInt32, isSelfClosing: Bool = false) {
        self.tag = tag
        self.name = name
        self.attributes = attributes
        self.isSelfClosing = isSelfClosing
    }
}

/// An end tag, as the tree builder processes it.
struct HTMLEndTag {
    var tag: HTMLTag
    var name: HTMLNameID

    init(tag: HTMLTag, name: HTMLNameID) {
        self.tag = tag
        self.name = name
    }

    init(_ tag: HTMLTag) {
        self.init(tag: tag, name: tag.nameID)
    }
}

/// The result of a tree construction rule for a token.
enum HTMLTokenOutcome {
    /// The token is processed or ignored.
    case consumed
    /// "Reprocess the token": the insertion mode or the stack has changed.
    case reprocess
}
