import Checksums
import Testing

@Suite("SHA-256 in pieces") struct SHA256HasherTests {
    /// Examples of NIST for FIPS 180, and the boundaries of padding, computed with sha256sum.
    static let examples = [
        HashExample("nothing", [], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        HashExample("one block", Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        HashExample(
            "two blocks", Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        HashExample(
            "896 bits",
            Array(
                ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
        HashExample("the byte bd", [0xBD], "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
        HashExample(
            "55 zeros, one block", [UInt8](repeating: 0, count: 55), "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"),
        HashExample(
            "56 zeros, two blocks", [UInt8](repeating: 0, count: 56), "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"),
        HashExample("64 zeros", [UInt8](repeating: 0, count: 64), "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
    ]

    @Test("gives the published hashes, whole and cut at every byte", arguments: examples)
    func hashes(_ example: HashExample) {
        #expect(SHA256Hasher.hex(of: example.message) == example.hash)
        for cut in 0...example.message.count {
            var hash = SHA256Hasher()
            hash.update(Array(example.message[..<cut]))
            hash.update(Array(example.message[cut...]))
            #expect(hash.hex() == example.hash, "cut at \(cut)")
            #expect(hash.count == example.message.count)
        }
    }

    @Test("gives the bytes of the hash that its digits spell", arguments: examples)
    func digests(_ example: HashExample) {
        var hash = SHA256Hasher()
        hash.update(example.message)
        #expect(hash.digest().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == example.hash)
    }

    @Test("gives the published hash of a million letters, in pieces of any length") func million() {
        var hash = SHA256Hasher()
        var length = 1
        while hash.count < 1_000_000 {
            hash.update([UInt8](repeating: UInt8(ascii: "a"), count: min(length, 1_000_000 - hash.count)))
            length = length * 3 % 1009
        }
        #expect(hash.hex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("keeps texts in a row apart") func fields() {
        func hash(_ texts: String...) -> String {
            var hash = SHA256Hasher()
            for text in texts { hash.update(field: text) }
            return hash.hex()
        }
        let hashes = [hash("ab", "c"), hash("a", "bc"), hash("abc"), hash("abc", ""), hash("", "abc")]
        #expect(Set(hashes).count == hashes.count)
    }
}
