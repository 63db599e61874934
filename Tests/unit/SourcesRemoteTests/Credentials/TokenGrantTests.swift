import JSONParsing
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading
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

    /// The body of the token request that the option `auth` makes.
    private func body(_ options: String) throws -> (type: String?, text: String) {
        let common = #""token_url": "https://auth.example.org/token", "client_id": "me""#
        var reader = try OptionReader(json: #"{"auth": {\#(common), \#(options)}}"#)
        guard case .oauth(let grant)? = AuthSettings.read(&reader, url: nil) else { return (nil, "") }
        try reader.check()
        let request = grant.request(to: try #require(WebAddress("https://auth.example.org/token")), refreshToken: nil)
        return (request.headers["Content-Type"], String(decoding: request.body ?? [], as: UTF8.self))
    }

    @Test(
        "have the parameters and the form that the options name",
        arguments: [
            (
                #""type": "oauth2_client_credentials", "client_secret": "abcd", "parameters": {"audience": "https://a/", "resource": ["x", "y"]}"#,
                "grant_type=client_credentials&client_id=me&client_secret=abcd&audience=https%3A%2F%2Fa%2F&resource=x&resource=y"
            ),
            (
                #""type": "oauth2_client_credentials", "client_secret": "abcd", "parameters": {"grant_type": "urn:x"}, "client_auth": "basic""#,
                "grant_type=urn%3Ax"
            ),
            (
                #""type": "oauth2_client_credentials", "client_secret": "abcd", "as": "json", "scopes": ["a", "b"], "parameters": {"resource": ["x", "y", "z"]}"#,
                #"{"grant_type":"client_credentials","scope":"a b","client_id":"me","client_secret":"abcd","resource":["x","y","z"]}"#
            ),
            (
                #""type": "oauth2_password", "username": "a@b", "password": "pa&ss""#,
                "grant_type=password&username=a%40b&password=pa%26ss&client_id=me"
            ),
            (
                #""type": "oauth2_password", "username": "u", "password": "pass", "client_secret": "abcd", "as": "json""#,
                #"{"grant_type":"password","username":"u","password":"pass","client_id":"me","client_secret":"abcd"}"#
            ),
        ])
    func options(_ options: String, _ text: String) throws {
        let body = try body(options)
        #expect(body.text == text)
        #expect(body.type == (options.contains("json") ? "application/json" : "application/x-www-form-urlencoded"))
    }

    @Test(
        "find the token and its end where the options say",
        arguments: [
            (#"{"data": [{"token": "t-1"}], "end": 100}"#, 100.0), (#"{"data": [{"token": "t-1"}], "end": "100"}"#, 100),
            (#"{"data": [{"token": "t-1"}], "end": 2000000050}"#, 50), (#"{"data": [{"token": "t-1"}], "end": 2000000050000}"#, 50),
            (#"{"data": [{"token": "t-1"}], "end": "2033-05-18T03:34:10Z"}"#, 50), (#"{"data": [{"token": "t-1"}]}"#, nil),
            (#"{"data": [{"token": "t-1"}], "end": [], "expires_in": 5}"#, nil),
            (#"{"data": [{"token": "t-1"}], "end": "soon"}"#, nil), (#"{"data": [{"token": "t-1"}], "end": 2000000000}"#, nil),
            (#"{"data": [{"token": "t-1"}], "end": "2013-05-18T03:34:10Z"}"#, nil),
            (#"{"data": [{"token": "t-1"}], "end": "2033-05-18T03:34:10"}"#, nil),
            (#"{"data": [{"token": "t-1"}], "end": "2033-05-18T05:34:10+02:00"}"#, 50),
        ] as [(String, Double?)])
    func places(_ body: String, _ lifetime: Double?) throws {
        let places = TokenPlaces(token: JSONPathStep.place(".data[0].token"), expiry: JSONPathStep.place("end"))
        let tokens = try IssuedTokens(
            .json(200, body), from: 0, secrets: LearnedSecrets(), places: places, wallTime: 2_000_000_000)
        #expect(tokens.token == AccessToken("t-1", lifetime: lifetime, from: 0))
    }

    @Test("may be lists") func lists() throws {
        let places = TokenPlaces(token: JSONPathStep.place(".[0].token"), expiry: JSONPathStep.place(".[0].end"))
        func read(_ body: String) throws -> IssuedTokens {
            try IssuedTokens(.json(200, body), from: 0, secrets: LearnedSecrets(), places: places)
        }
        let tokens = try read(#"[{"token": "t-1", "refresh_token": "r-1", "end": 100}]"#)
        #expect(tokens.token == AccessToken("t-1", lifetime: 100, from: 0))
        #expect(tokens.refreshToken == "r-1")
        #expect(throws: TokenFault.malformed("JSON without .[0].token")) { try read("[]") }
    }

    @Test("say which place lacks a token") func missing() throws {
        let places = TokenPlaces(token: JSONPathStep.place(".data.token"))
        #expect(throws: TokenFault.malformed("an object without .data.token")) {
            try IssuedTokens(.json(200, #"{"access_token": "x"}"#), from: 0, secrets: LearnedSecrets(), places: places)
        }
        let secrets = LearnedSecrets()
        #expect(throws: TokenFault.self) {
            try IssuedTokens(.json(400, #"{"data": {"token": "secret-token"}}"#), from: 0, secrets: secrets, places: places)
        }
        #expect(secrets.maskedExternalText("secret-token") == "***")
    }

    @Test(
        "have the other tokens beside the access token, or at the top",
        arguments: [
            (#"{"data": {"token": "t-1", "refresh_token": "inner-1", "id_token": "id-12"}, "refresh_token": "outer-1"}"#, "inner-1"),
            (#"{"data": {"token": "t-1", "refresh_token": "", "id_token": "id-12"}, "refresh_token": "outer-1"}"#, "outer-1"),
            (#"{"data": {"token": "t-1", "id_token": "id-12"}, "x": {"refresh_token": "other-1"}}"#, nil),
        ] as [(String, String?)])
    func refreshTokens(_ body: String, _ refreshToken: String?) throws {
        let secrets = LearnedSecrets()
        let places = TokenPlaces(token: JSONPathStep.place(".data.token"))
        let tokens = try IssuedTokens(.json(200, body), from: 0, secrets: secrets, places: places)
        #expect(tokens.refreshToken == refreshToken)
        #expect(secrets.snapshot.masked("id-12 \(refreshToken ?? "***")") == "*** ***")
    }

    @Test("are sent twice only without a refresh token, because the server may replace it") func idempotence() throws {
        #expect(try request(.body, secret: "abcd").isIdempotent)
        #expect(try !request(.body, secret: "abcd", refreshToken: "r").isIdempotent)
    }
}
