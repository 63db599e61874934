/// The credentials of a step as its client uses them.
protocol RequestCredentials: Sendable {
    /// Identifies the account, also when its access tokens change. It contains secrets. Empty without credentials.
    var identity: String { get }

    /// Whether an origin may get the credentials.
    func allows(_ origin: WebOrigin) -> Bool

    /// The parts that a request to an origin carries; none for an origin that must not get them.
    ///
    /// - Throws: ``PipelineFailure`` if a token server gives no token; `CancellationError`.
    func parts(for origin: WebOrigin) async throws -> [CredentialPart]

    /// Renews the credentials after the status 401.
    ///
    /// - Parameter rejected: The parts of the refused request.
    /// - Returns: Whether the request may be repeated with other parts.
    func refresh(after rejected: [CredentialPart]) async throws -> Bool

    /// Notes that a server took the parts of a request.
    func noteSuccess(of parts: [CredentialPart])

    /// Whether a server took these parts before. Parts that worked and are refused now have expired; others are wrong.
    func haveWorked(_ parts: [CredentialPart]) -> Bool
}
