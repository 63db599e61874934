/// What text has from the styles of the elements around it.
struct FlowStyle: Equatable {
    /// Text has a size of zero.
    var isInvisible = false
    /// Line ends of the source are shown.
    var keepsLineEnds = false

    /// The style inside of an element.
    func changed(by style: InlineStyle) -> FlowStyle {
        FlowStyle(isInvisible: style.hasNoTextSize ?? isInvisible, keepsLineEnds: style.keepsLineEnds ?? keepsLineEnds)
    }
}
