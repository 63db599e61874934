package import Pipeline
internal import WebAddresses

/// The option `auth` of a step: the kind of its credentials.
package enum AuthSettings: Sendable, Equatable {
    /// The place of an API key in a request.
    package enum KeyPlace: String, CaseIterable, Sendable {
        case header
        case query
    }

    /// A header field with a secret value.
    package struct SecretHeader: Sendable, Equatable {
        let name: String
        let value: MaskedText
    }

    /// No credentials, also if a URL contains a user.
    case none
    /// The default: basic credentials for a URL that contains a user.
    case userOfURL
    /// - SeeAlso: RFC 6750
    case bearer(MaskedText)
    /// - SeeAlso: RFC 7617
    case basic(username: String, password: MaskedText)
    case apiKey(name: String, value: MaskedText, place: KeyPlace)
    case headers([SecretHeader])
    /// - SeeAlso: RFC 6749
    case oauth(TokenGrant)

    /// The basic credentials in a URL; nil if it contains no user.
    static func user(of url: MaskedText) -> AuthSettings? {
        WebAddress.userInfo(of: url.value).map { .basic(username: $0.user, password: url.with($0.password)) }
    }

    /// Whether all URLs of a step share credentials.
    package var isShared: Bool {
        switch self {
        case .none, .userOfURL: false
        case .bearer, .basic, .apiKey, .headers, .oauth: true
        }
    }

    /// The parts that each request carries. Empty for ``oauth(_:)``, whose parts come from a token server.
    ///
    /// - Throws: ``PipelineFailure`` for a text that no request can carry. The options are checked before, so that this is the second line.
    func parts() throws -> [CredentialPart] {
        if let fault { throw PipelineFailure(.credentialsRefused, "auth.\(fault.option): the credentials are invalid: \(fault.reason)") }
        return switch self {
        case .none, .userOfURL, .oauth: []
        case .bearer(let token): [.header(name: "Authorization", value: "Bearer \(token.value)")]
        case .basic(let username, let password): [BasicCredentials(user: username, password: password.value).part]
        case .apiKey(let name, let value, .header): [.header(name: name, value: value.value)]
        case .apiKey(let name, let value, .query): [.query(name: name, value: value.value)]
        case .headers(let headers): headers.map { .header(name: $0.name, value: $0.value.value) }
        }
    }

    /// The first text that no request can carry, with the key of its option; nil if all are valid. The reason does not quote the text.
    var fault: (option: String, reason: String)? {
        switch self {
        case .none, .userOfURL: nil
        case .bearer(let token): Self.fault("token", CredentialText.fault(token.value))
        case .basic(let username, let password):
            Self.fault("username", BasicCredentials.fault(ofUser: username))
                ?? Self.fault("password", CredentialText.fault(password.value))
        case .apiKey(let name, let value, let place):
            Self.fault("name", place == .header ? CredentialText.fault(ofHeader: name) : name.isEmpty ? "it is empty" : nil)
                ?? Self.fault("value", CredentialText.fault(value.value))
        case .headers(let headers):
            headers.lazy.compactMap { header in
                Self.fault("headers", CredentialText.fault(ofHeader: header.name) ?? CredentialText.fault(header.value.value))
            }.first
        case .oauth(let grant): grant.fault
        }
    }

    private static func fault(_ option: String, _ reason: String?) -> (option: String, reason: String)? {
        reason.map { (option, $0) }
    }

    /// Identifies the account: the kind, and the texts that distinguish accounts. Equal texts mean equal accounts.
    var identity: String {
        switch self {
        case .none, .userOfURL: ""
        case .bearer(let token): Self.joined(["bearer", token.value])
        case .basic(let username, let password): Self.joined(["basic", username, password.value])
        case .apiKey(let name, let value, let place): Self.joined(["api_key", place.rawValue, name, value.value])
        case .headers(let headers): Self.joined(["headers"] + headers.flatMap { [$0.name.lowercased(), $0.value.value] })
        case .oauth(let grant): grant.identity
        }
    }

    /// Joins texts so that no two different lists give one text.
    static func joined(_ texts: [String]) -> String { texts.map { "\($0.utf8.count):\($0)" }.joined() }

    /// The texts that no message may contain, in the forms in which requests carry them.
    var secretTexts: [String] {
        switch self {
        case .none, .userOfURL: []
        case .bearer(let token): [token.value]
        case .basic(let username, let password):
            // URLs contain the pair.
            [password.value, "\(username):\(password.value)", BasicCredentials(user: username, password: password.value).encoded]
        case .apiKey(_, let value, _): [value.value]
        case .headers(let headers): headers.map(\.value.value)
        case .oauth(let grant): grant.secretTexts
        }
    }
}

extension AuthSettings {
    /// Reads the option `auth`.
    ///
    /// - Parameters:
    ///   - options: The options of a step. The step reads its URL first, because messages about its input name the first one.
    ///   - url: The URL of the step; nil if it has none. If the option is missing, a user in the URL takes its place.
    /// - Returns: nil if the step has no credentials.
    static func read(_ options: inout OptionReader, url: MaskedText?) -> AuthSettings? {
        let isSecure = url.flatMap { WebAddress($0.value) }?.origin.isSecure ?? false
        let auth = options.readIfPresent("auth", .variant(cases(isSecure: isSecure)), help: "The credentials of the requests.")
        if let auth { return auth }
        guard let found = url.flatMap({ user(of: $0) }) else { return nil }
        if let fault = found.fault {
            options.report("expected a user and a password that a request can carry: the \(fault.option) is invalid: \(fault.reason)")
        }
        return found
    }

    private static func cases(isSecure: Bool) -> [OptionVariant<AuthSettings>] {
        [
            OptionVariant("none", help: "No credentials, also if the URL contains a user.") { _ in .none },
            OptionVariant("bearer", help: "A token in the header Authorization.") { options in
                let token = options.read("token", .secret, help: "The token, without the word Bearer.")
                if token.value.lowercased().hasPrefix("bearer ") {
                    options.warn("the token begins with \"Bearer\", which the request adds itself; leave the word out", option: "token")
                }
                return checked(.bearer(token), &options)
            },
            OptionVariant("basic", help: "A user name and a password in the header Authorization.") { options in
                let username = options.read(
                    "username", .string, help: "The user name. A token as a user name is best taken from the environment.")
                // APIs that take a token as the user name expect an empty password.
                let password = options.read("password", .secretOrEmpty, default: MaskedText(""), help: "The password.")
                return checked(.basic(username: username, password: password), &options)
            },
            OptionVariant("api_key", help: "A key in a header or in the query of the URL.") { options in
                let name = options.read("name", .string, help: "The name of the header or of the query item, such as X-Api-Key.")
                let value = options.read("value", .secret, help: "The key.")
                let place = options.read("in", .choice, default: KeyPlace.header, help: "The place of the key in the request.")
                return checked(.apiKey(name: name, value: value, place: place), &options)
            },
            OptionVariant("headers", help: "Several headers with secret values.") { options in
                let headers = options.read("headers", .secretMap, help: "The names and values of the headers.")
                return checked(.headers(headers.map { SecretHeader(name: $0.key, value: $0.value) }), &options)
            },
            OptionVariant("oauth2_client_credentials", help: "An access token that the client gets with its own ID and secret.") {
                options in
                oauth(&options, isSecure: isSecure) { options, endpoint, client in
                    TokenGrant(
                        kind: .clientCredentials, endpoint: endpoint, clientID: client,
                        clientSecret: options.read("client_secret", .secret, help: "The secret of the client."),
                        scopes: scopes(&options), authentication: authentication(&options))
                }
            },
            OptionVariant("oauth2_refresh_token", help: "An access token that the client gets with a refresh token.") { options in
                oauth(&options, isSecure: isSecure) { options, endpoint, client in
                    let secret = options.readIfPresent("client_secret", .secret, help: "The secret of the client, if it has one.")
                    let initial = options.read(
                        "refresh_token", .secret, help: "The first refresh token. A token that is configured later replaces the stored one."
                    )
                    let store = options.read(
                        "store", .store, help: "The file that keeps the newest refresh token. Only its owner can read it.")
                    return TokenGrant(
                        kind: .refreshToken(initial: initial, store: store), endpoint: endpoint, clientID: client, clientSecret: secret,
                        scopes: scopes(&options), authentication: authentication(&options))
                }
            },
        ]
    }

    /// Reads what both kinds of OAuth have in common, then the others with `read`.
    private static func oauth(
        _ options: inout OptionReader, isSecure: Bool, _ read: (inout OptionReader, MaskedText, String) -> TokenGrant
    ) -> AuthSettings {
        let endpoint = options.read("token_url", .address, help: "The URL of the token server.")
        // RFC 6749, section 3.2, requires TLS, because the requests carry secrets. What stays on this machine needs none.
        if let origin = WebAddress(endpoint.value)?.origin, !origin.isSecure, isSecure || !origin.isLoopback {
            let reason = isSecure ? "because the URL of the step is one" : "because the server is not on this machine"
            options.report("expected an https URL, \(reason); over http, others could read the secret", option: "token_url")
        }
        let client = options.read("client_id", .string, help: "The ID of the client.")
        return checked(.oauth(read(&options, endpoint, client)), &options)
    }

    private static func scopes(_ options: inout OptionReader) -> [String] {
        options.readIfPresent("scopes", .list(of: .string), help: "The scopes to ask for.") ?? []
    }

    private static func authentication(_ options: inout OptionReader) -> ClientAuthentication {
        options.read(
            "client_auth", .choice, default: ClientAuthentication.body,
            help: "The place of the client's ID and secret: the form or the header.")
    }

    /// Reports a text that no request can carry. A text that the reader lacks is empty, and has been reported.
    private static func checked(_ auth: AuthSettings, _ options: inout OptionReader) -> AuthSettings {
        if let fault = auth.fault {
            options.report("expected a text that a request can carry, found another: \(fault.reason)", option: fault.option)
        }
        return auth
    }
}
