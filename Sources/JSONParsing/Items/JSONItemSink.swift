/// Receives what a ``JSONItemReader`` finds.
public protocol JSONItemSink {
    /// Takes one item.
    ///
    /// - Parameters:
    ///   - bytes: The item's bytes as they were read, valid during the call only.
    ///   - layout: What was noted of the item; ``JSONItemLayout/value(of:)`` makes a value of it.
    ///   - offset: Where the item begins, in bytes from the start of the input.
    mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int)
}
