/// Makes UTF-8 that comes in pieces well-formed: each maximal part of a broken sequence becomes one U+FFFD.
///
/// - SeeAlso: [Encoding 8.1.1, UTF-8 decoder](https://encoding.spec.whatwg.org/#utf-8-decoder)
struct HTMLUTF8Repair {
    /// The start of a character whose rest has not come yet.
    private var pending: [UInt8] = []

    /// Whether the piece is well-formed, ends with a whole character, and nothing is waiting to be joined to it.
    func isWellFormed(_ bytes: Span<UInt8>) -> Bool {
        pending.isEmpty && Self.wellFormedPrefix(bytes, from: 0) == bytes.count
    }

    /// The piece, behind what was waiting, without the start of a character at its end.
    mutating func repaired(_ bytes: Span<UInt8>) -> [UInt8] {
        var joined = pending
        joined.append(span: bytes)
        let source = joined.span
        var output: [UInt8] = []
        output.reserveCapacity(joined.count)
        var index = 0
        while true {
            let stop = Self.wellFormedPrefix(source, from: index)
            output.append(span: source.extracting(index..<stop))
            index = stop
            if index == source.count { break }
            let length = Self.maximalSubpartLength(source, at: index)
            if index + length == source.count, Self.isIncomplete(source, at: index) { break }
            output.appendReplacementCharacter()
            index += length
        }
        pending = Array(joined[index...])
        return output
    }

    /// What is waiting when the input ends: U+FFFD or nothing.
    mutating func flush() -> [UInt8] {
        defer { pending = [] }
        return pending.isEmpty ? [] : [0xEF, 0xBF, 0xBD]
    }

    /// Where well-formed UTF-8 ends that starts at `start`.
    static func wellFormedPrefix(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        let end = bytes.count
        while index < end {
            while index &+ 8 <= end, word(at: index, in: bytes) & 0x8080_8080_8080_8080 == 0 { index &+= 8 }
            if index == end { return end }
            if bytes[index] < 0x80 {
                index &+= 1
                continue
            }
            let length = sequenceLength(bytes[index])
            if length == 0 || index &+ length > end || maximalSubpartLength(bytes, at: index) != length { return index }
            index &+= length
        }
        return end
    }

    /// How many bytes a character has that starts with this one, which is not ASCII; 0 if none does.
    @inline(__always)
    private static func sequenceLength(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }

    /// How many bytes from `index` on belong to one character, whole or broken.
    @inline(__always)
    private static func maximalSubpartLength(_ bytes: Span<UInt8>, at index: Int) -> Int {
        let lead = bytes[index]
        let length = sequenceLength(lead)
        if length == 0 || index &+ 1 == bytes.count { return 1 }
        let second = bytes[index &+ 1]
        let lowest: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
        let highest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
        if second < lowest || second > highest { return 1 }
        var count = 2
        while count < length, index &+ count < bytes.count, bytes[index &+ count] & 0xC0 == 0x80 { count &+= 1 }
        return count
    }

    /// Whether the bytes from `index` to the end are the start of a character.
    private static func isIncomplete(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        bytes.count - index < sequenceLength(bytes[index])
    }
}
