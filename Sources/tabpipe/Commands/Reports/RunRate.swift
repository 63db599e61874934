/// Records per second between two samples.
struct RunRate: Sendable {
    /// Minimum span in seconds: the last two samples can be almost simultaneous.
    private static let leastSpan = 0.05

    /// The end of the span, since the start of the run.
    let seconds: Double
    let read: Double
    let written: Double

    /// - Returns: nil if the samples are too close to each other for a rate.
    init?(from first: RunSample, to last: RunSample) {
        let span = last.seconds - first.seconds
        guard span >= Self.leastSpan else { return nil }
        seconds = last.seconds
        read = Decimals.rounded(Double(max(0, last.read - first.read)) / span, places: 1)
        written = Decimals.rounded(Double(max(0, last.written - first.written)) / span, places: 1)
    }
}
