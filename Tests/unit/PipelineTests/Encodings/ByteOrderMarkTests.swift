import JSONParsing
import Testing

@testable import Pipeline

@Suite("The first bytes of an input") struct ByteOrderMarkTests {
    @Test("of UTF-8 may be a mark", arguments: [([0x7B, 0x7D], 0), ([0xEF, 0xBB, 0xBF, 0x7B], 3)])
    func length(_ bytes: [UInt8], _ expected: Int) throws {
        #expect(try ByteOrderMark.lengthToSkip(in: bytes) == expected)
    }

    @Test(
        "tell what JSON may not be in",
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x7B], "UTF-16"), ([0, 0x7B, 0, 0x7D], "UTF-16"),
            ([0x7B, 0, 0x7D, 0], "UTF-16"), ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"), ([0x7B, 0, 0, 0], "UTF-32"),
            ([0, 0, 0, 0x7B], "UTF-32"),
        ])
    func encodings(_ bytes: [UInt8], _ name: String) {
        #expect(throws: JSONError(.wrongEncoding(name), offset: 0)) { try ByteOrderMark.lengthToSkip(in: bytes) }
    }

    @Test(
        "leave open how the input goes on where they are too few",
        arguments: [
            ([], true), ([0xEF], true), ([0xEF, 0xBB], true), ([0xEF, 0xBB, 0xBF], false), ([0x7B], true), ([0x7B, 0x7D], false),
            ([0x7B, 0], true), ([0x7B, 0, 0, 0], false), ([0xFF, 0xFE], true),
        ])
    func needsMore(_ bytes: [UInt8], _ expected: Bool) {
        #expect(ByteOrderMark.needsMore(bytes) == expected)
    }
}
