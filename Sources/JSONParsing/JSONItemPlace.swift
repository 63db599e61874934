/// Where an item and its index stand in a buffer.
package struct JSONItemPlace: Sendable {
    /// Where the item stands.
    package let range: Range<Int>
    /// Where the entry of an array or object stands (``JSONItemIndex``); 0 if there is none.
    package let index: Int
    /// Whether there is white space between the item's tokens; then there is an index.
    let isLoose: Bool
}
