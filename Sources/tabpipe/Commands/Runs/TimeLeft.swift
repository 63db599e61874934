/// How long a run will still take, if it goes on as it has begun.
package struct TimeLeft: CustomStringConvertible {
    /// Before that, in seconds, nobody knows.
    private static let firstEstimate = 2.0

    private let seconds: Int

    /// Estimates the time.
    ///
    /// - Parameters:
    ///   - elapsed: How long the run has taken, in seconds.
    ///   - share: How much of the input has been read, from 0 to 1; nil where nobody knows how much there is.
    package init?(after elapsed: Double, share: Double?) {
        guard let share, share > 0, elapsed >= Self.firstEstimate else { return nil }
        seconds = Int((elapsed * (1 - share) / share).rounded(.up))
    }

    /// Such as `75 s` or `4 min`.
    package var description: String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        default: "\(seconds / 3600) h"
        }
    }
}
