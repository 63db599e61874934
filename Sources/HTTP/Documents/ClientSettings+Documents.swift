extension ClientSettings {
    /// The defaults for a streamed document.
    package static let document: ClientSettings = {
        var settings = ClientSettings()
        settings.maxResponseBytes = maxStreamBytes
        return settings
    }()
}
