/// The limits of a transfer. Exceeding one is an error.
struct DownloadLimits: Sendable {
    /// The longest time without a byte from the server, in seconds.
    var idleSeconds = 30.0
    /// The longest time of the whole transfer, in seconds.
    var totalSeconds = 3600.0
    /// The longest body after decompression, in bytes.
    var maxBytes: Int64 = 16 << 30
    /// The largest number of redirects.
    var maxRedirects = 10
}
