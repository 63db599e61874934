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
