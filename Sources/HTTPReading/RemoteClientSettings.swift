package import HTTP

/// The settings of a source's client, and the origins that get its credentials.
package struct RemoteClientSettings: Sendable {
    package let settings: ClientSettings
    package let scope: CredentialScope

    package init(settings: ClientSettings, scope: CredentialScope) {
        self.settings = settings
        self.scope = scope
    }
}
