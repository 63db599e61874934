/// A start tag as the tree builder works on it: the attributes are already in the document's array.
struct HTMLStartTag {
    var tag: HTMLTag
    var name: HTMLNameID
    /// Where the attributes start, or `HTMLNodeRecord.noAttributes`.
    var attributes: UInt32
    var isSelfClosing = false

    /// A tag that the standard implies, without attributes.
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
