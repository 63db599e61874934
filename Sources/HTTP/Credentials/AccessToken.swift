/// An access token with the time until which it is used.
struct AccessToken: Sendable, Equatable {
    /// The token as it stands behind `Bearer`.
    let text: String
    /// The time of ``NetworkClock/now`` from which on the token is renewed before a request; nil: once a server refuses it.
    let renewal: Double?

    /// - Parameters:
    ///   - lifetime: The value of `expires_in` in seconds; nil if the server gave none.
    ///   - start: The time before the token was requested. The server's clock cannot have started earlier.
    init(_ text: String, lifetime: Double?, from start: Double) {
        self.text = text
        renewal = lifetime.map { start + max(0, $0 - Self.margin(of: $0)) }
    }

    /// The time in seconds before the expiry at which a token is renewed: a tenth of its life, at most a minute. A request that starts
    /// shortly before the expiry would be refused.
    static func margin(of lifetime: Double) -> Double { min(60, max(0, lifetime) / 10) }

    func isUsable(now: Double) -> Bool { renewal.map { now < $0 } ?? true }

    /// - SeeAlso: RFC 6750, section 2.1
    var part: CredentialPart { .header(name: "Authorization", value: "Bearer \(text)") }
}
