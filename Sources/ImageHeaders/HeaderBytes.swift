/// The first bytes of a file. Reads integers at offsets; nil beyond the last byte.
struct HeaderBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(offset: Int) -> Int? { bytes.indices.contains(offset) ? Int(bytes[offset]) : nil }

    func big16(at offset: Int) -> Int? { number(offset, 2) }
    func big32(at offset: Int) -> Int? { number(offset, 4) }
    func big64(at offset: Int) -> Int? { number(offset, 8).flatMap { $0 >= 0 ? $0 : nil } }
    func little16(at offset: Int) -> Int? { littleNumber(offset, 2) }
    func little24(at offset: Int) -> Int? { littleNumber(offset, 3) }
    func little32(at offset: Int) -> Int? { littleNumber(offset, 4) }

    /// The bytes as text; nil beyond the last byte.
    func text(at offset: Int, _ length: Int) -> String? {
        slice(offset, length).map { String(decoding: $0, as: UTF8.self) }
    }

    private func slice(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, length <= bytes.count, offset <= bytes.count - length else { return nil }
        return bytes[offset..<offset + length]
    }

    private func number(_ offset: Int, _ length: Int) -> Int? { slice(offset, length)?.reduce(0) { $0 << 8 | Int($1) } }
    private func littleNumber(_ offset: Int, _ length: Int) -> Int? { slice(offset, length)?.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
