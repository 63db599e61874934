internal import HTTP
internal import JSONParsing
internal import Pipeline

// Credentials that a login gives, and the places of tokens in responses.
extension AuthSettings {
    /// The methods of a login.
    private enum LoginMethod: String, CaseIterable {
        case post = "POST"
        case get = "GET"
        case put = "PUT"
    }

    /// Reads the options of `session`.
    ///
    /// - Parameter isSecure: Whether the URL of the step is an https URL.
    static func session(_ options: inout OptionReader, isSecure: Bool) -> AuthSettings {
        let endpoint = secretEndpoint("login_url", &options, isSecure: isSecure, help: "The URL of the login.")
        let method = options.read("method", .choice, default: LoginMethod.post, help: "The method of the login.")
        let body = options.readIfPresent(
            "body", .object(RequestBody.read), help: "The body of the login, as JSON or as a form, with user and password.")
        if body != nil, method == .get { options.report("a request with a body needs \"method\": \"POST\"", option: "body") }
        let headers = options.readIfPresent("headers", .secretMap, help: "Header fields of the login, whose values are secret.") ?? []
        let places = tokenPlaces(&options, token: "Without it, requests carry the cookies that the login sets, and no token.")
        let header = options.read("header", .string, default: "Authorization", help: "The header that carries the token.")
        let scheme = options.readIfPresent(
            "scheme", .string, help: "The word before the token; without this, Bearer in the header Authorization, and none in another one."
        )
        for (name, isSet) in [("header", header != "Authorization"), ("scheme", scheme != nil)] where isSet && places.token == nil {
            options.report("\"\(name)\" needs \"token_at\", the place of the token in the response", option: name)
        }
        return checked(
            .session(
                SessionLogin(
                    endpoint: endpoint, method: method.rawValue, body: body?.body ?? .none, secrets: body?.secretTexts ?? [],
                    headers: headers.map { SecretHeader(name: $0.key, value: $0.value) }, places: places, header: header,
                    scheme: scheme ?? (header.lowercased() == "authorization" ? "Bearer" : ""))), &options)
    }

    /// Reads `token_at` and `expires_at`.
    ///
    /// - Parameter token: The meaning of a missing `token_at`, for help.
    static func tokenPlaces(_ options: inout OptionReader, token: String) -> TokenPlaces {
        let place = path("token_at", &options, help: "The path of the token in the JSON of the response, such as .data.token. \(token)")
        let expiry = path(
            "expires_at", &options,
            help: "The path of the token's end: a number of seconds, or a moment, as RFC 3339 or as a number since 1970.")
        return TokenPlaces(token: place, expiry: expiry)
    }

    private static func path(_ name: String, _ options: inout OptionReader, help: String) -> [JSONPathStep]? {
        guard let text = options.readIfPresent(name, .string, help: help) else { return nil }
        let path = JSONPathStep.place(text)
        if path == nil { options.report("expected the path of a field, such as .data.token", option: name) }
        return path
    }
}
