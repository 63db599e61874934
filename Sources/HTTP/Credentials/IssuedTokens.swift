internal import JSONParsing
internal import Ground

/// The tokens in the response of a token server.
///
/// - SeeAlso: RFC 6749, section 5
struct IssuedTokens: Sendable, Equatable {
    let token: AccessToken
    /// The refresh token that replaces the one in the request; nil if that stays valid.
    let refreshToken: String?

    /// The members whose values are secret, also beside an error.
    private static let secretMembers = ["access_token", "refresh_token", "id_token"]
    /// Types of tokens that a request cannot use without a proof or a signature.
    private static let unsupportedTypes: Set = ["mac", "dpop", "pop"]
    /// Error codes of a server that may give a token later.
    private static let temporaryErrors: Set = ["temporarily_unavailable", "server_error", "slow_down"]
    /// The limit for texts of the server in a message, in characters.
    private static let maxQuotedCharacters = 200

    /// Reads a response. All tokens in it become secrets of the run first.
    ///
    /// - Parameters:
    ///   - start: The time before the request, from which `expires_in` counts.
    ///   - secrets: Receives the tokens, and masks what messages quote.
    ///   - places: Where the response holds the access token.
    ///   - wallTime: The time in seconds since 1970, for a token that ends at a moment.
    /// - Throws: ``TokenFault``.
    init(
        _ reply: TokenReply, from start: Double, secrets: LearnedSecrets, places: TokenPlaces = TokenPlaces(), wallTime: Double = 0
    ) throws(TokenFault) {
        let value = Self.value(reply.body)
        let object = Self.object(in: value)
        let placed = places.token.flatMap { value?.text(at: $0) }
        if let placed { secrets.insert([placed]) }
        // A server that nests the access token nests the other tokens beside it.
        let beside = places.token.flatMap { Self.object(in: value?.value(at: $0.dropLast())) }
        for holder in [object, beside] { secrets.insert(Self.secretMembers.compactMap { Self.text($0, in: holder) }) }
        guard (200..<300).contains(reply.status) else { throw Self.fault(status: reply.status, object, secrets) }
        guard let value, object != nil || places.token != nil else { throw .malformed("no JSON object") }
        guard let access = places.token == nil ? Self.text("access_token", in: object) : placed else {
            let place = places.token.map { JSONPathStep.text(of: $0) } ?? "\"access_token\""
            throw object.flatMap { Self.error(in: $0, secrets) } ?? .malformed("\(object == nil ? "JSON" : "an object") without \(place)")
        }
        if let fault = CredentialTextCheck.fault(ofToken: access) { throw .malformed("an access token that is invalid: \(fault)") }
        if let type = Self.text("token_type", in: object)?.lowercased(), Self.unsupportedTypes.contains(type) {
            throw .malformed("a token of the type \"\(type)\", which is not supported")
        }
        refreshToken = [beside, object].lazy.compactMap { Self.text("refresh_token", in: $0) }.first { !$0.isEmpty }
        if let refreshToken, let fault = CredentialTextCheck.fault(ofToken: refreshToken) {
            throw .malformed("a refresh token that is invalid: \(fault)")
        }
        let lifetime =
            places.expiry == nil ? object.flatMap { Self.lifetime(in: $0) } : places.lifetime(in: value, wallTime: wallTime)
        token = AccessToken(access, lifetime: lifetime, from: start)
    }

    private static func fault(status: Int, _ object: JSONObject?, _ secrets: LearnedSecrets) -> TokenFault {
        switch status {
        case 300..<400: return .unavailable("it redirects (status \(status)); the option takes the final URL")
        case 400..<500 where status != 408 && status != 429:
            if let object, let fault = error(in: object, secrets) { return fault }
            return [400, 401, 403].contains(status) ? .refused("status \(status)", description: nil) : .unavailable("status \(status)")
        default: return .unavailable("status \(status)")
        }
    }

    /// The error that a response names; nil if it names none.
    private static func error(in object: JSONObject, _ secrets: LearnedSecrets) -> TokenFault? {
        // Some servers send an object with a message in place of the code.
        let nested = self.object(in: object["error"])
        guard let code = text("error", in: object) ?? nested.map({ text("message", in: $0) ?? "an error" }) else { return nil }
        let description = text("error_description", in: object)
        if temporaryErrors.contains(code) { return .unavailable(shown(code, secrets)) }
        return .refused(shown(code, secrets), description: description.flatMap { $0.isEmpty ? nil : shown($0, secrets) })
    }

    /// The lifetime in seconds; nil if the server gives no finite number. Some servers write the number as a string.
    private static func lifetime(in object: JSONObject) -> Double? {
        let value = try? object["expires_in"]?.decoded()
        let seconds: Double? =
            switch value {
            case .number(let number): number.double
            case .string(let text): Double(text)
            default: nil
            }
        return seconds.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func value(_ body: [UInt8]) -> JSONValue? {
        guard body.count <= TokenReply.maxBytes else { return nil }
        return try? JSONValue(parsing: body)
    }

    private static func object(in value: JSONValue?) -> JSONObject? {
        guard let value = try? value?.decoded(), case .object(let object) = value else { return nil }
        return object
    }

    private static func text(_ name: String, in object: JSONObject?) -> String? { object?[name]?.string }

    /// A text of the server, masked and shortened for a message. Masking comes first, because it would not recognize half a secret.
    private static func shown(_ text: String, _ secrets: LearnedSecrets) -> String {
        let masked = secrets.maskedExternalText(text)
        return masked.count > maxQuotedCharacters ? "\(masked.prefix(maxQuotedCharacters))…" : masked
    }
}

/// An access token, or what else a server gives for later requests, with the time until which it is used.
struct AccessToken: Sendable, Equatable {
    /// The parts of a request that carry it.
    let parts: [CredentialPart]
    /// The time of ``NetworkClock/now`` from which on the token is renewed before a request; nil: once a server refuses it.
    let renewal: Double?

    /// - Parameters:
    ///   - parts: The parts of a request that carry it.
    ///   - lifetime: The value of `expires_in` in seconds; nil if the server gave none.
    ///   - start: A time before the token was requested. The lifetime began later, so that the token is never renewed too late.
    init(_ parts: [CredentialPart], lifetime: Double?, from start: Double) {
        self.parts = parts
        renewal = lifetime.map { start + max(0, $0 - Self.margin(of: $0)) }
    }

    /// The time in seconds before the expiry at which a token is renewed: a tenth of its life, at most a minute. A request that starts
    /// shortly before the expiry would be refused.
    static func margin(of lifetime: Double) -> Double { min(60, max(0, lifetime) / 10) }

    func isUsable(now: Double) -> Bool { renewal.map { now < $0 } ?? true }

    /// Whether a request with these parts carried the token.
    func isAmong(_ sent: [CredentialPart]) -> Bool { parts.allSatisfy { sent.contains($0) } }

    /// Creates a token of OAuth, without the scheme `Bearer`.
    ///
    /// - SeeAlso: RFC 6750, section 2.1
    init(_ text: String, lifetime: Double?, from start: Double) {
        self.init([.header(name: "Authorization", value: "Bearer \(text)")], lifetime: lifetime, from: start)
    }
}

/// The reason why a token server gave no token. ``TokenGrant`` makes the message from it.
///
/// The texts are those of the server, without secrets and control characters.
enum TokenFault: Error, Equatable {
    /// The server refused the request with an error code, such as `invalid_grant`, or with a status alone.
    ///
    /// - SeeAlso: RFC 6749, section 5.2
    case refused(String, description: String?)
    /// The server has a fault of its own, or the URL is not that of a token server.
    case unavailable(String)
    /// The response is not what the standard says; the text says what was found.
    case malformed(String)
}
