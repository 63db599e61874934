/// The inherited style of text: what the style attributes of all its ancestors add up to.
package struct HTMLTextStyle: Equatable, Sendable {
    /// Whether the font size is zero.
    package var hasZeroSize = false
    /// Whether `visibility` hides the text.
    package var isHidden = false
    /// Whether `white-space` shows line feeds as line breaks.
    package var keepsLineEnds = false

    /// Creates the initial style: visible text whose line feeds count as spaces.
    package init() {}

    /// Returns the style of text inside an element.
    ///
    /// - Parameter style: The element's own style; nil changes nothing.
    package func changed(by style: HTMLInlineStyle?) -> HTMLTextStyle {
        var changed = self
        if let hasZeroSize = style?.hasZeroTextSize { changed.hasZeroSize = hasZeroSize }
        if let isVisible = style?.isVisible { changed.isHidden = !isVisible }
        if let keepsLineEnds = style?.keepsLineEnds { changed.keepsLineEnds = keepsLineEnds }
        return changed
    }
}
