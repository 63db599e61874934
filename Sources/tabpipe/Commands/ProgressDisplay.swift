internal import Pipeline
internal import SourcesRemote

/// Shows how far a run is: on a terminal a line that is redrawn, elsewhere a line every 10 seconds.
struct ProgressDisplay {
    private static let redraw = Duration.milliseconds(100)
    private static let lineInterval = Duration.seconds(10)
    /// Before that, in seconds, nobody knows how long it will take.
    private static let estimateAfterSeconds = 2.0

    let mode: String
    let console: Console
    let input: InputProgress

    /// Shows progress until the task is cancelled.
    func show(_ run: PipelineRun) async {
        guard mode != "never" else { return }
        let clock = ContinuousClock()
        let start = clock.now
        let isRedrawn = console.hasStatusLine
        let interval = isRedrawn ? Self.redraw : mode == "always" ? .seconds(1) : Self.lineInterval
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: interval)
            } catch {
                break
            }
            let seconds = start.duration(to: clock.now) / .seconds(1)
            let text = Self.text(run.counts, seconds: seconds, share: input.share)
            if isRedrawn { console.status(text) } else { console.info(text) }
        }
        console.clearStatus()
    }

    /// What is shown.
    ///
    /// - Parameters:
    ///   - seconds: How long the run has taken.
    ///   - share: How much of the input has been read, from 0 to 1, if anybody knows.
    static func text(_ counts: RunCounts, seconds: Double, share: Double?) -> String {
        let rate = Int(Double(counts.read) / max(seconds, 0.001))
        let text = "read \(counts.read), written \(counts.written), rejected \(counts.rejected), \(rate) records/s"
        guard let share, share > 0, seconds >= estimateAfterSeconds else { return text }
        return text + ", about \(phrase(Int((seconds * (1 - share) / share).rounded(.up)))) left"
    }

    private static func phrase(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        default: "\(seconds / 3600) h"
        }
    }
}
