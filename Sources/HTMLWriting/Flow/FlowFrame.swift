import HTMLParsing

/// An open element, with the action to take when it ends.
struct FlowFrame {
    /// The action at the end of an element.
    enum Action {
        /// Writes the collected inline content as a paragraph.
        case block
        /// Ends a line of the paragraph.
        case line
        case heading(level: Int)
        case quote
        case list
        case item
        /// Closes the item that was opened for list content outside any item.
        case impliedItem
        /// Closes inline markup of the run.
        case mark
        /// Writes the end tag of an element that is written as HTML, with Markdown inside.
        case rawBlock(element: Int)
        case code
        case preformatted
        /// Ends a line of a pre element.
        case preformattedLine
        case table
        case row
        case cell(columns: Int)
        case quotation
        /// Separates the element from its neighbours by white space.
        case spaced
        /// Restores the number of open SVG elements.
        case foreign(depth: Int)
    }

    let node: HTMLNode
    let action: Action
}
