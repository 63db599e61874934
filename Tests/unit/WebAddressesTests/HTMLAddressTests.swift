import Testing
import WebAddresses

struct AddressExample: CustomTestStringConvertible {
    let address: String
    let scheme: String?
    var testDescription: String { address.debugDescription }
}

@Suite("Addresses in content") struct HTMLAddressTests {
    @Test(
        "have the scheme that a browser reads",
        arguments: [
            AddressExample(address: "https://a.example/x:y", scheme: "https"),
            AddressExample(address: " HT\ntp\u{0}://a.example/", scheme: "http"),
            AddressExample(address: "java\u{200B}\u{AD}script\u{A0}:x", scheme: "javascript"),
            AddressExample(address: "data", scheme: nil),
            AddressExample(address: "", scheme: nil),
            AddressExample(address: ":x", scheme: ""),
            AddressExample(address: "a/b:c", scheme: nil),
            AddressExample(address: "a?b:c", scheme: nil),
            AddressExample(address: "#a:b", scheme: nil),
            AddressExample(address: "grüße:x", scheme: nil),
            AddressExample(address: "\u{130}:x", scheme: nil),
            AddressExample(address: String(repeating: "a", count: 64) + ":x", scheme: String(repeating: "a", count: 64)),
            AddressExample(address: String(repeating: "a", count: 65) + ":x", scheme: nil),
        ])
    func scheme(_ example: AddressExample) { #expect(HTMLAddress(example.address).scheme == example.scheme) }

    @Test(
        "are made valid as browsers do",
        arguments: [
            (" a b ", "a%20b"), ("a\n\tb", "ab"), ("a<b>", "a%3Cb%3E"), ("a%20b", "a%20b"), ("ü", "ü"), ("\u{80}", "%C2%80"), (" ", ""),
        ])
    func valid(_ address: String, _ valid: String) { #expect(HTMLAddress.valid(address) == valid) }
}
