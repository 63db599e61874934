/// How much an answer may take before it is an error.
struct DownloadLimits: Sendable {
    /// How long a server may stay silent, in seconds.
    var idleSeconds = 30.0
    /// How long an answer may take from beginning to end, in seconds.
    var totalSeconds = 3600.0
    /// How long an answer may be, in bytes, unpacked.
    var maxBytes: Int64 = 16 << 30
    /// How often an answer may name another address.
    var maxRedirects = 10
}
