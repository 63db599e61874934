package import Pipeline
internal import WebAddresses

/// A source that asks a server. A stage that asks the same server shares its client.
package protocol RemoteSource: CachedSource {
    /// The client of the source; nil if it reads no URL.
    var remote: RemoteClient? { get }
}

/// The settings of a source's client, and the origins that get its credentials.
package struct RemoteClient: Sendable {
    package let settings: ClientSettings
    package let scope: CredentialScope

    package init(settings: ClientSettings, scope: CredentialScope) {
        self.settings = settings
        self.scope = scope
    }

    /// - Parameters:
    ///   - inputs: The inputs of a source; those with credentials have one origin.
    ///   - settings: The options of the source.
    /// - Returns: nil if the source reads no URL.
    package init?(_ inputs: [Input], _ settings: ClientSettings) {
        guard let url = inputs.lazy.compactMap(\.webAddress).first, let address = WebAddress(url.value) else { return nil }
        self.init(settings: settings, scope: CredentialScope(home: address.origin))
    }
}
