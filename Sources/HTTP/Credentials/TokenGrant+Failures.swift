internal import Pipeline

extension TokenGrant {
    /// Returns the failure of a run that gets no token.
    ///
    /// - Parameter isStored: Whether the refresh token came from the store and not from the options.
    func failure(of fault: TokenFault, isStored: Bool = false) -> PipelineFailure {
        switch fault {
        case .unavailable(let reason): PipelineFailure(.remoteUnavailable, "\(shown): the token server gave no token: \(reason)")
        case .malformed(let found):
            PipelineFailure(.remoteUnavailable, "\(shown): expected a token as JSON with \"access_token\", found \(found)")
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
