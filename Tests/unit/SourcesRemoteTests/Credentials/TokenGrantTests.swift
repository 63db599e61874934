import Testing
import WebAddresses

@testable import HTTP
@testable import Pipeline

@Suite("Token requests") struct TokenGrantTests {
    private func request(
        _ authentication: ClientAuthentication, secret: String?, scopes: [String] = [], refreshToken: String? = nil
    ) throws -> HTTPRequest {
        let endpoint = MaskedText("https://auth.example.org/token")
        let grant = TokenGrant(
            kind: .clientCredentials, endpoint: endpoint, clientID: "my client", clientSecret: secret.map { MaskedText($0) },
            scopes: scopes,
            authentication: authentication)
        return grant.request(to: try #require(WebAddress(endpoint.value)), refreshToken: refreshToken)
    }

    @Test(
        "are forms with the client in the body or in a header",
        arguments: [
            (.body, "s&=+ü", [], nil, "grant_type=client_credentials&client_id=my+client&client_secret=s%26%3D%2B%C3%BC", nil),
            (.body, nil, ["a", "b"], "r/1", "grant_type=refresh_token&refresh_token=r%2F1&scope=a+b&client_id=my+client", nil),
            // RFC 6749, section 2.3.1: both are encoded as in a form before base64: "my+client:s%3A1"
            (.basic, "s:1", [], nil, "grant_type=client_credentials", "Basic bXkrY2xpZW50OnMlM0Ex"),
            (.basic, nil, [], "r", "grant_type=refresh_token&refresh_token=r&client_id=my+client", nil),
        ] as [(ClientAuthentication, String?, [String], String?, String, String?)])
    func forms(
        _ authentication: ClientAuthentication, _ secret: String?, _ scopes: [String], _ refreshToken: String?, _ body: String,
        _ header: String?
    ) throws {
        let request = try request(authentication, secret: secret, scopes: scopes, refreshToken: refreshToken)
        #expect(String(decoding: request.body ?? [], as: UTF8.self) == body)
        #expect(request.credentials == (header.map { [.header(name: "Authorization", value: $0)] } ?? []))
        #expect(request.method == "POST")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(!request.isCacheable)
    }

    @Test("are sent twice only without a refresh token, because the server may replace it") func idempotence() throws {
        #expect(try request(.body, secret: "abcd").isIdempotent)
        #expect(try !request(.body, secret: "abcd", refreshToken: "r").isIdempotent)
    }
}
