/// What text has from the styles of the elements around it.
package struct HTMLTextStyle: Equatable, Sendable {
    /// Text has a size of zero.
    package var hasZeroSize = false
    /// `visibility` hides text.
    package var isHidden = false
    /// Line ends of the source are shown.
    package var keepsLineEnds = false

    /// The style of text that no element changes.
    package init() {}

    /// The style inside of an element.
    ///
    /// - Parameter style: The element's style; nil changes nothing.
    package func changed(by style: HTMLInlineStyle?) -> HTMLTextStyle {
        var changed = self
        if let hasZeroSize = style?.hasZeroTextSize { changed.hasZeroSize = hasZeroSize }
        if let isVisible = style?.isVisible { changed.isHidden = !isVisible }
        if let keepsLineEnds = style?.keepsLineEnds { changed.keepsLineEnds = keepsLineEnds }
        return changed
    }
}
