/// Whether two strings have the same UTF-8 bytes.
package func sameBytes(_ left: String, _ right: String) -> Bool {
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
