extension ClientSettings {
    /// The settings for the command `check`: one attempt, and no cache unless it is offline.
    package var forCheck: ClientSettings {
        var settings = self
        settings.retry.maxAttempts = 1
        if settings.cache?.mode != .offline { settings.cache = nil }
        return settings
    }
}
