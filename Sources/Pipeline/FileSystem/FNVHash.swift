/// A hash that is the same in every process (FNV-1a). Bytes can be chosen so that they collide; so it decides on nothing that must be right.
struct FNVHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    mutating func add(_ text: String) {
        let bytes = text.utf8.span
        for index in bytes.indices { add(bytes[index]) }
    }
}
