internal import HTTP
internal import Pipeline

extension CacheSettings {
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
