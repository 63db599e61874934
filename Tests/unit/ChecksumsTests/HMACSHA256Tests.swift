import Checksums
import Testing

@Suite("HMAC with SHA-256") struct HMACSHA256Tests {
    /// RFC 4231, sections 4.2 to 4.4 and 4.7; then keys of a whole block and of nothing, computed with Python's `hmac`.
    @Test(
        "gives the published codes",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            ([UInt8](repeating: 0x61, count: 64), [], "b389ef8fc24e40e35b42b70221b466916836a241257699d090bc736b8ad21b98"),
            ([], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ] as [([UInt8], [UInt8], String)])
    func codes(_ key: [UInt8], _ message: [UInt8], _ code: String) {
        #expect(SHA256Hasher.hexText(of: HMACSHA256.code(of: message, key: key)) == code)
    }
}
