import Testing

@testable import Site

@Suite("Hashes in the content security policy") struct PolicyHashTests {
    static let examples = [
        ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="), ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="),
    ]

    @Test("are the digests of FIPS 180-4 in base64", arguments: examples) func hashes(_ example: (text: String, digest: String)) {
        #expect(ContentHash.source(example.text) == "'sha256-\(example.digest)'")
    }
}
