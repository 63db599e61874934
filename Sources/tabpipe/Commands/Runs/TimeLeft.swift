/// The estimated time to the end of a run, if the rest of the input is read at the same rate.
package struct TimeLeft: CustomStringConvertible {
    /// The age of a run at the first estimate, in seconds. Earlier estimates would be unreliable.
    private static let firstEstimate = 2.0

    private let seconds: Int

    /// Estimates the time.
    ///
    /// - Parameters:
    ///   - elapsed: Seconds since the start of the run.
    ///   - share: The share of the input that has been read, from 0 to 1; nil if its size is unknown. 1 gives nil: only
    ///     stages and sinks still work.
    package init?(after elapsed: Double, share: Double?) {
        guard let share, share > 0, share < 1, elapsed >= Self.firstEstimate else { return nil }
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
