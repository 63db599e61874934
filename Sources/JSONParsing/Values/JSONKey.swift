/// A key of an object, equal to another if the bytes are.
///
/// Swift takes strings for equal that Unicode calls canonically equivalent: "é" as one character, and "e" with a combining accent.
/// For JSON these are two keys (RFC 8259, section 8.3).
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

/// Whether two strings are written with the same characters: the same bytes in UTF-8.
public func sameBytes(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // Eight bytes at a time: about as fast as Swift's own comparison, which looks for equivalents only where bytes differ.
    let isSame = unsafe left.utf8.withContiguousStorageIfAvailable { left in
        unsafe right.utf8.withContiguousStorageIfAvailable { right in unsafe sameBytes(left.span, right.span) }
    }
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
}

/// - Parameter right: As long as `left`.
@inline(__always)
func sameBytes(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    var position = 0
    while position &+ 8 <= left.count {
        guard word(at: position, in: left) == word(at: position, in: right) else { return false }
        position &+= 8
    }
    let rest = left.count &- position
    return rest == 0 || partialWord(at: position, count: rest, in: left) == partialWord(at: position, count: rest, in: right)
}
