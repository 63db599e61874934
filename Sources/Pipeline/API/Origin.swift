/// Where a record came from: for messages and the rejects file.
public struct Origin: Sendable, Equatable {
    /// The file or the address (without secrets), or the name of the source.
    public var source: String
    /// The number of the item in the source, counted from 1; 0 lets the engine number it.
    public var item: Int
    /// The line that the item stands in, counted from 1, where the source counts lines.
    public var line: Int?
    /// Where the item begins, in bytes from the start of the file.
    public var byteOffset: Int?

    /// Makes an origin.
    ///
    /// - Parameters:
    ///   - source: The file or address; "" lets the engine put the name of the source.
    ///   - item: The number of the item, counted from 1; 0 lets the engine number it.
    ///   - line: The line, counted from 1.
    ///   - byteOffset: Bytes from the start of the file.
    public init(source: String = "", item: Int = 0, line: Int? = nil, byteOffset: Int? = nil) {
        self.source = source
        self.item = item
        self.line = line
        self.byteOffset = byteOffset
    }
}

extension Origin: CustomStringConvertible {
    /// Such as `samples/case-studies.json, item 8` or `messages.jsonl, line 12`.
    public var description: String {
        if item == 0, line == nil, !source.isEmpty { return source }
        return (source.isEmpty ? "" : source + ", ") + (line.map { "line \($0)" } ?? "item \(item)")
    }
}
