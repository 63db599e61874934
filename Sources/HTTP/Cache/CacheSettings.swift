package import Ground

/// The options of a cache.
package struct CacheSettings: Sendable {
    /// Whether a run contacts servers.
    package enum Mode: String, CaseIterable, Sendable {
        /// A conditional request validates a stored response before it is used.
        case revalidate
        /// All responses come from the cache.
        case offline
    }

    /// The choice of responses to store.
    package enum Keep: String, CaseIterable, Sendable {
        /// Responses that a cache of one user may store.
        case allowed
        /// Also responses that such a cache may not store; for recordings.
        case all
    }

    /// The path of the folder.
    var folder: MaskedText
    package var mode = Mode.revalidate
    /// The age up to which a stored response is used without a request, in seconds.
    var freshSeconds = 0.0
    var keep = Keep.allowed
    /// The names of response headers that the step uses, in addition to those that every cache stores.
    package var headerNames: [String] = []
    /// Whether entries belong to steps instead of accounts, so that a run without the credentials can read them.
    var isRecording = false

    package init(folder: MaskedText, mode: Mode = .revalidate, freshSeconds: Double = 0, keep: Keep = .allowed) {
        self.folder = folder
        self.mode = mode
        self.freshSeconds = freshSeconds
        self.keep = keep
    }
}
