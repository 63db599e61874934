import HTMLParsing
import Testing

struct AddressExample: CustomTestStringConvertible {
    let address: String
    let scheme: String?
    var testDescription: String { address.debugDescription }
}

@Suite("Addresses") struct AddressTests {
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
        "of images name another host behind two slashes",
        arguments: [
            ("//a.example/", true), (#"\\a.example\"#, true), (#"/\a.example"#, true), (#"\/a"#, true), (" / /a", true), (#"\\:x"#, true),
            ("/a", false), (#"\a"#, false), ("a//b", false), ("", false), ("/", false), (#"a\\b"#, false), ("cid://a", false),
        ])
    func networkPath(_ address: String, _ isRemote: Bool) {
        let image = "<img src=\"\(address)\">"
        let safe = HTMLSanitizer(profile: .email, remoteImages: .block).sanitized(HTMLDocument(parsingFragment: image))
        #expect(safe.attribute(HTMLSanitizer.waitingAddress, of: safe.elements(tag: .img)[0]) == (isRemote ? address : nil))
    }
}
