/// Decodes an encoding in which each byte is a character.
struct SingleByteDecoder: Sendable {
    /// The code points of the bytes 0x80 to 0xFF.
    private let upperHalf: [UInt16]
    private var offset = 0
    private(set) var faults = HTMLDecodingFaults()

    init(upperHalf: [UInt16]) { self.upperHalf = upperHalf }

    mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.count + bytes.count / 8)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte < 0x80 {
                output.append(byte)
                continue
            }
            let code = upperHalf[Int(byte) - 0x80]
            if code == 0xFFFD { faults.add(at: offset + index) }
            output.append(codePoint: UInt32(code))
        }
        offset += bytes.count
    }
}
