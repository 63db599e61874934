/// A key of an object, compared by its UTF-8 bytes.
///
/// Swift's `==` is true for canonically equivalent strings: "é" as one character, and "e" with a combining accent. In JSON these are
/// two different keys (RFC 8259, section 8.3).
public struct JSONKey: Hashable, Sendable {
    /// The key as text.
    public let name: String

    /// Wraps a key.
    public init(_ name: String) { self.name = name }

    /// Keys are equal if their bytes are.
    public static func == (left: JSONKey, right: JSONKey) -> Bool { sameBytes(left.name, right.name) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe name.utf8.withContiguousStorageIfAvailable { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        guard isHashed == nil else { return }
        unsafe Array(name.utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}
