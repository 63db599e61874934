import HTMLParsing

/// An element that has been entered and has something to do when it ends.
struct FlowFrame {
    enum Action {
        /// What is collected becomes a paragraph.
        case block
        case heading(level: Int)
        case quote
        case list
        case item
        /// Content of a list that stands in no item is put into one.
        case impliedItem
        /// Markup of the inline run.
        case mark
        /// The end tag of an element that is written as HTML, with Markdown inside.
        case rawBlock(element: Int)
        case code
        case preformatted
        case table
        case row
        case cell(columns: Int)
        case quotation
        /// White space separates it from its neighbours.
        case spaced
        /// The number of open SVG elements is what it was before.
        case foreign(depth: Int)
    }

    let node: HTMLNode
    let action: Action
}
