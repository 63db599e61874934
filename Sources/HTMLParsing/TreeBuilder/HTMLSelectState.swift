/// What the parser knows about a `select` element that it is in or has been in.
struct HTMLSelectState {
    /// The element that shows the selected option: the first `selectedcontent` in the `select`; -1 for none.
    var content: Int32 = -1
    /// The selected option; -1 for none.
    var option: Int32 = -1
    /// Whether that option has the attribute `selected`.
    var isExplicit = false
}
