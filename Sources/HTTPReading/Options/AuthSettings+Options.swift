internal import HTTP
internal import Pipeline
internal import WebAddresses

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
                let place = options.read("in", .choice, default: KeyLocation.header, help: "The place of the key in the request.")
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
                        scopes: scopes(&options), authentication: authentication(&options), parameters: parameters(&options),
                        format: format(&options), places: oauthPlaces(&options))
                }
            },
            OptionVariant("oauth2_password", help: "An access token that the client gets with a user's name and password.") { options in
                oauth(&options, isSecure: isSecure) { options, endpoint, client in
                    let username = options.read("username", .string, help: "The name of the user.")
                    let password = options.read("password", .secret, help: "The password of the user.")
                    return TokenGrant(
                        kind: .password(username: username, password: password), endpoint: endpoint, clientID: client,
                        clientSecret: options.readIfPresent("client_secret", .secret, help: "The secret of the client, if it has one."),
                        scopes: scopes(&options), authentication: authentication(&options), parameters: parameters(&options),
                        format: format(&options), places: oauthPlaces(&options))
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
                        scopes: scopes(&options), authentication: authentication(&options), parameters: parameters(&options),
                        format: format(&options), places: oauthPlaces(&options))
                }
            },
            OptionVariant("session", help: "The cookies or the token of a login, which is repeated after the status 401.") { options in
                session(&options, isSecure: isSecure)
            },
            OptionVariant("hmac", help: "A signature of each request by HMAC over a text of your own.", read: hmac),
            OptionVariant("aws_sigv4", help: "A signature of each request as AWS asks for (Signature Version 4).", read: aws),
        ]
    }

    /// Reads the options that all OAuth grants share, then calls `read` for the others.
    private static func oauth(
        _ options: inout OptionReader, isSecure: Bool, _ read: (inout OptionReader, MaskedText, String) -> TokenGrant
    ) -> AuthSettings {
        let endpoint = secretEndpoint("token_url", &options, isSecure: isSecure, help: "The URL of the token server.")
        let client = options.read("client_id", .string, help: "The ID of the client.")
        return checked(.oauth(read(&options, endpoint, client)), &options)
    }

    /// Reads the URL of a server that gets secrets.
    static func secretEndpoint(_ name: String, _ options: inout OptionReader, isSecure: Bool, help: String) -> MaskedText {
        let endpoint = options.read(name, .address, help: help)
        // RFC 6749, section 3.2, requires TLS, because the requests carry secrets. A server on this machine needs none.
        if let origin = WebAddress(endpoint.value)?.origin, !origin.isSecure, isSecure || !origin.isLoopback {
            let reason = isSecure ? "because the URL of the step is one" : "because the server is not on this machine"
            options.report("expected an https URL, \(reason); over http, others could read the secret", option: name)
        }
        if WebAddress.userInfo(of: endpoint.value) != nil {
            options.report("expected a URL without a user, because requests to it would not carry the user", option: name)
        }
        return endpoint
    }

    private static func parameters(_ options: inout OptionReader) -> [TokenGrant.Parameter] {
        let found = options.readIfPresent(
            "parameters", .textMap(allowsLists: true),
            help: "More items of the token request, such as audience or resource. They replace the usual ones of the same name.")
        return (found ?? []).map { TokenGrant.Parameter(name: $0.key, value: $0.value) }
    }

    private static func format(_ options: inout OptionReader) -> TokenGrant.Format {
        options.read("as", .choice, default: TokenGrant.Format.form, help: "How the token request is written.")
    }

    private static func oauthPlaces(_ options: inout OptionReader) -> TokenPlaces {
        tokenPlaces(&options, token: "Without it, it is .access_token, and its end .expires_in.")
    }

    private static func scopes(_ options: inout OptionReader) -> [String] {
        options.readIfPresent("scopes", .list(of: .string), help: "The scopes to ask for.") ?? []
    }

    private static func authentication(_ options: inout OptionReader) -> ClientAuthentication {
        options.read(
            "client_auth", .choice, default: ClientAuthentication.body,
            help: "The place of the client's ID and secret: the form or the header.")
    }

    /// Reports a text that no request can carry. A missing text is empty here, and the reader has reported it already.
    static func checked(_ auth: AuthSettings, _ options: inout OptionReader) -> AuthSettings {
        if let fault = auth.fault {
            options.report("expected a text that a request can carry, found another: \(fault.reason)", option: fault.option)
        }
        return auth
    }
}
