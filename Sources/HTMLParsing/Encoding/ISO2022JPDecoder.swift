/// Decodes ISO-2022-JP: text of seven bits in which escape sequences change the character set.
///
/// The double-byte characters are decoded as EUC-JP. The system's EUC-JP lacks the characters that mail programs add, such as ①.
///
/// - SeeAlso: [Encoding 12.2, ISO-2022-JP](https://encoding.spec.whatwg.org/#iso-2022-jp)
struct ISO2022JPDecoder: ~Copyable, Sendable {
    private enum CharacterSet { case ascii, roman, katakana, doubleByte }

    private static let escape: UInt8 = 0x1B
    /// The escape sequences, without their first byte.
    private static let sequences: [(bytes: [UInt8], set: CharacterSet)] = [
        (Array("(B".utf8), .ascii), (Array("(J".utf8), .roman), (Array("(I".utf8), .katakana), (Array("$@".utf8), .doubleByte),
        (Array("$B".utf8), .doubleByte),
    ]

    private var set = CharacterSet.ascii
    /// The beginning of an escape sequence or of a character at the end of the last chunk.
    private var pending: [UInt8] = []
    private var offset = 0
    private var doubleBytes: MultiByteDecoder
    private(set) var faults = HTMLDecodingFaults()

    /// - Returns: nil if the system does not know EUC-JP.
    init?() {
        guard let decoder = MultiByteDecoder(.eucJP) else { return nil }
        doubleBytes = decoder
    }

    mutating func decode(_ chunk: Span<UInt8>, into output: inout [UInt8]) {
        var bytes = pending
        bytes.append(span: chunk)
        let length = read(bytes, isLast: false, into: &output)
        pending = Array(bytes[length...])
        offset += length
    }

    mutating func finish(into output: inout [UInt8]) {
        offset += read(pending, isLast: true, into: &output)
        pending = []
    }

    /// - Returns: The number of bytes that were read.
    private mutating func read(_ bytes: [UInt8], isLast: Bool, into output: inout [UInt8]) -> Int {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == Self.escape {
                let rest = bytes[(index + 1)...]
                if let sequence = Self.sequences.first(where: { rest.starts(with: $0.bytes) }) {
                    set = sequence.set
                    index += 3
                } else if !isLast, Self.sequences.contains(where: { $0.bytes.starts(with: rest) }) {
                    break
                } else {
                    replace(at: index, into: &output)
                    index += 1
                }
            } else if set == .doubleByte, byte > 0x20, byte < 0x7F {
                guard index + 1 < bytes.count else {
                    if !isLast { break }
                    replace(at: index, into: &output)
                    return bytes.count
                }
                index += readPair(byte, bytes[index + 1], at: index, into: &output)
            } else {
                read(single: byte, at: index, into: &output)
                index += 1
            }
        }
        return index
    }

    /// - Returns: The number of bytes that were read.
    private mutating func readPair(_ first: UInt8, _ second: UInt8, at index: Int, into output: inout [UInt8]) -> Int {
        guard (0x21...0x7E).contains(second) else {
            replace(at: index, into: &output)
            // The second byte is read again: it may begin an escape sequence or end the line.
            return 1
        }
        let pair = [first | 0x80, second | 0x80]
        let count = doubleBytes.faults.count
        doubleBytes.decode(pair.span, into: &output)
        if doubleBytes.faults.count > count { faults.add(at: offset + index) }
        return 2
    }

    private mutating func read(single byte: UInt8, at index: Int, into output: inout [UInt8]) {
        switch byte {
        // In the double-byte set, bytes below 0x21 come here, too: a line end decodes as itself.
        case 0x0E, 0x0F, 0x80...: replace(at: index, into: &output)
        case 0x5C where set == .roman: output.append(codePoint: 0xA5)
        case 0x7E where set == .roman: output.append(codePoint: 0x203E)
        case 0x21...0x5F where set == .katakana: output.append(codePoint: 0xFF61 - 0x21 + UInt32(byte))
        case 0x60...0x7F where set == .katakana: replace(at: index, into: &output)
        default: output.append(byte)
        }
    }

    private mutating func replace(at index: Int, into output: inout [UInt8]) {
        faults.add(at: offset + index)
        output.appendReplacementCharacter()
    }
}
