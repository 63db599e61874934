import Checksums
import Testing

@Suite("HMAC") struct HMACTests {
    struct Example: Sendable {
        let key: [UInt8]
        let message: [UInt8]
        let codes: [HMAC: String]
    }

    /// The examples of RFC 4231 (sections 4.2, 4.3, 4.4 and 4.7) with the codes of RFC 2202 for SHA-1 where it has the example; then the
    /// boundaries of blocks, computed with Python's `hmac`.
    private static let examples = [
        Example(
            key: [UInt8](repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
            codes: [
                .sha1: "b617318655057264e28bc0b6fb378c8ef146be00",
                .sha256: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
                .sha512:
                    "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
            ]),
        Example(
            key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            codes: [
                .sha1: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
                .sha256: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                .sha512:
                    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
            ]),
        Example(
            key: [UInt8](repeating: 0xAA, count: 20), message: [UInt8](repeating: 0xDD, count: 50),
            codes: [
                .sha1: "125d7342b9ac11cd91a39af48aa17b4f63f175d3",
                .sha256: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
                .sha512:
                    "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
            ]),
        Example(
            key: [UInt8](repeating: 0xAA, count: 131), message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            codes: [
                .sha1: "90d0dace1c1bdc957339307803160335bde6df2b",
                .sha256: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
                .sha512:
                    "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
            ]),
        Example(
            key: [UInt8](repeating: 0x61, count: 64), message: [UInt8](repeating: 0x78, count: 55),
            codes: [
                .sha1: "0cb553769c84fb00e5a0e433f3882bf4c0785341",
                .sha256: "580f72f96dfe0474b9982c97e4a7d87de02a4d2f976fcc60a7eea777da6645f7",
                .sha512:
                    "64f42c6f550b38789e32801fb2ec01a7b673ed79345fe9c57b21fb84795c732983bb83fe82ed54cafd012d980a34e651ad24e9723711bd980a8fab85fe55fa4a",
            ]),
        Example(
            key: [UInt8](repeating: 0x61, count: 65), message: [UInt8](repeating: 0x78, count: 56),
            codes: [
                .sha1: "443ad25fe5a7201398887aa0307c6c0a54d84ba1",
                .sha256: "02852b9d53553ba4d50ed6786276725bcdd6675ed039d51741f095aaa20d7828",
                .sha512:
                    "7ebef61d95b825b3f21e3e2e12c21fb01180b40c261b0f5e60d1b0e829046401dda9794ec7d00c2bad882efe594c35b99e599bc69267c592ab4bf13d986dad28",
            ]),
        Example(
            key: [UInt8](repeating: 0x61, count: 128), message: [UInt8](repeating: 0x78, count: 111),
            codes: [
                .sha1: "e1dd7c1cf0ee5c53e43f1027b7b809b7c5213be0",
                .sha256: "ead716199c627fbec80c01a27f20f11f21138acb4f1005ac2dfb9bb4fd060c5d",
                .sha512:
                    "a015c2bb4ba5cbe245606f5d5742cc98211a5c2965743a472234ab6dbed3e12bec8ffcf9633ed58c0201ad91304a349449a171816aa4e77c050b08b44baec307",
            ]),
        Example(
            key: [UInt8](repeating: 0x61, count: 129), message: [UInt8](repeating: 0x78, count: 112),
            codes: [
                .sha1: "c9d5ba5ef0b9e0bb8b9d4cfb7468b5b2837e7d17",
                .sha256: "7426e1a495b49ee40d41575dab87b78a5a28278d9ed6a46e51488d02a40e399a",
                .sha512:
                    "6bcc83fd7add5f7cbebf1f39ab5710ec039b2d773825b8026c14d6eb7870598f872aa6a75017a7527e517963accf7fc4bbad3bf2f0a7ebdc79f3155ea4292141",
            ]),
        Example(
            key: [], message: [],
            codes: [
                .sha1: "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d",
                .sha256: "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad",
                .sha512:
                    "b936cee86c9f87aa5d3c6f2e84cb5a4239a5fe50480a6ec66b70ab5b1f4ac6730c6c515421b327ec1d69402e53dfb49ad7381eb067b338fd7b0cb22247225d47",
            ]),
    ]

    @Test("gives the published codes", arguments: examples) func codes(_ example: Example) {
        for algorithm in HMAC.allCases {
            let code = algorithm.code(of: example.message, key: example.key)
            #expect(SHA256Hasher.hexText(of: code) == example.codes[algorithm], "\(algorithm)")
        }
    }
}
