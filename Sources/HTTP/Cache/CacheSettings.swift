package import Pipeline

/// The options of a cache.
package struct CacheSettings: Sendable {
    /// The use of servers.
    enum Mode: String, CaseIterable, Sendable {
        /// The server is asked whether a stored response is still valid.
        case revalidate
        /// All responses come from the cache.
        case offline
    }

    /// The choice of responses to store.
    enum Keep: String, CaseIterable, Sendable {
        /// Responses that a cache of one user may store.
        case allowed
        /// Also those that it may not store, for recordings.
        case all
    }

    /// The path of the folder.
    var folder: MaskedText
    var mode = Mode.revalidate
    /// The age up to which a stored response is used without a request, in seconds.
    var freshSeconds = 0.0
    var keep = Keep.allowed
    /// The names of response headers that the step uses, in addition to those that every cache stores.
    package var headerNames: [String] = []
    /// Whether entries belong to steps instead of accounts, so that a run without the credentials can read them.
    var isRecording = false

    /// The limit of `fresh_seconds`: ten years.
    private static let maxFreshSeconds = 3.2e8

    /// Reads the option `cache`.
    ///
    /// - Returns: nil if there is no cache.
    static func read(_ options: inout OptionReader) -> CacheSettings? {
        options.readIfPresent(
            "cache",
            .object { cache in
                let mode = cache.read(
                    "mode", .choice, default: Mode.revalidate,
                    help: "revalidate asks the server whether a stored response is still valid. offline sends no request.")
                let folder = cache.read("folder", .storeFolder(isReadOnly: mode == .offline), help: "The folder of the stored responses.")
                let freshSeconds = cache.read(
                    "fresh_seconds", .number(0...maxFreshSeconds), default: 0,
                    help: "A stored response that is younger than this, in seconds, is used without a request.")
                let keep = cache.read(
                    "keep", .choice, default: Keep.allowed,
                    help:
                        "all also stores responses that forbid it, those with errors, and those of idempotent POST requests, for recordings."
                )
                return CacheSettings(folder: folder, mode: mode, freshSeconds: freshSeconds, keep: keep)
            }, help: "A folder that keeps responses. Runs use them again, also without a network.")
    }
}

/// A source with the option `cache`. Stages that have none of their own share it.
package protocol CachedSource: Source, SharedSource {
    /// The cache; nil for none.
    var cache: CacheSettings? { get }
}
