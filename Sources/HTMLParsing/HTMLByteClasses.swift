extension UInt8 {
    @inline(__always)
    var isASCIIUpper: Bool { self &- 0x41 < 26 }

    @inlinable @inline(__always)
    package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inlinable @inline(__always)
    package var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// A visible ASCII character that is neither letter nor digit.
    @inlinable @inline(__always)
    package var isASCIIPunctuation: Bool { self &- 0x21 < 94 && !isASCIILetter && !isASCIIDigit }

    /// Space, tab, line feed, vertical tab, form feed or carriage return. Writers collapse a run of these into one space.
    @inlinable @inline(__always)
    package var isFoldedSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

    /// The byte with an ASCII upper-case letter in lower case.
    @inlinable @inline(__always)
    package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// Whether the byte is ASCII white space: tab, line feed, form feed, carriage return or space.
    ///
    /// - SeeAlso: [Infra 4.6, ASCII whitespace](https://infra.spec.whatwg.org/#ascii-whitespace)
    @inline(__always)
    var isHTMLWhitespace: Bool {
        self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
    }

    /// Whether the byte ends a tag name: white space, `/` or `>`.
    @inline(__always)
    var endsTagName: Bool { isHTMLWhitespace || self == 0x2F || self == 0x3E }
}

/// Sets the highest bit of each zero byte of the word. Only the lowest of these bits is exact.
@inlinable @inline(__always)
func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
}

/// Returns a word of eight equal bytes.
@inlinable @inline(__always)
func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

/// Returns the first offset from `start` with one of four bytes, or the end.
@inlinable @inline(__always)
package func firstIndex(
    of first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8, from start: Int, in bytes: Span<UInt8>
) -> Int {
    var index = start
    let end = bytes.count
    while index &+ 8 <= end {
        let eight = word(at: index, in: bytes)
        let marks =
            zeroBytes(eight ^ repeated(first)) | zeroBytes(eight ^ repeated(second))
            | zeroBytes(eight ^ repeated(third)) | zeroBytes(eight ^ repeated(fourth))
        if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
        index &+= 8
    }
    while index < end {
        let byte = bytes[index]
        if byte == first || byte == second || byte == third || byte == fourth { return index }
        index &+= 1
    }
    return end
}
