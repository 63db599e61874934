package import Ground
internal import JSONParsing
internal import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The options of an OAuth 2 client: the way in which it gets access tokens without a browser.
package struct TokenGrant: Sendable, Equatable {
    /// The grant type, with the options that only this type has.
    package enum Kind: Sendable, Equatable {
        /// - SeeAlso: RFC 6749, section 4.4
        case clientCredentials
        /// - SeeAlso: RFC 6749, section 4.3
        case password(username: String, password: MaskedText)
        /// The refresh token of the options, and the path of the file that keeps the newest one.
        ///
        /// - SeeAlso: RFC 6749, section 6
        case refreshToken(initial: MaskedText, store: MaskedText)
    }

    /// An item of the request that the options add. It replaces the usual items of its name.
    package struct Parameter: Sendable, Equatable {
        let name: String
        let value: MaskedText

        package init(name: String, value: MaskedText) {
            self.name = name
            self.value = value
        }
    }

    /// The form of the body of a token request.
    package enum Format: String, CaseIterable, Sendable {
        /// As the standard has it.
        case form
        case json
    }

    let kind: Kind
    /// The URL of the token server.
    let endpoint: MaskedText
    let clientID: String
    /// The secret of a confidential client (RFC 6749, section 2.1); nil for a public client.
    let clientSecret: MaskedText?
    let scopes: [String]
    let authentication: ClientAuthentication
    /// What the request has beside the usual items, such as `audience`.
    let parameters: [Parameter]
    let format: Format
    /// Where the response holds the access token.
    let places: TokenPlaces

    package init(
        kind: Kind, endpoint: MaskedText, clientID: String, clientSecret: MaskedText?, scopes: [String],
        authentication: ClientAuthentication, parameters: [Parameter] = [], format: Format = .form, places: TokenPlaces = TokenPlaces()
    ) {
        self.parameters = parameters
        self.format = format
        self.places = places
        self.kind = kind
        self.endpoint = endpoint
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.scopes = scopes
        self.authentication = authentication
    }

    /// The URL in messages.
    var shown: String { endpoint.shown.printable }

    /// The texts that no message may contain.
    var secretTexts: [String] {
        var found = [clientSecret?.value].compactMap(\.self)
        if let secret = clientSecret { found.append(BasicCredentials.client(id: clientID, secret: secret.value).encoded) }
        switch kind {
        case .clientCredentials: break
        case .password(_, let password): found.append(password.value)
        case .refreshToken(let initial, _): found.append(initial.value)
        }
        return found + parameters.map(\.value).filter(\.isSecret).map(\.value)
    }

    /// Identifies the account, independently of access tokens and of refresh tokens that the server has replaced.
    var identity: String {
        let client = [endpoint.value, clientID] + parameters.flatMap { [$0.name, $0.value.value] }
        return switch kind {
        case .clientCredentials: AuthSettings.joined(["oauth2_client_credentials"] + client + scopes)
        case .password(let username, _): AuthSettings.joined(["oauth2_password"] + client + [username] + scopes)
        case .refreshToken(let initial, _): AuthSettings.joined(["oauth2_refresh_token"] + client + [initial.value])
        }
    }

    /// Identifies what a stored refresh token was derived from. Other parameters of the request do not make the token invalid.
    var storeIdentity: String {
        guard case .refreshToken(let initial, _) = kind else { return identity }
        return AuthSettings.joined(["oauth2_refresh_token", endpoint.value, clientID, initial.value])
    }

    /// The first text that no token request can carry, with the key of its option; nil if all are valid.
    ///
    /// - SeeAlso: RFC 6749, appendix A
    var fault: (option: String, reason: String)? {
        if !endpoint.value.isEmpty, WebAddress(endpoint.value) == nil { return ("token_url", "it is no valid URL") }
        if let reason = CredentialTextCheck.fault(clientID) { return ("client_id", reason) }
        if let reason = clientSecret.flatMap({ CredentialTextCheck.fault($0.value) }) { return ("client_secret", reason) }
        if let reason = scopes.lazy.compactMap({ CredentialTextCheck.fault($0) }).first { return ("scopes", reason) }
        guard case .refreshToken(let initial, _) = kind else { return nil }
        return initial.value.isEmpty ? nil : CredentialTextCheck.fault(ofToken: initial.value).map { ("refresh_token", $0) }
    }

    /// Returns the request for an access token.
    ///
    /// A server may replace a refresh token as soon as it receives the request. So only a request without one may be sent twice.
    ///
    /// - Parameters:
    ///   - address: The URL of ``endpoint``.
    ///   - refreshToken: The newest refresh token; nil for the client's own credentials and for a password.
    func request(to address: WebAddress, refreshToken: String?) -> HTTPRequest {
        var form = TokenRequestForm()
        if let refreshToken {
            form.append("grant_type", "refresh_token")
            form.append("refresh_token", refreshToken)
        } else if case .password(let username, let password) = kind {
            form.append("grant_type", "password")
            form.append("username", username)
            form.append("password", password.value)
        } else {
            form.append("grant_type", "client_credentials")
        }
        if !scopes.isEmpty { form.append("scope", scopes.joined(separator: " ")) }
        var request = HTTPRequest(address)
        if authentication == .basic, let clientSecret {
            request.credentials = [BasicCredentials.client(id: clientID, secret: clientSecret.value).part]
        } else {
            form.append("client_id", clientID)
            if let clientSecret { form.append("client_secret", clientSecret.value) }
        }
        form.replace(with: parameters.map { ($0.name, $0.value.value) })
        request.method = "POST"
        let body = form.body(as: format)
        request.headers = ["Accept": "application/json"]
        request.headers["Content-Type"] = body.contentType
        request.body = body.bytes
        request.isIdempotent = refreshToken == nil
        request.isCacheable = false
        request.maxResponseBytes = TokenReply.maxBytes
        request.step = "token"
        return request
    }
}

extension TokenGrant {
    /// Returns the failure of a run that gets no token.
    ///
    /// - Parameter isStored: Whether the refresh token came from the store and not from the options.
    func failure(of fault: TokenFault, isStored: Bool = false) -> PipelineFailure {
        switch fault {
        case .unavailable(let reason): PipelineFailure(.remoteUnavailable, "\(shown): the token server gave no token: \(reason)")
        case .malformed(let found):
            PipelineFailure(
                .remoteUnavailable,
                "\(shown): expected a token as JSON with \(places.token.map { JSONPathStep.text(of: $0) } ?? "\"access_token\""), found \(found)"
            )
        case .refused(let code, let description):
            PipelineFailure(.credentialsRefused, "\(shown): \(refusal(code, description.map { " (\($0))" } ?? "", isStored: isStored))")
        }
    }

    private func refusal(_ code: String, _ description: String, isStored: Bool) -> String {
        guard case .refreshToken(_, let store) = kind, code == "invalid_grant" else {
            return "the token server refused the client: \(code)\(description)"
        }
        let origin = isStored ? "the refresh token in \(store.shown.printable)" : "the configured refresh token"
        return "the token server refused \(origin): \(code)\(description). It has expired, was revoked, or an earlier run ended before it "
            + "could store the token that replaced it. Authorize the client again and configure the new refresh token"
    }
}

/// How an OAuth client authenticates to a token server.
///
/// - SeeAlso: RFC 6749, section 2.3.1
package enum ClientAuthentication: String, CaseIterable, Sendable {
    /// `client_id` and `client_secret` in the form.
    case body
    /// The header `Authorization: Basic`.
    case basic
}

/// The form of a token request. Its values are secret.
///
/// - SeeAlso: RFC 6749, appendix B: application/x-www-form-urlencoded
struct TokenRequestForm: Sendable, Equatable {
    private(set) var items: [(name: String, value: String)] = []

    mutating func append(_ name: String, _ value: String) { items.append((name, value)) }

    /// Appends items. They replace those of the same names.
    mutating func replace(with new: [(name: String, value: String)]) {
        items = items.filter { item in !new.contains { $0.name == item.name } } + new
    }

    /// The body of a request. In JSON, an item that comes again makes a list.
    func body(as format: TokenGrant.Format) -> RequestBody {
        guard format == .json else { return .form(items) }
        var object = JSONObject()
        for (name, value) in items {
            switch object[name] {
            case nil: object[name] = .string(value)
            case .array(let values)?: object[name] = .array(values + [.string(value)])
            case let first?: object[name] = .array([first, .string(value)])
            }
        }
        return .json(.object(object))
    }

    static func == (one: TokenRequestForm, other: TokenRequestForm) -> Bool { one.items.elementsEqual(other.items, by: ==) }
}

/// A user name and a password for the header `Authorization: Basic`.
///
/// - SeeAlso: RFC 7617
struct BasicCredentials: Sendable, Equatable {
    let user: String
    let password: String

    /// The fault of the user name; nil if it is valid. The first colon ends the name, so that it cannot contain one.
    static func fault(ofUser user: String) -> String? {
        user.contains(":") ? "it contains a colon, which would end it" : CredentialTextCheck.fault(user)
    }

    /// `user:password` in UTF-8, encoded as Base64.
    var encoded: String { Data("\(user):\(password)".utf8).base64EncodedString() }

    var part: CredentialPart { .header(name: "Authorization", value: "Basic \(encoded)") }

    /// The ID and the secret of an OAuth client, which are encoded as in a form first.
    ///
    /// - SeeAlso: RFC 6749, section 2.3.1 and appendix B
    static func client(id: String, secret: String) -> BasicCredentials {
        BasicCredentials(user: URLQuery.formValue(id), password: URLQuery.formValue(secret))
    }
}
