/// The hash FNV-1a in 64 bits, which is the same in every process. Collisions are easy to construct, so no decision about data depends on
/// it.
struct FNVHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    mutating func add(_ text: String) {
        let bytes = text.utf8.span
        for index in bytes.indices { add(bytes[index]) }
    }
}
