/// Receives the items that a ``JSONItemReader`` extracts.
public protocol JSONItemSink {
    /// Receives one item.
    ///
    /// - Parameters:
    ///   - bytes: The item's original bytes, valid during the call only.
    ///   - layout: Facts about the item that were recorded during validation; ``JSONItemLayout/value(of:)`` makes a value of it.
    ///   - offset: The start of the item in bytes from the start of the input.
    mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int)
}
