/// 64 bytes of a string at once.
struct StringBlock {
    static let count = 64

    private let first: SIMD16<UInt8>
    private let second: SIMD16<UInt8>
    private let third: SIMD16<UInt8>
    private let fourth: SIMD16<UInt8>

    @inline(__always)
    init(at offset: Int, in bytes: Span<UInt8>) {
        // Once for all four: a check for each costs a twentieth of the scan.
        precondition(offset >= 0 && offset &+ Self.count <= bytes.count)
        let bytes = unsafe bytes.bytes
        first = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
        second = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset &+ 16, as: SIMD16<UInt8>.self)
        third = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset &+ 32, as: SIMD16<UInt8>.self)
        fourth = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset &+ 48, as: SIMD16<UInt8>.self)
    }

    /// A bit for each byte that ends a run of plain ASCII, the first byte's lowest.
    @inline(__always)
    var specialStringBytes: UInt64 {
        first.specialStringBytes.bits | second.specialStringBytes.bits << 16 | third.specialStringBytes.bits << 32
            | fourth.specialStringBytes.bits << 48
    }

    /// Whether a character of three or four bytes begins here.
    @inline(__always)
    var hasLongCharacters: Bool {
        let limit = SIMD16<UInt8>(repeating: 0xE0)
        return !((first .>= limit) .| (second .>= limit) .| (third .>= limit) .| (fourth .>= limit)).isEmpty
    }

    /// Whether a character of three or four bytes begins so late that it may reach into the next block.
    @inline(__always)
    var mayEndInLongCharacter: Bool {
        let last = fourth.words[1] >> 40
        // The three highest bits of such a byte are set.
        let isLong = last & last << 1
        return isLong & last << 2 & 0x80_8080 != 0
    }

    @inline(__always)
    var endsWithBackslash: Bool { fourth[15] == UInt8(ascii: "\\") }

    /// Whether there is nothing but plain characters and the most frequent escapes, if each backslash is the beginning of an
    /// escape; one behind another backslash makes this false.
    ///
    /// - Parameter previous: The block that begins one byte before.
    @inline(__always)
    func isEasy(after previous: StringBlock) -> Bool {
        let early = Self.hardBytes(first, after: previous.first) .| Self.hardBytes(second, after: previous.second)
        let late = Self.hardBytes(third, after: previous.third) .| Self.hardBytes(fourth, after: previous.fourth)
        return (early .| late).isEmpty
    }

    /// A bit for each byte that makes ``isEasy(after:)`` false, the first byte's lowest.
    ///
    /// - Parameter previous: The block that begins one byte before.
    @inline(__always)
    func hardBytes(after previous: StringBlock) -> UInt64 {
        Self.hardBytes(first, after: previous.first).bits | Self.hardBytes(second, after: previous.second).bits << 16
            | Self.hardBytes(third, after: previous.third).bits << 32 | Self.hardBytes(fourth, after: previous.fourth).bits << 48
    }

    /// Marks control characters, quotation marks without a backslash, and all but `"`, `/`, `n`, `r`, `t` behind one.
    @inline(__always)
    private static func hardBytes(_ these: SIMD16<UInt8>, after previous: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        typealias Bytes = SIMD16<UInt8>
        let isBehindBackslash = previous .== Bytes(repeating: UInt8(ascii: "\\"))
        let isQuote = these .== Bytes(repeating: UInt8(ascii: "\""))
        let isLineBreak = (these .== Bytes(repeating: UInt8(ascii: "n"))) .| (these .== Bytes(repeating: UInt8(ascii: "r")))
        let isOther = (these .== Bytes(repeating: UInt8(ascii: "t"))) .| (these .== Bytes(repeating: UInt8(ascii: "/")))
        let isEscaped = (isLineBreak .| isOther) .& isBehindBackslash
        return (isQuote .^ isBehindBackslash .^ isEscaped) .| (these .<= Bytes(repeating: 0x1F))
    }

    /// Whether this block is not well-formed UTF-8, in which no character of more than two bytes begins or reaches into it.
    ///
    /// - Parameter previous: The block that begins one byte before.
    @inline(__always)
    func hasMalformedShortCharacters(after previous: StringBlock) -> Bool {
        let early = Self.malformed(first, after: previous.first) .| Self.malformed(second, after: previous.second)
        let late = Self.malformed(third, after: previous.third) .| Self.malformed(fourth, after: previous.fourth)
        return !(early .| late).isEmpty
    }

    /// A continuation byte has to stand behind a first byte, and only there; 0xC0 and 0xC1 are none.
    @inline(__always)
    private static func malformed(_ these: SIMD16<UInt8>, after previous: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        typealias Bytes = SIMD16<UInt8>
        let isContinuation = (these & Bytes(repeating: 0xC0)) .== Bytes(repeating: 0x80)
        let isWrongPlace = (previous .>= Bytes(repeating: 0xC0)) .^ isContinuation
        return isWrongPlace .| ((these & Bytes(repeating: 0xFE)) .== Bytes(repeating: 0xC0))
    }
}
