/// The selected option of a `select` element, as far as it is parsed.
struct HTMLSelectState {
    /// The first `selectedcontent` in the `select`, which displays a copy of the selected option; -1 for none.
    var content: Int32 = -1
    /// The selected option; -1 for none.
    var option: Int32 = -1
    /// Whether that option has the attribute `selected`.
    var isExplicit = false
}
