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
        /// The text size is what it was before.
        case textSize(isZero: Bool)
    }

    let node: HTMLNode
    let action: Action
}

/// A list that is open.
struct ListFrame {
    let isOrdered: Bool
    /// The number of the next item.
    var number: Int
    /// Whether empty lines separate the items.
    let isLoose: Bool
    /// The bullet, or the delimiter behind the number.
    var marker: UInt8 = 0
    var itemCount = 0
    /// Whether the last item shows nothing but its marker.
    var lastItemIsEmpty = false
    /// How wide the last marker was.
    var indent = 0
    /// A paragraph of a tight item stands right before the list.
    var followsParagraph = false
}

/// A table that is being written.
struct TableFrame {
    let shape: TableShape
    var hasStarted = false
    var column = 0
    /// The row that is being written is the header.
    var isHeaderRow = false
    /// For each column the number of rows that a cell above still reaches into.
    var reach: [Int] = []
}
