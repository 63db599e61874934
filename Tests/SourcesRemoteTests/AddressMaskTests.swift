import Testing

@testable import SourcesRemote

@Suite("An address in a message") struct AddressMaskTests {
    @Test(
        "shows no secret",
        arguments: [
            ("https://user:pass@example.org/a?b=1", "https://example.org/a?b=1"),
            ("https://example.org/?api_key=x&page=2", "https://example.org/?api_key=***&page=2"),
            ("https://example.org/?access_token=x", "https://example.org/?access_token=***"),
            ("https://example.org/a", "https://example.org/a"), ("http://user:SECRETPW@[bad/x", "http://…"),
            ("https://example.org/?sv=1&sig=x%3D&code=y", "https://example.org/?sv=1&sig=***&code=***"),
            ("https://example.org/?PWD=x&pass=y&X-Amz-Credential=z", "https://example.org/?PWD=***&pass=***&X-Amz-Credential=***"),
            ("https://example.org/?postcode=1&design=2&passage=3", "https://example.org/?postcode=1&design=2&passage=3"),
        ])
    func masked(_ address: String, _ expected: String) {
        #expect(AddressMask.masked(address) == expected)
    }
}
