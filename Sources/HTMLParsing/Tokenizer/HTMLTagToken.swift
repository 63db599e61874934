/// A start tag or an end tag.
struct HTMLTagToken {
    /// The tag of a known name, otherwise `.other`.
    var tag = HTMLTag.other
    /// The number of the name, as the sink assigned it.
    var name: HTMLNameID = 0
    /// Whether the tag ends with `/>`.
    var isSelfClosing = false
    /// The attributes, without duplicates; empty for an end tag.
    var attributes: [HTMLTokenAttribute] = []
}
