/// Replaces ill-formed UTF-8 in chunks: each maximal subpart of an ill-formed sequence becomes one U+FFFD.
///
/// - SeeAlso: [Encoding 8.1.1, UTF-8 decoder](https://encoding.spec.whatwg.org/#utf-8-decoder)
struct HTMLUTF8Repair {
    /// An incomplete character at the end of the last chunk.
    private var pending: [UInt8] = []
    /// The offset of the pending bytes in the input.
    private var offset = 0
    private(set) var faults = HTMLDecodingFaults()

    /// Whether the chunk needs no repair: it is well-formed, ends with a whole character, and no earlier bytes are pending.
    func isWellFormed(_ bytes: Span<UInt8>) -> Bool {
        pending.isEmpty && Self.wellFormedPrefix(bytes, from: 0) == bytes.count
    }

    /// Returns the pending bytes and the chunk as well-formed UTF-8. An incomplete character at the end stays pending.
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
            faults.add(at: offset + index)
            output.appendReplacementCharacter()
            index += length
        }
        pending = Array(joined[index...])
        offset += index
        return output
    }

    /// Returns what the pending bytes become at the end of the input: U+FFFD or nothing.
    mutating func flush() -> [UInt8] {
        guard !pending.isEmpty else { return [] }
        faults.add(at: offset)
        offset += pending.count
        pending = []
        return [0xEF, 0xBF, 0xBD]
    }

    /// Returns the end of the longest well-formed prefix that starts at `start`.
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

    /// Returns the length in bytes of the character with this lead byte, which is not ASCII; 0 for an invalid lead byte.
    @inline(__always)
    private static func sequenceLength(_ lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }

    /// Returns the length in bytes of the whole character at `index`, or of the maximal subpart if it is ill-formed.
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

    /// Whether the bytes from the end of a well-formed prefix to the end are the beginning of a character.
    static func isUnfinished(_ bytes: Span<UInt8>, from index: Int) -> Bool {
        isIncomplete(bytes, at: index) && index + maximalSubpartLength(bytes, at: index) == bytes.count
    }

    /// Whether the bytes from `index` to the end are too few for the character that they begin.
    private static func isIncomplete(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        bytes.count - index < sequenceLength(bytes[index])
    }
}

/// Whether bytes are UTF-8, and not text of a multi-byte encoding that is UTF-8 by chance.
public enum HTMLUTF8Evidence: Sendable {
    /// The bytes are no well-formed UTF-8.
    case none
    /// All bytes are ASCII.
    case ascii
    /// The first character that is not ASCII is unfinished.
    case unfinished
    /// One or two characters of two bytes, none of them between letters of ASCII. One in six Chinese characters in GBK looks like this.
    case weak
    /// More than chance gives: a character of three bytes, three characters, or one between letters of ASCII, as in `Fähre`.
    case strong

    private static let convincingCount = 3

    /// Weighs the evidence in some bytes.
    ///
    /// - Parameters:
    ///   - bytes: The document, or its start.
    ///   - isWhole: Whether it ends here. Otherwise a character at the end may be unfinished.
    public init(in bytes: Span<UInt8>, isWhole: Bool) {
        let end = HTMLUTF8Repair.wellFormedPrefix(bytes, from: 0)
        guard end == bytes.count || !isWhole && HTMLUTF8Repair.isUnfinished(bytes, from: end) else {
            self = .none
            return
        }
        var count = 0
        for index in 0..<end where bytes[index] >= 0xC0 {
            count += 1
            let length = bytes[index] >= 0xE0 ? 3 : 2
            let isInWord = index > 0 && bytes[index - 1].isASCIILetter && index + length < end && bytes[index + length].isASCIILetter
            if length == 3 || count == Self.convincingCount || isInWord {
                self = .strong
                return
            }
        }
        self = count > 0 ? .weak : end < bytes.count ? .unfinished : .ascii
    }
}
