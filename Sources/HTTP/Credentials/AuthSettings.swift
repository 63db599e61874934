package import Ground
internal import WebAddresses

/// The option `auth` of a step: the kind of its credentials.
package enum AuthSettings: Sendable, Equatable {
    /// The part of a request that holds the API key.
    package enum KeyLocation: String, CaseIterable, Sendable {
        case header
        case query
    }

    /// A header field with a secret value.
    package struct SecretHeader: Sendable, Equatable {
        let name: String
        let value: MaskedText

        package init(name: String, value: MaskedText) {
            self.name = name
            self.value = value
        }
    }

    /// No credentials, also if a URL contains a user.
    case none
    /// The default: basic credentials for a URL that contains a user.
    case userOfURL
    /// - SeeAlso: RFC 6750
    case bearer(MaskedText)
    /// - SeeAlso: RFC 7617
    case basic(username: String, password: MaskedText)
    case apiKey(name: String, value: MaskedText, place: KeyLocation)
    case headers([SecretHeader])
    /// - SeeAlso: RFC 6749
    case oauth(TokenGrant)
    case session(SessionLogin)
    case signature(RequestSignature)

    /// The basic credentials in a URL; nil if it contains no user.
    package static func user(of url: MaskedText) -> AuthSettings? {
        WebAddress.userInfo(of: url.value).map { .basic(username: $0.user, password: url.with($0.password)) }
    }

    /// Whether all URLs of a step share credentials.
    package var isShared: Bool {
        switch self {
        case .none, .userOfURL: false
        case .bearer, .basic, .apiKey, .headers, .oauth, .session, .signature: true
        }
    }

    /// The parts that each request carries. Empty for ``oauth(_:)`` and ``session(_:)``, whose parts come from a server, and for
    /// ``signature(_:)``, whose parts depend on the request.
    ///
    /// - Throws: ``PipelineFailure`` for a text that no request can carry. The options are checked earlier; this is a second check.
    func parts() throws -> [CredentialPart] {
        if let fault { throw PipelineFailure(.credentialsRefused, "auth.\(fault.option): the credentials are invalid: \(fault.reason)") }
        return switch self {
        case .none, .userOfURL, .oauth, .session, .signature: []
        case .bearer(let token): [.header(name: "Authorization", value: "Bearer \(token.value)")]
        case .basic(let username, let password): [BasicCredentials(user: username, password: password.value).part]
        case .apiKey(let name, let value, .header): [.header(name: name, value: value.value)]
        case .apiKey(let name, let value, .query): [.query(name: name, value: value.value)]
        case .headers(let headers): headers.map { .header(name: $0.name, value: $0.value.value) }
        }
    }

    /// The first text that no request can carry, with the key of its option; nil if all are valid. The reason does not quote the text.
    package var fault: (option: String, reason: String)? {
        switch self {
        case .none, .userOfURL: nil
        case .bearer(let token): Self.fault("token", CredentialTextCheck.fault(token.value))
        case .basic(let username, let password):
            Self.fault("username", BasicCredentials.fault(ofUser: username))
                ?? Self.fault("password", CredentialTextCheck.fault(password.value))
        case .apiKey(let name, let value, let place):
            Self.fault("name", place == .header ? CredentialTextCheck.fault(ofHeader: name) : name.isEmpty ? "it is empty" : nil)
                ?? Self.fault("value", CredentialTextCheck.fault(value.value))
        case .headers(let headers):
            headers.lazy.compactMap { header in
                Self.fault("headers", CredentialTextCheck.fault(ofHeader: header.name) ?? CredentialTextCheck.fault(header.value.value))
            }.first
        case .oauth(let grant): grant.fault
        case .session(let login): login.fault
        case .signature(let signature): signature.fault
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
        case .session(let login): login.identity
        case .signature(let signature): signature.identity
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
            // A URL contains the pair as "user:password".
            [password.value, "\(username):\(password.value)", BasicCredentials(user: username, password: password.value).encoded]
        case .apiKey(_, let value, _): [value.value]
        case .headers(let headers): headers.map(\.value.value)
        case .oauth(let grant): grant.secretTexts
        case .session(let login): login.secretTexts
        case .signature(let signature): signature.secretTexts
        }
    }
}
