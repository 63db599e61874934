internal import Pipeline

/// The origins that get the credentials of a step: that of its URL, and the hosts that the pipeline allows.
///
/// The origin is scheme, host and port (RFC 6454). Credentials for an https URL never go to an http URL.
package struct CredentialScope: Sendable, Equatable {
    /// The origin of the step's URL; nil if only the records name URLs.
    package let home: WebOrigin?
    /// The hosts of `allow_hosts`.
    package let allowed: [HostPattern]

    package init(home: WebOrigin?, allowed: [HostPattern] = []) {
        self.home = home
        self.allowed = allowed
    }

    /// Whether requests to an origin carry the credentials.
    package func allows(_ origin: WebOrigin) -> Bool {
        if origin == home { return true }
        // Without a URL of the step, nothing says that the hosts are without TLS.
        if home?.isSecure ?? !origin.isLoopback, !origin.isSecure { return false }
        return allowed.contains { $0.matches(origin) }
    }
}
