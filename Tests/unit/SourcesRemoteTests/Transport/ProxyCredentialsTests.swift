import Testing

@testable import HTTP

@Suite("The credentials of a proxy in the environment") struct ProxyCredentialsTests {
    @Test(
        "are secrets",
        arguments: [
            (["http_proxy": "http://me:p%40ss@proxy.example:3128"], ["me:p@ss", "p@ss"]),
            (["ALL_PROXY": "me:pass@proxy.example"], ["me:pass", "pass"]), (["https_proxy": "http://proxy.example:3128"], []),
            (["https_proxy": "http://me@proxy.example"], []), (["OTHER": "http://me:pass@proxy.example"], []),
        ])
    func secrets(_ environment: [String: String], _ expected: [String]) {
        #expect(ProxyCredentials.secrets(in: environment) == expected)
    }
}
