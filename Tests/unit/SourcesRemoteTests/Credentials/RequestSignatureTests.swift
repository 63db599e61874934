import Testing

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import WebAddresses

@Suite("Signed requests") struct RequestSignatureTests {
    private static func request(
        _ method: String, _ url: String, _ headers: HTTPHeaders = [:], _ body: String? = nil, secrets: [CredentialPart] = []
    ) throws -> HTTPRequest {
        var request = HTTPRequest(try #require(WebAddress(url)))
        request.method = method
        request.headers = headers
        request.body = body.map { Array($0.utf8) }
        request.credentials = secrets
        return request
    }

    private static func read(_ auth: String) throws -> AuthSettings {
        var options = try OptionReader(json: #"{"auth": \#(auth)}"#)
        let settings = AuthSettings.read(&options, url: MaskedText("https://api.example.org/")) ?? .userOfURL
        try options.check()
        return settings
    }

    /// The header fields that the option `auth` adds to a request.
    private static func signed(_ auth: String, _ request: HTTPRequest, seconds: Double) throws -> [CredentialPart] {
        guard case .signature(let signature) = try read(auth) else { return [] }
        return signature.parts(for: SignedRequest(request, seconds: seconds))
    }

    /// 2015-10-21T07:28:00Z
    private static let seconds = 1_445_412_480.25

    @Test(
        "carry an HMAC of what a template makes of them",
        arguments: [
            (#""secret": "hush-hush""#, "d598741e27ba105804c3962e0e0c58c32653c4973eb70e262399d44bbba08790"),
            (
                #""secret": "hush-hush", "algorithm": "sha512""#,
                "38eaa068f0b9d5730ddb6527f07b9c65252393e2084bdc373fb5aed9112efa0b7dc4d5145a09dfb853cc7d8a17e2c97398926d01193599f1098cc58fecb92b7e"
            ), (#""secret": "hush-hush", "algorithm": "sha1""#, "521cbeb7d4da09c6e7c773184582cdb0fa17a908"),
            (#""secret": "hush-hush", "encoding": "base64""#, "1Zh0Hie6EFgEw5YuDgxYwyZTxJc+tw4mI5nUS7ugh5A="),
            (
                #""secret_as": "hex", "secret": "00ff1000ff1000ff1000FF1000ff1000ff1000ff1000ff1000ff1000ff1000ff1000ff1000ff1000ff1000ff1000ff1000ff1000ff1000ff1000ff10""#,
                "e0af2a633689e76649bd15fdd0397bc0d6f4e334450640c0abe91117e5198ee6"
            ),
            (#""secret_as": "base64", "secret": "c2VjcmV0LWtleQ==""#, "2839800bf3d58eca51e3013a0cf4c225fa5f80b66b8e0d61b230a8cf0a9cbcca"),
        ])
    func hmac(_ options: String, _ signature: String) throws {
        let auth =
            #"{"type": "hmac", \#(options), "sign": "{method}\n{path}\n{query}\n{timestamp}\n{body}", "#
            + #""headers": {"X-Signature": "v1={signature}", "X-Timestamp": "{timestamp}", "X-Client": "me"}}"#
        let request = try Self.request(
            "POST", "https://api.example.org/v1/list?a=1", ["Content-Type": "application/json"], #"{"a":"é"}"#,
            secrets: [.query(name: "b", value: " x")])
        #expect(
            try Self.signed(auth, request, seconds: Self.seconds) == [
                .header(name: "X-Signature", value: "v1=\(signature)"), .header(name: "X-Timestamp", value: "1445412480"),
                .header(name: "X-Client", value: "me"),
            ])
    }

    @Test("give templates these values") func values() throws {
        let names = SignatureTemplate.Value.allCases.filter { $0 != .signature }.map { "{\($0.rawValue)}" }
        let template = try SignatureTemplate(names.joined(separator: "|"))
        let request = try Self.request("PUT", "https://API.example.org:8443/a%20b?q=%26", [:], "hello")
        let text = String(decoding: template.bytes(of: SignedRequest(request, seconds: Self.seconds), signature: ""), as: UTF8.self)
        #expect(
            text.split(separator: "|").map(String.init) == [
                "PUT", "https://api.example.org:8443/a%20b?q=%26", "api.example.org:8443", "/a%20b", "q=%26", "/a%20b?q=%26", "hello",
                "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", "Wed, 21 Oct 2015 07:28:00 GMT", "2015-10-21T07:28:00Z",
                "1445412480", "1445412480250",
            ])
    }

    struct AWSExample: Sendable, CustomTestStringConvertible {
        let name: String
        let service: String
        var method = "GET"
        let url: String
        var headers: HTTPHeaders = [:]
        var body: String?
        var token: String?
        /// The names of the signed header fields and the signature.
        let expected: (names: String, signature: String)
        var testDescription: String { name }
    }

    /// The first four are documented by AWS: its test suite for Signature Version 4, and the example in its guide. The others are those of
    /// botocore 1.x for the same key and time.
    private static let awsExamples = [
        AWSExample(
            name: "get-vanilla", service: "service", url: "https://example.amazonaws.com/",
            expected: ("host;x-amz-date", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")),
        AWSExample(
            name: "get-vanilla-query-order-key", service: "service", url: "https://example.amazonaws.com/?Param2=value2&Param1=value1",
            expected: ("host;x-amz-date", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500")),
        AWSExample(
            name: "post-x-www-form-urlencoded", service: "service", method: "POST", url: "https://example.amazonaws.com/",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "Param1=value1",
            expected: ("content-type;host;x-amz-date", "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a")),
        AWSExample(
            name: "ListUsers of IAM", service: "iam", url: "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08",
            headers: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8", "Accept": "application/json"],
            expected: ("content-type;host;x-amz-date", "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7")),
        AWSExample(
            name: "a session token and a target", service: "dynamodb", method: "POST", url: "https://dynamodb.us-east-1.amazonaws.com/",
            headers: ["Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB_20120810.Scan"],
            body: #"{"TableName":"t","Limit":2}"#, token: "session-token-value",
            expected: (
                "content-type;host;x-amz-date;x-amz-security-token;x-amz-target",
                "58f7a5cfe83810e6c1fb45eede35f97ebf8626a54dfb9dfb6403a7bd3a2fc71c"
            )),
        AWSExample(
            name: "an encoded path, repeated and empty items", service: "es", method: "POST",
            url: "https://search.us-east-1.es.amazonaws.com/my%20index/_search?a=1&A=2&b&a=0&c=%E2%82%AC~",
            headers: ["Content-Type": "application/json"], body: #"{"query":"é"}"#,
            expected: ("content-type;host;x-amz-date", "b9d3627deef9756f809b2060edd84ff959b694d81a6b51836382b6a89c51ae6f")),
        AWSExample(
            name: "a path with empty segments, and a port", service: "es",
            url: "https://search.us-east-1.es.amazonaws.com:8443/a//b/./c/../d%2Fe/",
            expected: ("host;x-amz-date", "c785d4732cdfdcb2a56ada0655f1e58a9f28a46655a7779dcdea8028bee01ca5")),
        AWSExample(
            name: "a key of S3", service: "s3", url: "https://bucket.s3.amazonaws.com/a//b/key%20with%2Bplus.txt?list-type=2&prefix=a%2Fb",
            expected: ("host;x-amz-content-sha256;x-amz-date", "7bec6149ebf7658bf6d068f57f344047b5e630665f72483116165624096c5602")),
        AWSExample(
            name: "a body for S3", service: "s3", method: "PUT", url: "https://bucket.s3.amazonaws.com/key",
            headers: ["Content-Type": "text/plain"], body: "hello",
            expected: (
                "content-type;host;x-amz-content-sha256;x-amz-date", "503ed0ab727401989494ab9a9e6481fc40bdcdd0b6c1dde569bb86b20cac3c44"
            )),
    ]

    @Test("carry the signature of AWS", arguments: awsExamples) func aws(_ example: AWSExample) throws {
        let token = example.token.map { #", "session_token": "\#($0)""# } ?? ""
        let auth =
            #"{"type": "aws_sigv4", "service": "\#(example.service)", "region": "us-east-1", "access_key": "AKIDEXAMPLE", "#
            + #""secret_key": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"\#(token)}"#
        let request = try Self.request(example.method, example.url, example.headers, example.body)
        let parts = try Self.signed(auth, request, seconds: 1_440_938_160)
        let scope = "20150830/us-east-1/\(example.service)/aws4_request"
        let value =
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\(scope), SignedHeaders=\(example.expected.names), "
            + "Signature=\(example.expected.signature)"
        #expect(parts.last == .header(name: "Authorization", value: value))
        #expect(parts.first == .header(name: "X-Amz-Date", value: "20150830T123600Z"))
        #expect(parts.contains(.header(name: "X-Amz-Security-Token", value: "session-token-value")) == (example.token != nil))
    }

    @Test("sign a query as servers decode it") func strictQuery() throws {
        let auth = #"{"type": "aws_sigv4", "service": "es", "region": "r", "access_key": "k", "secret_key": "secret"}"#
        let lenient = try Self.signed(auth, Self.request("GET", "https://a.example/?q=a:b,c&r=x+y"), seconds: 0)
        let strict = try Self.signed(auth, Self.request("GET", "https://a.example/?r=x%20y&q=a%3Ab%2Cc"), seconds: 0)
        #expect(lenient == strict)
    }

    private static let auth =
        #"{"type": "hmac", "secret": "hush-hush", "sign": "{target} {milliseconds}", "headers": {"X-Signature": "{signature}", "X-Time": "{timestamp}"}}"#

    /// A client whose requests are signed, on a server that answers by a script.
    private static func exchange(_ script: @escaping @Sendable (HTTPRequest, Int) throws -> HTTPResponse) throws -> (
        client: HTTPClient, transport: ScriptedTransport, clock: ScriptedClock
    ) {
        let clock = ScriptedClock()
        let home = WebOrigin(scheme: "https", host: "api.example.org", port: 443)
        let secrets = LearnedSecrets()
        let credentials = Credentials(
            try read(auth), scope: CredentialScope(home: home, allowed: []), requester: nil, clock: clock.clock(), secrets: secrets)
        let transport = ScriptedTransport(script)
        let network = RunNetwork(transport: transport, clock: clock.clock(), trace: nil)
        return (HTTPClient(ClientSettings(), network: network, secrets: secrets, credentials: credentials), transport, clock)
    }

    @Test("are signed anew for each attempt, when they are sent") func attempts() async throws {
        let (client, transport, clock) = try Self.exchange { _, number in
            number == 0 ? .scripted(429, ["Retry-After": "60"]) : .scripted(body: "[]")
        }
        _ = try await client.fetch(try ScriptedExchange.request())
        let requests = transport.requests
        #expect(requests.count == 2)
        #expect(requests[1].wireHeaders["X-Time"] == "\(Int(clock.clock().wallTime()))")
        let earlier = requests[1].wireHeaders["X-Signature"]
        clock.advance(by: 1)
        #expect(requests[1].wireHeaders["X-Signature"] != earlier)
        // Nothing of the signature is in the request that messages and caches see.
        #expect(requests[1].headers["X-Signature"] == nil)
        #expect(requests[1].credentials == [])
        #expect(requests[1].identity?.isEmpty == false)
    }

    @Test("lose the signature at a redirect to another host") func redirects() async throws {
        let (client, transport, _) = try Self.exchange { _, number in
            number == 0 ? .scripted(302, ["Location": "https://cdn.example.org/items"]) : .scripted(body: "[]")
        }
        _ = try await client.fetch(try ScriptedExchange.request())
        #expect(transport.requests.map { $0.wireHeaders["X-Signature"] != nil } == [true, false])
    }

    @Test(
        "are refused with options that make no signature",
        arguments: [
            (#""secret": "zz", "secret_as": "hex", "sign": "x", "headers": {"X-S": "{signature}"}"#, "it is not hexadecimal"),
            (#""secret": "abc", "secret_as": "hex", "sign": "x", "headers": {"X-S": "{signature}"}"#, "it is not hexadecimal"),
            (#""secret": "a?", "secret_as": "base64", "sign": "x", "headers": {"X-S": "{signature}"}"#, "it is not Base64"),
            (#""secret": "abcd", "sign": "{verb}", "headers": {"X-S": "{signature}"}"#, "expected one of method, url"),
            (#""secret": "abcd", "sign": "{path", "headers": {"X-S": "{signature}"}"#, #""{" has no "}""#),
            (#""secret": "abcd", "sign": "{signature}", "headers": {"X-S": "{signature}"}"#, "the signature cannot sign itself"),
            (#""secret": "abcd", "sign": "x", "headers": {"X-S": "{path}"}"#, "expected a header with {signature}"),
            (#""secret": "abcd", "sign": "x", "headers": {"Host": "{signature}"}"#, "the program itself sets this header"),
            (#""secret": "abcd", "sign": "x", "headers": {"X-S": "a\n{signature}"}"#, "it contains a line break"),
        ])
    func problems(_ options: String, _ message: String) {
        let error = #expect(throws: PipelineFileError.self) { try Self.read(#"{"type": "hmac", \#(options)}"#) }
        #expect(error?.list.contains { $0.message.contains(message) } == true, "\(error?.list.map(\.message) ?? [])")
    }

    @Test("of AWS have names that fit into a header", arguments: ["eu/central", "a b", "a,b", "a\\nb"]) func awsNames(_ region: String) {
        #expect(throws: PipelineFileError.self) {
            try Self.read(#"{"type": "aws_sigv4", "service": "s3", "region": "\#(region)", "access_key": "k", "secret_key": "secret"}"#)
        }
    }
}
