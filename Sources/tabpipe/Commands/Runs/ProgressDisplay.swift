internal import HTTP
internal import Pipeline
internal import SourcesLocal

/// The values of `--progress`: `auto` shows it for long runs, unless `--quiet` is given.
enum ProgressMode: String, CaseIterable { case auto, always, never }

/// Shows the progress of a run: a terminal has one line that is redrawn, other outputs get a line every 10 seconds.
struct ProgressDisplay {
    private static let redraw = Duration.milliseconds(100)
    private static let lineInterval = Duration.seconds(10)

    let mode: ProgressMode
    let console: Console
    let input: InputProgress
    let network: RunNetwork

    /// Shows progress until the task is cancelled.
    func show(_ run: PipelineRun) async {
        guard mode != .never else { return }
        let clock = ContinuousClock()
        let start = clock.now
        let isRedrawn = console.hasStatusLine
        let interval = isRedrawn ? Self.redraw : mode == .always ? .seconds(1) : Self.lineInterval
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: interval)
            } catch {
                break
            }
            let seconds = start.duration(to: clock.now) / .seconds(1)
            let counts = run.counts
            let rate = Int(Double(counts.read) / max(seconds, 0.001))
            let text =
                "read \(counts.read), written \(counts.written), rejected \(counts.rejected), \(rate) records/s"
                + (TimeLeft(after: seconds, share: input.share).map { ", about \($0) left" } ?? "")
                + (input.wait.map { ", \($0)" } ?? "") + (network.progressLine.map { ", \($0)" } ?? "")
            if isRedrawn { console.status(text) } else { console.info(text) }
        }
        console.clearStatus()
    }
}

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
