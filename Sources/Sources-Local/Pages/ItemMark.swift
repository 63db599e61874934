internal import Checksums
internal import JSONParsing

/// What an incremental run looks at in an item: its cursor, and what tells it from other items.
package struct ItemMark: Sendable {
    /// The longest id that a state keeps as it is, in bytes. It keeps a hash of longer ones.
    private static let maxKeyBytes = 64
    /// The number of hexadecimal digits of a hash.
    private static let hashDigits = 32

    /// The cursor; nil if the item has none.
    package let cursor: CursorValue?
    /// The id as compact JSON, or a hash of it or of an item without an id.
    package let key: String

    /// - Parameters:
    ///   - cursor: The cursor; nil if the item has none.
    ///   - id: The id as compact JSON; nil if the item has none.
    ///   - item: The item.
    init(cursor: CursorValue?, id: String?, item: JSONValue) {
        self.cursor = cursor
        if let id, id.utf8.count <= Self.maxKeyBytes {
            key = id
        } else if cursor == nil {
            key = ""
        } else {
            var hash = SHA256Hasher()
            hash.update(field: id ?? item.compactText)
            key = "{\"sha256\":\"\(hash.hex().prefix(Self.hashDigits))\"}"
        }
    }
}
