/// A key of an object, compared by its UTF-8 bytes.
///
/// Swift's `==` is true for canonically equivalent strings: "é" as one character, and "e" with a combining accent. In JSON these are
/// two different keys (RFC 8259, section 8.3).
public struct JSONKey: Hashable, Sendable {
    public let name: String

    public init(_ name: String) { self.name = name }

    public static func == (left: JSONKey, right: JSONKey) -> Bool { sameBytes(left.name, right.name) }

    public func hash(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe name.utf8.withContiguousStorageIfAvailable { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        guard isHashed == nil else { return }
        unsafe Array(name.utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}

/// Whether two strings have the same UTF-8 bytes.
public func sameBytes(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // Eight bytes at a time: about as fast as Swift's own comparison, which compares bytes first.
    let isSame = unsafe left.utf8.withContiguousStorageIfAvailable { left in
        unsafe right.utf8.withContiguousStorageIfAvailable { right in unsafe sameBytes(left.span, right.span) }
    }
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
}

/// Whether two spans of the same length have the same bytes.
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
