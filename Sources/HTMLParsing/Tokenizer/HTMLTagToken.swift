/// A start tag or an end tag.
struct HTMLTagToken {
    /// The tag, if its name is a known one.
    var tag = HTMLTag.other
    /// The number that the sink gave to the name.
    var name: HTMLNameID = 0
    /// Whether the tag ends with `/>`.
    var isSelfClosing = false
    /// The attributes, without duplicates; empty for an end tag.
    var attributes: [HTMLTokenAttribute] = []
}
