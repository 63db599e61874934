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
