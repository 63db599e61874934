/// Receives the items that a ``JSONItemReader`` extracts.
public protocol JSONItemSink {
    /// Receives one item.
    ///
    /// - Parameters:
    ///   - bytes: The item's original bytes, valid during the call only.
    ///   - layout: Facts about the item that were recorded during validation; ``JSONItemLayout/value(of:)`` makes a value of it.
    ///   - offset: The start of the item in bytes from the start of the input.
    mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int)

    /// Receives a value from which the path leads no further. Only a reader that ``JSONItemReader/deliversDeadEnds`` has any.
    ///
    /// - Parameters:
    ///   - bytes: The value; `null` for a missing one, an empty array or object for one of the wrong kind.
    ///   - layout: Makes a value of it.
    ///   - missingSteps: The number of steps of the path that are left.
    mutating func receiveDeadEnd(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, missingSteps: Int)
}

extension JSONItemSink {
    /// Ignores the value.
    public mutating func receiveDeadEnd(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, missingSteps: Int) {}
}
