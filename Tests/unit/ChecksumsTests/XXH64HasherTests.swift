import Checksums
import Testing

@Suite("XXH64 in pieces") struct XXH64HasherTests {
    /// The bytes that the tests of xxHash make: the highest byte of a product that grows.
    static func sanityBytes(_ count: Int) -> [UInt8] {
        var product: UInt64 = 2_654_435_761
        return (0..<count).map { _ in
            defer { product &*= 11_400_714_785_074_694_797 }
            return UInt8(product >> 56)
        }
    }

    /// The vectors for the seed 0 of xxHash (xsum_sanity_check.c), and those that its bindings publish.
    static let examples = [
        HashExample("nothing", [], "ef46db3751d8e999"),
        HashExample("1 byte", sanityBytes(1), "e934a84adb052768"),
        HashExample("4 bytes", sanityBytes(4), "9136a0dca57457ee"),
        HashExample("14 bytes", sanityBytes(14), "8282dcc4994e35c8"),
        HashExample("222 bytes, six stripes and more", sanityBytes(222), "b641ae8cb691c174"),
        HashExample("a letter", Array("a".utf8), "d24ec4f1a98c6e5b"),
        HashExample("three letters", Array("abc".utf8), "44bc2cf5ad770999"),
        HashExample("39 bytes: a stripe and more", Array("A lamp on the desk, a ferry at the pier".utf8), "59e99f6c3c0d6986"),
    ]

    @Test("gives the hashes of the reference implementation, whole and cut at every byte", arguments: examples)
    func hashes(_ example: HashExample) {
        for cut in 0...example.message.count {
            var hash = XXH64Hasher()
            hash.update(example.message.span.extracting(..<cut))
            hash.update(example.message.span.extracting(cut...))
            #expect(hash.hex() == example.hash, "cut at \(cut)")
            #expect(hash.count == example.message.count)
        }
    }

    @Test("gives the same hash byte by byte, and can go on behind it", arguments: examples)
    func bytes(_ example: HashExample) {
        var hash = XXH64Hasher()
        for byte in example.message {
            _ = hash.value
            hash.update([byte].span)
        }
        #expect(hash.hex() == example.hash)
    }

    @Test("keeps texts in a row apart") func fields() {
        func hash(_ texts: String...) -> String {
            var hash = XXH64Hasher()
            for text in texts { hash.update(field: text) }
            return hash.hex()
        }
        let hashes = [hash("ab", "c"), hash("a", "bc"), hash("abc"), hash("abc", ""), hash("", "abc")]
        #expect(Set(hashes).count == hashes.count)
    }
}
