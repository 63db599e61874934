import TestSupport
import Testing

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline

@Suite("The option auth") struct AuthSettingsTests {
    private func read(_ auth: String, url: String = "https://api.example.org/") throws -> AuthSettings {
        var options = try OptionReader(json: auth.isEmpty ? "{}" : #"{"auth": \#(auth)}"#)
        let settings = AuthSettings.read(&options, url: MaskedText(url)) ?? .userOfURL
        try options.check()
        return settings
    }

    @Test(
        "gives the parts of each request",
        arguments: [
            ("", []), (#"{"type": "none"}"#, []), (#"{"type": "bearer", "token": "abc.def"}"#, [.bearer("abc.def")]),
            // RFC 7617, section 2 and 2.1
            (
                #"{"type": "basic", "username": "Aladdin", "password": "open sesame"}"#,
                [.header(name: "Authorization", value: "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")]
            ),
            (
                #"{"type": "basic", "username": "test", "password": "123£"}"#,
                [.header(name: "Authorization", value: "Basic dGVzdDoxMjPCow==")]
            ),
            (#"{"type": "basic", "username": "token"}"#, [.header(name: "Authorization", value: "Basic dG9rZW46")]),
            (#"{"type": "api_key", "name": "X-Api-Key", "value": "secret-key"}"#, [.header(name: "X-Api-Key", value: "secret-key")]),
            (#"{"type": "api_key", "name": "key", "value": "a&b", "in": "query"}"#, [.query(name: "key", value: "a&b")]),
            (
                #"{"type": "headers", "headers": {"X-One": "first", "X-Two": "second"}}"#,
                [.header(name: "X-One", value: "first"), .header(name: "X-Two", value: "second")]
            ),
        ] as [(String, [CredentialPart])])
    func parts(_ auth: String, _ expected: [CredentialPart]) throws { #expect(try read(auth).parts() == expected) }

    @Test(
        "warns of a token that begins with the word that the request adds",
        arguments: [("Bearer abc", 1), ("bearer abc", 1), ("bearerabc", 0), ("abc", 0)])
    func bearerTwice(_ token: String, _ count: Int) throws {
        var options = try OptionReader(json: #"{"auth": {"type": "bearer", "token": "\#(token)"}}"#)
        _ = AuthSettings.read(&options, url: nil)
        #expect(options.warnings.count { $0.message.hasPrefix("the token begins with \"Bearer\"") } == count)
    }

    @Test("is basic if it is missing and the URL contains a user") func userInURL() throws {
        let url = "https://us%C3%A9r:p%40ss@api.example.org/"
        #expect(try read("", url: url).parts() == [BasicCredentials(user: "usér", password: "p@ss").part])
        #expect(try read(#"{"type": "none"}"#, url: url).parts() == [])
        #expect(try read(#"{"type": "bearer", "token": "abcd"}"#, url: url).parts() == [.bearer("abcd")])
    }

    @Test("reads the options of OAuth") func oauth() throws {
        let common = #""token_url": "https://auth.example.org/token", "client_id": "me", "client_secret": "hush-hush""#
        guard case .oauth(let grant) = try read(#"{"type": "oauth2_client_credentials", \#(common), "scopes": ["a", "b"]}"#) else {
            Issue.record("expected OAuth")
            return
        }
        #expect(grant.kind == .clientCredentials)
        #expect(grant.authentication == .body)
        #expect(grant.scopes == ["a", "b"])
        let text = #"{"type": "oauth2_refresh_token", \#(common), "refresh_token": "first", "store": "t.json", "client_auth": "basic"}"#
        guard case .oauth(let grant) = try read(text) else {
            Issue.record("expected OAuth")
            return
        }
        guard case .refreshToken(let initial, let store) = grant.kind else {
            Issue.record("expected a refresh token")
            return
        }
        #expect(initial.value == "first")
        #expect(store.value == "t.json")
        #expect(grant.authentication == .basic)
    }

    @Test(
        "refuses what no request can carry",
        arguments: [
            (
                #"{"type": "bearer", "token": "abcd\r\nX-Evil: 1"}"#, "auth.token",
                "expected a text that a request can carry, found another: it contains a line break"
            ),
            (
                #"{"type": "bearer", "token": "abcd\u0000"}"#, "auth.token",
                "expected a text that a request can carry, found another: it contains a control character"
            ),
            (
                #"{"type": "basic", "username": "a:b", "password": "xxxx"}"#, "auth.username",
                "expected a text that a request can carry, found another: it contains a colon, which would end it"
            ),
            (
                #"{"type": "basic", "username": "ab", "password": "xxxx\n"}"#, "auth.password",
                "expected a text that a request can carry, found another: it contains a line break"
            ),
            (
                #"{"type": "api_key", "name": "X Key", "value": "xxxx"}"#, "auth.name",
                "expected a text that a request can carry, found another: it contains characters that no header name can contain"
            ),
            (
                #"{"type": "api_key", "name": "Host", "value": "xxxx"}"#, "auth.name",
                "expected a text that a request can carry, found another: the program itself sets this header"
            ),
            (
                #"{"type": "api_key", "name": "", "value": "xxxx", "in": "query"}"#, "auth.name",
                "expected a text that a request can carry, found another: it is empty"
            ),
            (
                #"{"type": "headers", "headers": {"X-A": "ok", "X-B": "no\u0007"}}"#, "auth.headers",
                "expected a text that a request can carry, found another: it contains a control character"
            ),
            (
                #"{"type": "headers", "headers": {"Content-Length": "5"}}"#, "auth.headers",
                "expected a text that a request can carry, found another: the program itself sets this header"
            ),
            (
                #"{"type": "oauth2_client_credentials", "token_url": "http://auth.example.org/", "client_id": "me", "client_secret": "xxxx"}"#,
                "auth.token_url", "expected an https URL, because the URL of the step is one; over http, others could read the secret"
            ),
            (
                #"{"type": "oauth2_client_credentials", "token_url": "https://me:xxxx@a.example/", "client_id": "me", "client_secret": "xxxx"}"#,
                "auth.token_url", "expected a URL without a user, because requests to it would not carry the user"
            ),
            (
                #"{"type": "session", "login_url": "https://me:xxxx@a.example/"}"#, "auth.login_url",
                "expected a URL without a user, because requests to it would not carry the user"
            ),
            (
                #"{"type": "oauth2_client_credentials", "token_url": "https://a.example:99999/", "client_id": "me", "client_secret": "xxxx"}"#,
                "auth.token_url", "expected a text that a request can carry, found another: it is no valid URL"
            ),
            (
                #"{"type": "oauth2_refresh_token", "token_url": "https://a.example/", "client_id": "me", "refresh_token": "ü-xxxx", "store": "s"}"#,
                "auth.refresh_token", "expected a text that a request can carry, found another: it contains characters outside of ASCII"
            ),
        ])
    func refuses(_ auth: String, _ place: String, _ message: String) {
        let error = #expect(throws: PipelineFileError.self) { try read(auth) }
        #expect(error?.list.map(\.path) == [place])
        #expect(error?.list.map(\.message) == [message])
        let text = error.map { "\($0)" } ?? ""
        #expect(!text.contains("xxxx") && !text.contains("abcd"))
    }

    @Test(
        "takes a token server without TLS only on this machine, and not beside a URL with TLS",
        arguments: [
            (nil, "http://auth.example.org/", false), (nil, "http://127.0.0.1:8000/", true), (nil, "http://localhost:8000/", true),
            (nil, "http://[::1]:8000/", true), (nil, "http://127.0.0.1.example.org/", false), (nil, "http://10.0.0.1/", false),
            (nil, "https://auth.example.org/", true), ("http://api.example.org/", "http://auth.example.org/", false),
            ("http://api.example.org/", "http://127.0.0.1/", true), ("https://api.example.org/", "http://127.0.0.1/", false),
        ])
    func tokenServer(_ url: String?, _ endpoint: String, _ isAccepted: Bool) throws {
        let auth = #"{"type": "oauth2_client_credentials", "token_url": "\#(endpoint)", "client_id": "me", "client_secret": "xxxx"}"#
        var options = try OptionReader(json: #"{"auth": \#(auth)}"#)
        _ = AuthSettings.read(&options, url: url.map { MaskedText($0) })
        guard !isAccepted else { return try options.check() }
        let error = #expect(throws: PipelineFileError.self) { try options.check() }
        #expect(error?.list.map(\.path) == ["auth.token_url"])
        let reason = url?.hasPrefix("https:") == true ? "the URL of the step is one" : "the server is not on this machine"
        #expect(
            error?.list.map(\.message) == ["expected an https URL, because \(reason); over http, others could read the secret"])
    }

    @Test(
        "shows no secret among the effective options",
        arguments: [
            #"{"type": "bearer", "token": "hush-1"}"#, #"{"type": "basic", "username": "me", "password": "hush-1"}"#,
            #"{"type": "api_key", "name": "X-Id", "value": "hush-1"}"#,
            #"{"type": "headers", "headers": {"X-Id": "hush-1", "X-Other": 5}}"#,
            #"{"type": "oauth2_client_credentials", "token_url": "https://a.example/?key=hush-1", "client_id": "me", "client_secret": "hush-1"}"#,
            #"{"type": "oauth2_refresh_token", "token_url": "https://a.example/", "client_id": "me", "refresh_token": "hush-1", "store": "s"}"#,
            #"{"type": "oauth2_password", "token_url": "https://a.example/", "client_id": "me", "username": "u", "password": "hush-1"}"#,
            #"{"type": "hmac", "secret": "hush-1", "sign": "x", "headers": {"X-S": "{signature}"}}"#,
            #"{"type": "aws_sigv4", "service": "s3", "region": "r", "access_key": "k", "secret_key": "hush-1"}"#,
        ])
    func effective(_ auth: String) throws {
        var options = try OptionReader(json: #"{"auth": \#(auth)}"#)
        _ = AuthSettings.read(&options, url: nil)
        try options.check()
        let text = JSONValue.object(options.effective).compactText
        #expect(text.contains("***"))
        #expect(!text.contains("hush-1"))
        #expect(options.secrets.masked("hush-1") == "***")
    }

    @Test("refuses a URL whose user contains a line break") func userWithLineBreak() {
        #expect(throws: PipelineFileError.self) { try read("", url: "https://a%0D%0AX:b@example.org/") }
    }

    @Test("identifies accounts, and not access tokens") func identities() throws {
        let texts = [
            "", #"{"type": "bearer", "token": "abcd"}"#, #"{"type": "bearer", "token": "abce"}"#,
            #"{"type": "basic", "username": "ab", "password": "cd"}"#, #"{"type": "basic", "username": "a", "password": "bcd"}"#,
            #"{"type": "api_key", "name": "X-Key", "value": "abcd"}"#,
            #"{"type": "api_key", "name": "X-Key", "value": "abcd", "in": "query"}"#,
            #"{"type": "headers", "headers": {"X-Key": "abcd"}}"#,
            #"{"type": "oauth2_client_credentials", "token_url": "https://a.example/", "client_id": "me", "client_secret": "abcd"}"#,
            #"{"type": "oauth2_client_credentials", "token_url": "https://a.example/", "client_id": "you", "client_secret": "abcd"}"#,
            #"{"type": "oauth2_refresh_token", "token_url": "https://a.example/", "client_id": "me", "refresh_token": "one1", "store": "s"}"#,
            #"{"type": "oauth2_refresh_token", "token_url": "https://a.example/", "client_id": "me", "refresh_token": "two2", "store": "s"}"#,
            #"{"type": "oauth2_password", "token_url": "https://a.example/", "client_id": "me", "username": "u", "password": "abcd"}"#,
            #"{"type": "session", "login_url": "https://a.example/", "body": {"json": {"user": "a"}}}"#,
            #"{"type": "session", "login_url": "https://a.example/", "body": {"json": {"user": "b"}}}"#,
            #"{"type": "hmac", "secret": "abcd", "sign": "x", "headers": {"X-S": "{signature}"}}"#,
            #"{"type": "hmac", "secret": "abcd", "sign": "x", "headers": {"X-S": "you {signature}"}}"#,
            #"{"type": "aws_sigv4", "service": "s3", "region": "r", "access_key": "k", "secret_key": "abcd"}"#,
            #"{"type": "aws_sigv4", "service": "s3", "region": "r", "access_key": "l", "secret_key": "abcd"}"#,
        ]
        #expect(Set(try texts.map { try read($0).identity }).count == texts.count)
        #expect(try read("").identity == "")
    }

    @Test("names the hosts that pages may have") func allowHosts() throws {
        var options = try OptionReader(json: #"{"allow_hosts": ["*.example.org", "https://x.org"]}"#)
        #expect(HostPattern.read(&options).map(\.host) == ["example.org"])
        let error = #expect(throws: PipelineFileError.self) { try options.check() }
        #expect(
            error?.list.map(\.message) == [
                "expected a host such as api.example.org, *.example.org or localhost:8080, found \"https://x.org\""
            ])
    }

    @Test("has a store that no output and no input of the pipeline may be") func store() throws {
        let folder = try ScratchFolder()
        func problems(_ store: String, sink: String) throws -> [String] {
            var options = try OptionReader(
                json:
                    #"{"auth": {"type": "oauth2_refresh_token", "token_url": "https://a.example/", "client_id": "me", "refresh_token": "abcd", "store": "\#(folder.path)/\#(store)"}}"#
            )
            _ = AuthSettings.read(&options, url: nil)
            try options.check()
            let sink = FileUse(.output, "\(folder.path)/\(sink)", place: "sinks[0].to", range: nil)
            return FileUse.clashes(among: options.files + options.files + [sink], pipelineFile: "\(folder.path)/pipeline.json").map(
                \.message)
        }
        #expect(try problems("token", sink: "out") == [])
        #expect(try problems("token", sink: "token") == ["this file is the store of auth.store, too; one of the two would be lost"])
        #expect(try !problems("pipeline.json", sink: "out").isEmpty)
    }
}
