import HTMLParsing
import Testing

@Suite("Addresses") struct AddressTests {
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
