/// An open list.
struct ListFrame {
    let isOrdered: Bool
    /// The number of the next item.
    var number: Int
    /// What the next item adds to the number: -1 for a list that counts down.
    var step = 1
    /// How plain text writes the numbers.
    var style = ListNumberStyle.decimal
    /// Whether empty lines separate the items (a loose list in CommonMark).
    let isLoose: Bool
    /// Whether the list has one item, as the lists of editors that write one for each item.
    var hasOneItem = false
    /// The bullet, or the delimiter behind the number, as an ASCII byte.
    var marker: UInt8 = 0
    var itemCount = 0
    /// Whether the last item has no content.
    var lastItemIsEmpty = false
    /// The width of the last marker, in bytes.
    var indent = 0
    /// Whether a paragraph of a tight item directly precedes the list.
    var followsParagraph = false
}
