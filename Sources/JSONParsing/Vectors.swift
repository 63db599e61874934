/// Sixteen bytes at once, to look ahead.
@inline(__always)
func vector(at offset: Int, in bytes: Span<UInt8>) -> SIMD16<UInt8> {
    precondition(offset >= 0 && offset &+ 16 <= bytes.count)
    return unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
}

/// The highest bit of each byte of eight, the first byte's lowest.
///
/// No operation of the standard library becomes the instruction that does this for sixteen bytes; one multiplication
/// gathers the bits of eight.
@inline(__always)
private func highBits(_ word: UInt64) -> UInt64 { ((word & 0x8080_8080_8080_8080) &* 0x0002_0408_1020_4081) >> 56 }

extension SIMD16<UInt8> {
    @inline(__always)
    var words: SIMD2<UInt64> { unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self) }

    /// Whether all bytes are ASCII.
    @inline(__always)
    var isASCII: Bool { (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0 }

    /// Marks the bytes that end a run of plain ASCII in a string: a quotation mark, a backslash, a control character.
    @inline(__always)
    var specialStringBytes: SIMDMask<SIMD16<Int8>> {
        (self .== SIMD16(repeating: UInt8(ascii: "\""))) .| (self .== SIMD16(repeating: UInt8(ascii: "\\")))
            .| (self .<= SIMD16(repeating: 0x1F))
    }
}

extension SIMDMask<SIMD16<Int8>> {
    /// The mask as sixteen bits, the first element's lowest.
    @inline(__always)
    var bits: UInt64 {
        let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return highBits(words[0]) | highBits(words[1]) << 8
    }

    @inline(__always)
    var isEmpty: Bool {
        let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0
    }
}

/// Marks what is not well-formed UTF-8 in the sixteen bytes at `offset`, of which three more stand before them.
///
/// Each byte is compared with the three before it: a continuation byte has to stand where, and only where, a first byte
/// asks for it (RFC 3629, section 4). A character that goes on behind the sixteen bytes is judged with the next ones.
@inline(__always)
func malformedUTF8(at offset: Int, in bytes: Span<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    typealias Bytes = SIMD16<UInt8>
    let these = vector(at: offset, in: bytes)
    let previous = vector(at: offset &- 1, in: bytes)
    let beforePrevious = vector(at: offset &- 2, in: bytes)
    let threeBefore = vector(at: offset &- 3, in: bytes)
    let isWanted =
        (previous .>= Bytes(repeating: 0xC0)) .| (beforePrevious .>= Bytes(repeating: 0xE0)) .| (threeBefore .>= Bytes(repeating: 0xF0))
    let isContinuation = (these & Bytes(repeating: 0xC0)) .== Bytes(repeating: 0x80)
    var fault = isWanted .^ isContinuation
    // What no character begins with.
    fault = fault .| ((these & Bytes(repeating: 0xFE)) .== Bytes(repeating: 0xC0)) .| (these .>= Bytes(repeating: 0xF5))
    // First bytes whose second byte has a narrower range. To ask first whether there are any costs more than it saves.
    fault = fault .| ((previous .== Bytes(repeating: 0xE0)) .& (these .< Bytes(repeating: 0xA0)))
    fault = fault .| ((previous .== Bytes(repeating: 0xED)) .& (these .>= Bytes(repeating: 0xA0)))
    fault = fault .| ((previous .== Bytes(repeating: 0xF0)) .& (these .< Bytes(repeating: 0x90)))
    fault = fault .| ((previous .== Bytes(repeating: 0xF4)) .& (these .>= Bytes(repeating: 0x90)))
    return fault
}
