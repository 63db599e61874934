import JSONParsing
import Testing

@testable import HTTP
@testable import Pipeline

@Suite("Responses of token servers") struct TokenResponseTests {
    private func read(
        _ status: Int, _ body: String, secrets: LearnedSecrets = LearnedSecrets()
    ) -> Result<IssuedTokens, TokenFault> {
        Result { () throws(TokenFault) in try IssuedTokens(.json(status, body), from: 1000, secrets: secrets) }
    }

    @Test(
        "give tokens and the time of the renewal",
        arguments: [
            (#"{"access_token":"abcd","token_type":"Bearer","expires_in":3600}"#, "abcd", 4540, nil),
            (#"{"access_token":"abcd","expires_in":100,"refresh_token":"next"}"#, "abcd", 1090, "next"),
            (#"{"access_token":"abcd","expires_in":"600"}"#, "abcd", 1540, nil), (#"{"access_token":"abcd"}"#, "abcd", nil, nil),
            (#"{"access_token":"abcd","expires_in":null,"refresh_token":""}"#, "abcd", nil, nil),
            (#"{"access_token":"abcd","expires_in":0}"#, "abcd", 1000, nil),
            (#"{"access_token":"abcd","expires_in":-5}"#, "abcd", 1000, nil),
            (#"{"access_token":"abcd","expires_in":1e400}"#, "abcd", nil, nil),
            (#"{"access_token":"abcd","expires_in":"soon"}"#, "abcd", nil, nil),
            (#"{"access_token":"abcd","error":"","token_type":"bot","scope":"a b","x":{"y":[1]}}"#, "abcd", nil, nil),
        ] as [(String, String, Double?, String?)])
    func tokens(_ body: String, _ token: String, _ renewal: Double?, _ refreshToken: String?) throws {
        let response = try read(200, body).get()
        #expect(response.token.parts == [.bearer(token)])
        #expect(response.token.renewal == renewal)
        #expect(response.refreshToken == refreshToken)
    }

    @Test(
        "that give no token say why",
        arguments: [
            // RFC 6749, section 5.2
            (400, #"{"error":"invalid_client"}"#, .refused("invalid_client", description: nil)),
            (
                401, #"{"error":"invalid_client","error_description":"Bad\u001b[31m client"}"#,
                .refused("invalid_client", description: "Bad␛[31m client")
            ),
            (403, #"{"error":{"code":190,"message":"expired"}}"#, .refused("expired", description: nil)),
            (200, #"{"ok":false,"error":"invalid_auth"}"#, .refused("invalid_auth", description: nil)),
            (401, "<html>no</html>", .refused("status 401", description: nil)), (400, "", .refused("status 400", description: nil)),
            (400, #"{"error":"temporarily_unavailable"}"#, .unavailable("temporarily_unavailable")),
            (404, "<html>", .unavailable("status 404")), (429, #"{"error":"slow"}"#, .unavailable("status 429")),
            (503, #"{"error":"invalid_client"}"#, .unavailable("status 503")),
            (302, "", .unavailable("it redirects (status 302); the option takes the final URL")),
            (200, "access_token=abcd", .malformed("no JSON object")), (204, "", .malformed("no JSON object")),
            (200, "[]", .malformed("no JSON object")), (200, "{}", .malformed("an object without \"access_token\"")),
            (200, #"{"access_token":5}"#, .malformed("an object without \"access_token\"")),
            (200, #"{"access_token":""}"#, .malformed("an access token that is invalid: it is empty")),
            (200, #"{"access_token":"a\r\nX-Evil: 1"}"#, .malformed("an access token that is invalid: it contains a line break")),
            (200, #"{"access_token":"é"}"#, .malformed("an access token that is invalid: it contains characters outside of ASCII")),
            (
                200, #"{"access_token":"a","refresh_token":"b\u0000"}"#,
                .malformed("a refresh token that is invalid: it contains a control character")
            ),
            (200, #"{"access_token":"a","token_type":"DPoP"}"#, .malformed("a token of the type \"dpop\", which is not supported")),
            (200, #"{"access_token":"a","access_token":"b"}"#, .malformed("no JSON object")),
        ] as [(Int, String, TokenFault)])
    func faults(_ status: Int, _ body: String, _ fault: TokenFault) {
        #expect(read(status, body) == .failure(fault))
    }

    @Test("that are cut at any byte give no token") func cuts() throws {
        let body = #"{"access_token":"abcd","token_type":"Bearer","expires_in":3600,"refresh_token":"next"}"#
        for count in 0..<body.utf8.count {
            #expect(read(200, String(body.prefix(count))) == .failure(.malformed("no JSON object")))
        }
    }

    @Test(
        "nest without an end, or are too long, and give no token",
        arguments: [
            String(repeating: "[", count: 100_000),
            #"{"access_token":"abcd","x":""# + String(repeating: "x", count: TokenReply.maxBytes) + "\"}",
        ])
    func hostile(_ body: String) { #expect(read(200, body) == .failure(.malformed("no JSON object"))) }

    @Test("quote at most 200 characters of an error, without secrets of the run") func quotes() {
        let secrets = LearnedSecrets()
        secrets.insert(["hush/hush"])
        let body =
            #"{"error":"x","error_description":"hush/hush hush%2Fhush token=zzzz https://u:pw@a.example/ \#(String(repeating: "x", count: 500))"}"#
        guard case .failure(.refused("x", let description?)) = read(400, body, secrets: secrets) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(description.hasPrefix("*** *** token=*** https://a.example/ xxx"))
        #expect(description.count == 201)
    }

    @Test("make their tokens secrets of the run, also beside an error") func learning() {
        let secrets = LearnedSecrets()
        _ = read(
            400, #"{"error":"about acc-1234 and ref-1234","access_token":"acc-1234","refresh_token":"ref-1234"}"#, secrets: secrets)
        #expect(secrets.snapshot.masked("acc-1234 ref-1234") == "*** ***")
        let again = read(400, #"{"error":"e acc-1234 ref-1234"}"#, secrets: secrets)
        #expect(again == .failure(.refused("e *** ***", description: nil)))
    }
}

extension Result where Success == IssuedTokens, Failure == TokenFault {
    fileprivate init(_ body: () throws(TokenFault) -> IssuedTokens) {
        do throws(TokenFault) { self = .success(try body()) } catch { self = .failure(error) }
    }
}

@Suite("Access tokens") struct AccessTokenTests {
    @Test(
        "are used until shortly before they expire",
        arguments: [
            (3600, 3539, true), (3600, 3540, false), (600, 539, true), (600, 540, false), (10, 8.9, true), (10, 9, false), (0, 0, false),
            (-1, 0, false), (nil, 1e9, true),
        ] as [(Double?, Double, Bool)])
    func expiry(_ lifetime: Double?, _ age: Double, _ isUsable: Bool) {
        #expect(AccessToken("abcd", lifetime: lifetime, from: 5000).isUsable(now: 5000 + age) == isUsable)
    }
}
