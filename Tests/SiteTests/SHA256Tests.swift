import Testing

@testable import Sinks

@Suite("SHA-256") struct SHA256Tests {
    static let examples = [
        ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="), ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="),
    ]

    @Test("gives the digests of FIPS 180-4", arguments: examples) func digests(_ example: (text: String, digest: String)) {
        #expect(SHA256.base64(example.text) == example.digest)
    }
}
