package import Ground
internal import JSONParsing
internal import WebAddresses

/// The options of a session: a request that logs in, and what later requests carry.
package struct SessionLogin: Sendable, Equatable {
    /// The longest text of all cookies of a session, in bytes.
    static let maxCookieBytes = 16 << 10

    /// The URL of the login.
    let endpoint: MaskedText
    let method: String
    let body: [UInt8]?
    let contentType: String?
    /// The secret texts in the body.
    let secrets: [MaskedText]
    let headers: [AuthSettings.SecretHeader]
    let places: TokenPlaces
    /// The header that carries the token.
    let header: String
    /// The word before the token; empty for none.
    let scheme: String

    package init(
        endpoint: MaskedText, method: String, body: RequestBody, secrets: [MaskedText], headers: [AuthSettings.SecretHeader],
        places: TokenPlaces, header: String, scheme: String
    ) {
        self.endpoint = endpoint
        self.method = method
        self.body = body.bytes
        contentType = body.contentType
        self.secrets = secrets
        self.headers = headers
        self.places = places
        self.header = header
        self.scheme = scheme
    }

    /// The URL in messages.
    var shown: String { endpoint.shown.printable }

    /// The texts that no message may contain.
    var secretTexts: [String] { secrets.map(\.value) + headers.map(\.value.value) }

    /// Identifies the account.
    var identity: String {
        AuthSettings.joined(
            ["session", endpoint.value, method, String(decoding: body ?? [], as: UTF8.self)]
                + headers.flatMap { [$0.name.lowercased(), $0.value.value] })
    }

    var fault: (option: String, reason: String)? {
        if !endpoint.value.isEmpty, WebAddress(endpoint.value) == nil { return ("login_url", "it is no valid URL") }
        if let reason = CredentialTextCheck.fault(ofHeader: header) { return ("header", reason) }
        if let reason = CredentialTextCheck.fault(scheme) { return ("scheme", reason) }
        return headers.lazy.compactMap { header in
            CredentialTextCheck.fault(ofHeader: header.name) ?? CredentialTextCheck.fault(header.value.value)
        }.first.map { ("headers", $0) }
    }

    /// Returns the request that logs in.
    func request(to address: WebAddress) -> HTTPRequest {
        var request = HTTPRequest(address)
        request.method = method
        request.headers = ["Accept": "application/json"]
        if let contentType { request.headers["Content-Type"] = contentType }
        request.credentials = headers.map { .header(name: $0.name, value: $0.value.value) }
        request.body = body
        // A second login makes a second session, and has no other effect.
        request.isIdempotent = true
        request.isCacheable = false
        request.maxResponseBytes = TokenReply.maxBytes
        request.step = "login"
        return request
    }

    /// Reads the response of a login. Cookies and the token become secrets of the run first.
    ///
    /// - Parameters:
    ///   - start: The time before the request, from which a lifetime counts.
    ///   - wallTime: The time in seconds since 1970.
    ///   - known: Receives the secrets.
    /// - Throws: ``PipelineFailure``.
    func session(in reply: TokenReply, from start: Double, wallTime: Double, secrets known: LearnedSecrets) throws -> AccessToken {
        let cookies = Self.cookies(in: reply.headers, now: wallTime)
        // The value of another cookie than that of the session is often an ordinary word, such as "name".
        for cookie in cookies { known.insert(MaskedText(literalSecret: cookie.value)) }
        let value = try? JSONValue(parsing: reply.body)
        let token = places.token.flatMap { value?.text(at: $0) }
        if let token { known.insert([token]) }
        // A form of a web site answers a login with a redirect to its first page.
        let isRedirect = (300..<400).contains(reply.status) && places.token == nil && !cookies.isEmpty
        guard (200..<300).contains(reply.status) || isRedirect else { throw failure(status: reply.status) }
        var parts: [CredentialPart] = []
        if let path = places.token {
            guard let token, !token.isEmpty else { throw unusable("no token at \(JSONPathStep.text(of: path))") }
            if let fault = CredentialTextCheck.fault(ofToken: token) { throw unusable("a token that is invalid: \(fault)") }
            parts.append(.header(name: header, value: scheme.isEmpty ? token : "\(scheme) \(token)"))
        } else if cookies.isEmpty {
            throw unusable("no cookie")
        }
        if !cookies.isEmpty {
            let text = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
            guard text.utf8.count <= Self.maxCookieBytes else { throw unusable("cookies of more than \(Self.maxCookieBytes) bytes") }
            parts.append(.header(name: "Cookie", value: text))
        }
        return AccessToken(parts, lifetime: value.flatMap { places.lifetime(in: $0, wallTime: wallTime) }, from: start)
    }

    /// The cookies that a response sets, in order. The last one of a name wins.
    ///
    /// - Parameter now: The time in seconds since 1970.
    /// - SeeAlso: RFC 6265, section 5.2 and 5.3
    private static func cookies(in headers: HTTPHeaders, now: Double) -> [(name: String, value: String)] {
        var cookies: [(name: String, value: String)] = []
        for field in headers.values(of: "Set-Cookie") {
            let parts = field.split(separator: ";", omittingEmptySubsequences: false).map { String($0).trimmingSpaces }
            let pair = (parts.first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, !pair[0].isEmpty, CredentialTextCheck.fault(field) == nil else { continue }
            cookies.removeAll { $0.name == pair[0] }
            let age = parts.dropFirst().first { $0.lowercased().hasPrefix("max-age=") }.flatMap { Int($0.dropFirst(8)) }
            let end = parts.dropFirst().first { $0.lowercased().hasPrefix("expires=") }
                .flatMap { HTTPDate.seconds(String($0.dropFirst(8)), now: now) }
            // A server deletes a cookie by an age of 0 or an end in the past, and often an empty value.
            if pair[1].isEmpty || (age.map(Double.init) ?? end.map { $0 - now }).map({ $0 <= 0 }) == true { continue }
            cookies.append((pair[0], pair[1]))
        }
        return cookies
    }

    private func failure(status: Int) -> PipelineFailure {
        switch status {
        case 300..<400:
            PipelineFailure(.remoteUnavailable, "\(shown): the login redirects (status \(status)); the option takes the final URL")
        case 400..<500 where ![404, 405, 408, 410, 429].contains(status):
            PipelineFailure(.credentialsRefused, "\(shown): the server refused the login: status \(status)")
        default: PipelineFailure(.remoteUnavailable, "\(shown): the login failed: status \(status)")
        }
    }

    private func unusable(_ found: String) -> PipelineFailure {
        let expected = places.token.map { "a token at \(JSONPathStep.text(of: $0))" } ?? "a cookie"
        return PipelineFailure(.remoteUnavailable, "\(shown): expected \(expected) in the response of the login, found \(found)")
    }
}

/// Logs in anew for each session.
struct SessionRenewal: AccessTokenSource {
    let login: SessionLogin
    let requester: any TokenRequester
    let clock: NetworkClock
    /// Receives the secret texts that the run learns.
    let secrets: LearnedSecrets

    func token() async throws -> AccessToken {
        try Task.checkCancellation()
        secrets.insert(login.secretTexts)
        guard let address = WebAddress(login.endpoint.value) else {
            throw PipelineFailure(.remoteUnavailable, "\(login.shown): expected the URL of a login, found an invalid URL")
        }
        let start = clock.now()
        let reply = try await requester.send(login.request(to: address))
        return try login.session(in: reply, from: start, wallTime: clock.wallTime(), secrets: secrets)
    }
}
