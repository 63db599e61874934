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
